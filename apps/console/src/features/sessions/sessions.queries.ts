import { endSession, endSessions, listSessions } from '@gatewarden/contract/calls';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { useMutation } from '../../lib/use-mutation.ts';

export const sessionsQuery = (username: string) =>
  queryOptions({
    queryKey: ['sessions', username],
    queryFn: ({ signal }) => call(listSessions, { params: { username }, signal }),
  });

/** Ends one session or, without an id, all but the reader's own. */
export function useEndSessions(username: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id?: number) =>
      id === undefined
        ? call(endSessions, { params: { username } })
        : call(endSession, { params: { username, id: String(id) } }),
    itemKey: (id) => id,
    // one that had ended already is gone from the list as well
    onSettled: () => queryClient.invalidateQueries(sessionsQuery(username)),
  });
}
