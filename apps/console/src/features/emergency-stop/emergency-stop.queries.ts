import { listStopGateways, previewStop, stopUser } from '@gatewarden/contract/calls';
import type { StopGateway } from '@gatewarden/contract/emergency-stop';
import type { BodyInputOf } from '@gatewarden/contract/endpoint';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { useMutation } from '../../lib/use-mutation.ts';

/** Most gateways confirm within a moment; a disconnected one may return at any time. */
const refetchMilliseconds = { waiting: 500, away: 5_000 } as const;

/** Progress of the gateways with the last stop of a user; refetched until all have confirmed. */
export const stopGatewaysQuery = (username: string, known: readonly StopGateway[]) =>
  queryOptions({
    queryKey: ['gateways', 'stop', username],
    queryFn: ({ signal }) => call(listStopGateways, { params: { username }, signal }),
    initialData: [...known],
    refetchInterval: ({ state }) => {
      const states = state.data?.map((gateway) => gateway.state) ?? [];
      if (states.includes('waiting')) return refetchMilliseconds.waiting;
      return states.every((one) => one === 'confirmed') ? false : refetchMilliseconds.away;
    },
  });

/** What a stop would end now; always fresh, and refetched when the user changes. */
export const stopPreviewQuery = (username: string) =>
  queryOptions({
    queryKey: ['users', 'stop-preview', username],
    queryFn: ({ signal }) => call(previewStop, { params: { username }, signal }),
    staleTime: 0,
  });

export function useStop(username: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (choice: BodyInputOf<typeof stopUser>) => call(stopUser, { params: { username }, body: choice }),
    onSuccess: () => {
      for (const topic of ['users', 'devices', 'auth-keys', 'api-tokens', 'sessions']) {
        void queryClient.invalidateQueries({ queryKey: [topic] });
      }
    },
  });
}
