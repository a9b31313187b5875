import { addAuthKey, deleteAuthKey, listAuthKeys, renameAuthKey, restoreAuthKey } from '@gatewarden/contract/calls';
import type { BodyInputOf } from '@gatewarden/contract/endpoint';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import { useWithReauthentication } from '../../lib/with-reauthentication.ts';

/** SSH and GPG keys of a user, oldest first. */
export const authKeysQuery = (username: string) =>
  queryOptions({
    queryKey: ['auth-keys', 'of', username],
    queryFn: ({ signal }) => call(listAuthKeys, { params: { username }, signal }),
  });

function useInvalidateKeys(username: string) {
  const queryClient = useQueryClient();
  // not awaited: the refetch unmounts the row of a deleted key, and its success callback would not run
  return () => void queryClient.invalidateQueries(authKeysQuery(username));
}

/** The page of the user shows the number of suspended keys. */
function useInvalidateSuspension(username: string) {
  const queryClient = useQueryClient();
  const invalidateKeys = useInvalidateKeys(username);
  return () => {
    invalidateKeys();
    void queryClient.invalidateQueries({ queryKey: ['users'] });
  };
}

export function useAddKey(username: string) {
  const withReauthentication = useWithReauthentication();
  const onSuccess = useInvalidateKeys(username);
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof addAuthKey>) =>
      withReauthentication(() => call(addAuthKey, { params: { username }, body })),
    onSuccess,
  });
}

export function useRenameKey(username: string) {
  const onSuccess = useInvalidateKeys(username);
  return useMutation({
    mutationFn: ({ id, name }: { id: number; name: string }) =>
      call(renameAuthKey, { params: { username, id: String(id) }, body: { name } }),
    onSuccess,
  });
}

/** Restores a key that an emergency stop suspended: servers accept it again. */
export function useRestoreKey(username: string) {
  const withReauthentication = useWithReauthentication();
  const onSuccess = useInvalidateSuspension(username);
  return useMutation({
    mutationFn: (id: number) =>
      withReauthentication(() => call(restoreAuthKey, { params: { username, id: String(id) } })),
    itemKey: (id) => id,
    onSuccess,
  });
}

export function useDeleteKey(username: string) {
  const withReauthentication = useWithReauthentication();
  const onSuccess = useInvalidateSuspension(username);
  return useMutation({
    removesCaller: true,
    mutationFn: (id: number) =>
      withReauthentication(() => call(deleteAuthKey, { params: { username, id: String(id) } })),
    onSuccess,
  });
}
