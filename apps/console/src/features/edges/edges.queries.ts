import { addEdge, deleteEdge, getEdgeToken, listEdges, rotateEdgeToken } from '@gatewarden/contract/calls';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import { useWithReauthentication } from '../../lib/with-reauthentication.ts';

const topic = ['edges'] as const;

/** Oldest first. */
export const edgesQuery = () => queryOptions({ queryKey: topic, queryFn: ({ signal }) => call(listEdges, { signal }) });

/** Contains a secret, and core logs each request: requested only while it is shown, after a recent proof of who asks. */
export function useEdgeToken(id: number) {
  const withReauthentication = useWithReauthentication();
  return useQuery({
    queryKey: ['edge-token', id],
    queryFn: ({ signal }) => withReauthentication(() => call(getEdgeToken, { params: { id: String(id) }, signal })),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

function useInvalidateEdges() {
  const queryClient = useQueryClient();
  return () => void queryClient.invalidateQueries(edgesQuery());
}

export function useAddEdge() {
  const withReauthentication = useWithReauthentication();
  const onSuccess = useInvalidateEdges();
  return useMutation({
    mutationFn: (address: string) => withReauthentication(() => call(addEdge, { body: { address } })),
    onSuccess,
  });
}

export function useRotateEdgeToken() {
  const withReauthentication = useWithReauthentication();
  return useMutation({
    mutationFn: (id: number) => withReauthentication(() => call(rotateEdgeToken, { params: { id: String(id) } })),
    gcTime: 0,
  });
}

export function useDeleteEdge() {
  const onSuccess = useInvalidateEdges();
  return useMutation({
    removesCaller: true,
    mutationFn: (id: number) => call(deleteEdge, { params: { id: String(id) } }),
    onSuccess,
  });
}
