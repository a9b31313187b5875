import {
  addSecurityKey,
  getUser,
  removeSecurityKey,
  renameSecurityKey,
  restoreSecurityKey,
  startAddingSecurityKey,
} from '@gatewarden/contract/calls';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import { useWithReauthentication } from '../../lib/with-reauthentication.ts';
import { createKey } from '../auth/index.ts';

/** Security keys and passkeys of a user, oldest first, and whether the user has a second factor besides them. */
export const securityKeysQuery = (username: string) =>
  queryOptions({
    queryKey: ['users', 'security-keys', username],
    queryFn: async ({ signal }) => {
      const { security_keys: keys, user } = await call(getUser, { params: { username }, signal });
      return { keys, hasOtherFactor: user.totp_enabled || user.email_mfa_enabled };
    },
  });

function useInvalidateKeys() {
  const queryClient = useQueryClient();
  return () => {
    void queryClient.invalidateQueries({ queryKey: ['users'] });
    return queryClient.invalidateQueries({ queryKey: ['me'] });
  };
}

/** Creates a key in the browser and registers it. Returns recovery codes if this is the first factor. */
export function useAddKey() {
  const withReauthentication = useWithReauthentication();
  const onSuccess = useInvalidateKeys();
  return useMutation({
    mutationFn: async ({ name }: { name: string }) => {
      const rpkc = await createKey(await withReauthentication(() => call(startAddingSecurityKey)));
      return withReauthentication(() => call(addSecurityKey, { body: { name, rpkc } }));
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

/** Restores a key that an emergency stop suspended: sign-in accepts it again. */
export function useRestoreSecurityKey(username: string) {
  const withReauthentication = useWithReauthentication();
  const onSuccess = useInvalidateKeys();
  return useMutation({
    mutationFn: (id: number) =>
      withReauthentication(() => call(restoreSecurityKey, { params: { username, id: String(id) } })),
    itemKey: (id) => id,
    onSuccess,
  });
}

export function useRemoveSecurityKey(username: string) {
  const withReauthentication = useWithReauthentication();
  const onSuccess = useInvalidateKeys();
  return useMutation({
    removesCaller: true,
    mutationFn: (id: number) =>
      withReauthentication(() => call(removeSecurityKey, { params: { username, id: String(id) } })),
    onSuccess,
  });
}
