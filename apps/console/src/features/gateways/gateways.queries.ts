import {
  deleteGateway,
  getGatewayToken,
  listAllGateways,
  listGatewayRefusals,
  listGateways,
  revokeGateway,
  rotateGatewayToken,
} from '@gatewarden/contract/calls';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import { useWithReauthentication } from '../../lib/with-reauthentication.ts';

/** A gateway that loses its connection causes no event, so its state is polled. */
const refetchInterval = 30_000;

/** Gateways by location id; locations without gateways are absent. */
export const allGatewaysQuery = () =>
  queryOptions({
    queryKey: ['gateways', 'all'],
    queryFn: ({ signal }) => call(listAllGateways, { signal }),
    refetchInterval,
  });

export const gatewaysQuery = (locationId: number) =>
  queryOptions({
    queryKey: ['gateways', 'of', locationId],
    queryFn: ({ signal }) => call(listGateways, { params: { id: locationId }, signal }),
    refetchInterval,
  });

/** Refused attempts, newest first. */
export const refusalsQuery = (locationId: number) =>
  queryOptions({
    queryKey: ['gateways', 'refused', locationId],
    queryFn: ({ signal }) => call(listGatewayRefusals, { params: { id: locationId }, signal }),
  });

/**
 * Join token of a location; not cached after it is hidden. Core logs each request, so the key belongs to no stale topic:
 * it is requested only when it is shown. Fails with `proof_required` if the session has no recent proof.
 */
export const joinTokenQuery = (locationId: number, address?: string) =>
  queryOptions({
    queryKey: ['join-token', locationId, address],
    queryFn: ({ signal }) => call(getGatewayToken, { params: { id: locationId }, query: { address }, signal }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Asks for a proof, and requests the join token again. */
export function useProveForToken(locationId: number, address?: string) {
  const queryClient = useQueryClient();
  const withReauthentication = useWithReauthentication();
  const query = { ...joinTokenQuery(locationId, address), staleTime: 0 };
  return useMutation({ mutationFn: () => withReauthentication(() => queryClient.fetchQuery(query)), gcTime: 0 });
}

/** Replaces the join token; the old one is invalid. */
export function useRotateToken(locationId: number, address?: string) {
  const queryClient = useQueryClient();
  const withReauthentication = useWithReauthentication();
  return useMutation({
    mutationFn: () =>
      withReauthentication(() => call(rotateGatewayToken, { params: { id: locationId }, query: { address } })),
    onSuccess: (token) => {
      queryClient.setQueryData(joinTokenQuery(locationId, address).queryKey, token);
      // same secret, but with the configured address
      if (address !== undefined) void queryClient.invalidateQueries({ ...joinTokenQuery(locationId), exact: true });
    },
  });
}

export function useRevokeGateway(locationId: number) {
  return useGatewayChange((gatewayId: string) => call(revokeGateway, { params: { id: locationId, gatewayId } }));
}

export function useDeleteGateway(locationId: number) {
  return useGatewayChange((gatewayId: string) => call(deleteGateway, { params: { id: locationId, gatewayId } }));
}

/** Invalidates gateways and locations, because locations contain their gateways. */
function useGatewayChange(change: (gatewayId: string) => Promise<null>) {
  const queryClient = useQueryClient();
  return useMutation({
    removesCaller: true,
    mutationFn: change,
    // not awaited: the refetch unmounts the row of a deleted gateway, and its success callback would not run
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ['gateways'] });
      void queryClient.invalidateQueries({ queryKey: ['locations'] });
    },
  });
}
