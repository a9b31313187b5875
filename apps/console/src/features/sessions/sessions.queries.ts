import { endSession, endSessions, listSessions } from '@gatewarden/contract/calls';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { useMutation } from '../../lib/use-mutation.ts';

export const sessionsQuery = (username: string) =>
  queryOptions({
    queryKey: ['sessions', username],
    queryFn: ({ signal }) => call(listSessions, { params: { username }, signal }),
  });

/** Ends one session or, without an id, all except the current one. */
export function useEndSessions(username: string) {
  const queryClient = useQueryClient();
  return useMutation({
    removesCaller: true,
    mutationFn: (id?: number) =>
      id === undefined
        ? call(endSessions, { params: { username } })
        : call(endSession, { params: { username, id: String(id) } }),
    itemKey: (id) => id,
    // also after a failure: a session that has ended already must leave the list
    onSettled: () => queryClient.invalidateQueries(sessionsQuery(username)),
  });
}
