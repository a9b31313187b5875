import {
  addSecurityKey,
  getUser,
  offerSecurityKey,
  removeSecurityKey,
  renameSecurityKey,
  restoreSecurityKey,
} from '@gatewarden/contract/calls';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import { useWithProof } from '../../lib/with-proof.ts';
import { makeKey } from '../auth/index.ts';

/** Somebody's security keys and passkeys, oldest first. */
export const securityKeysQuery = (username: string) =>
  queryOptions({
    queryKey: ['users', 'security-keys', username],
    queryFn: async ({ signal }) => (await call(getUser, { params: { username }, signal })).security_keys,
  });

function useKeysChanged() {
  const queryClient = useQueryClient();
  return () => {
    void queryClient.invalidateQueries({ queryKey: ['users'] });
    return queryClient.invalidateQueries({ queryKey: ['me'] });
  };
}

/** Has the browser make a key. Gives the recovery codes when this is the first factor. */
export function useAddKey() {
  const withProof = useWithProof();
  const onSuccess = useKeysChanged();
  return useMutation({
    mutationFn: async ({ name }: { name: string }) => {
      const rpkc = await makeKey(await withProof(() => call(offerSecurityKey)));
      return withProof(() => call(addSecurityKey, { body: { name, rpkc } }));
    },
    onSuccess,
  });
}

export function useRenameSecurityKey(username: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, name }: { id: number; name: string }) =>
      call(renameSecurityKey, { params: { username, id: String(id) }, body: { name } }),
    onSuccess: () => queryClient.invalidateQueries(securityKeysQuery(username)),
  });
}

/** Has sign-in accept a key again that an emergency stop suspended. */
export function useRestoreSecurityKey(username: string) {
  const withProof = useWithProof();
  const onSuccess = useKeysChanged();
  return useMutation({
    mutationFn: (id: number) => withProof(() => call(restoreSecurityKey, { params: { username, id: String(id) } })),
    itemKey: (id) => id,
    onSuccess,
  });
}

export function useRemoveSecurityKey(username: string) {
  const withProof = useWithProof();
  const onSuccess = useKeysChanged();
  return useMutation({
    mutationFn: (id: number) => withProof(() => call(removeSecurityKey, { params: { username, id: String(id) } })),
    onSuccess,
  });
}
