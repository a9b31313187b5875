import { addApiToken, deleteApiToken, listApiTokens, renameApiToken } from '@gatewarden/contract/calls';
import type { BodyInputOf } from '@gatewarden/contract/endpoint';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import { useWithReauthentication } from '../../lib/with-reauthentication.ts';

/** API tokens of a user, oldest first. */
export const apiTokensQuery = (username: string) =>
  queryOptions({
    queryKey: ['api-tokens', 'of', username],
    queryFn: ({ signal }) => call(listApiTokens, { params: { username }, signal }),
  });

function useInvalidateTokens(username: string) {
  const queryClient = useQueryClient();
  // not awaited: the refetch unmounts the row of a deleted token, and its success callback would not run
  return () => void queryClient.invalidateQueries(apiTokensQuery(username));
}

/** Only this response contains the secret. */
export function useAddToken(username: string) {
  const withReauthentication = useWithReauthentication();
  const onSuccess = useInvalidateTokens(username);
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof addApiToken>) =>
      withReauthentication(() => call(addApiToken, { params: { username }, body })),
    onSuccess,
    gcTime: 0,
  });
}

export function useRenameToken(username: string) {
  const withReauthentication = useWithReauthentication();
  const onSuccess = useInvalidateTokens(username);
  return useMutation({
    mutationFn: ({ id, name }: { id: number; name: string }) =>
      withReauthentication(() => call(renameApiToken, { params: { username, id: String(id) }, body: { name } })),
    onSuccess,
  });
}

export function useDeleteToken(username: string) {
  const withReauthentication = useWithReauthentication();
  const onSuccess = useInvalidateTokens(username);
  return useMutation({
    removesCaller: true,
    mutationFn: (id: number) =>
      withReauthentication(() => call(deleteApiToken, { params: { username, id: String(id) } })),
    onSuccess,
  });
}
