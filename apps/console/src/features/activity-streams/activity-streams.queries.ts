import {
  addActivityStream,
  deleteActivityStream,
  listActivityStreams,
  replayActivityStream,
  setActivityStreamState,
  testActivityStream,
  updateActivityStream,
} from '@gatewarden/contract/calls';
import type { BodyInputOf } from '@gatewarden/contract/endpoint';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import { useWithReauthentication } from '../../lib/with-reauthentication.ts';

const topic = 'activity-streams';

/** Core announces changes of streams, but not each delivery. */
const refetchInterval = 10_000;

/** By name. */
export const streamsQuery = () =>
  queryOptions({
    queryKey: [topic],
    queryFn: ({ signal }) => call(listActivityStreams, { signal }),
    refetchInterval,
  });

/** Not awaited by mutations whose caller the refetch removes. */
function useInvalidateStreams() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: [topic] });
}

export type StreamBody = BodyInputOf<typeof addActivityStream>;

/** Adds a stream, or changes the one with the id. */
export function useSaveStream(id: number | undefined) {
  const withReauthentication = useWithReauthentication();
  const onSuccess = useInvalidateStreams();
  return useMutation<unknown, StreamBody>({
    mutationFn: (body) =>
      withReauthentication<unknown>(() =>
        id === undefined
          ? call(addActivityStream, { body })
          : call(updateActivityStream, { params: { id: String(id) }, body }),
      ),
    onSuccess: () => void onSuccess(),
  });
}

export function useSetStreamState() {
  const withReauthentication = useWithReauthentication();
  const onSuccess = useInvalidateStreams();
  return useMutation({
    itemKey: ({ id }) => id,
    mutationFn: ({ id, enabled }: { id: number; enabled: boolean }) =>
      withReauthentication(() => call(setActivityStreamState, { params: { id: String(id) }, body: { enabled } })),
    onSuccess,
  });
}

export function useDeleteStream() {
  const withReauthentication = useWithReauthentication();
  const onSuccess = useInvalidateStreams();
  return useMutation({
    removesCaller: true,
    mutationFn: (id: number) => withReauthentication(() => call(deleteActivityStream, { params: { id: String(id) } })),
    onSuccess: () => void onSuccess(),
  });
}

export function useTestStream(id: number) {
  return useMutation({ mutationFn: () => call(testActivityStream, { params: { id: String(id) } }) });
}

export function useReplayStream(id: number) {
  const withReauthentication = useWithReauthentication();
  const onSuccess = useInvalidateStreams();
  return useMutation({
    mutationFn: (from: string) =>
      withReauthentication(() => call(replayActivityStream, { params: { id: String(id) }, body: { from } })),
    onSuccess,
  });
}
