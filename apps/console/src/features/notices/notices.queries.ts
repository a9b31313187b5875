import { acknowledgeRestore, listNotices } from '@gatewarden/contract/calls';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import { useWithReauthentication } from '../../lib/with-reauthentication.ts';

/**
 * Some conditions change without an event, such as those that end by themselves; the console sees them after this time.
 */
const refetchMilliseconds = 60_000;

export const noticesQuery = () =>
  queryOptions({
    queryKey: ['notices'],
    queryFn: ({ signal }) => call(listNotices, { signal }),
    refetchInterval: refetchMilliseconds,
  });

export function useAcknowledgeRestore() {
  const queryClient = useQueryClient();
  const withReauthentication = useWithReauthentication();
  return useMutation({
    mutationFn: () => withReauthentication(() => call(acknowledgeRestore, {})),
    onSuccess: () => queryClient.invalidateQueries(noticesQuery()),
  });
}
