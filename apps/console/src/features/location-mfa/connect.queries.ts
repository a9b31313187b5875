import type { ConnectProof } from '@gatewarden/contract/browser-connect';
import {
  approveConnectRequest,
  authorizeDevice,
  listOwnConnections,
  openConnectRequest,
  refuseConnectRequest,
  startExternalAuthorization,
} from '@gatewarden/contract/calls';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import type { FactorVerification } from '../auth/index.ts';

/** Devices of the signed-in user in locations with two-factor authentication. */
export const ownConnectionsQuery = () =>
  queryOptions({ queryKey: ['devices', 'connect'], queryFn: ({ signal }) => call(listOwnConnections, { signal }) });

interface Authorized {
  readonly deviceId: number;
  readonly locationId: number;
  readonly withoutClient: boolean;
}

/** Begins a session of the device with a second factor. */
export function useAuthorization({ deviceId, locationId, withoutClient }: Authorized) {
  const queryClient = useQueryClient();
  const params = { id: String(locationId), deviceId: String(deviceId) };
  return verificationOf(async (proof) => {
    const answer = await call(authorizeDevice, { params, body: { proof, without_client: withoutClient } });
    void queryClient.invalidateQueries({ queryKey: ['devices'] });
    return answer;
  });
}

/** Opens the page of the provider, which leads back to this page after a fresh sign-in. */
export function useProviderAuthorization({ deviceId, locationId, withoutClient }: Authorized) {
  const params = { id: String(locationId), deviceId: String(deviceId) };
  return useMutation({
    mutationFn: () => call(startExternalAuthorization, { params, body: { without_client: withoutClient } }),
    onSuccess: ({ url }) => window.location.assign(url),
  });
}

/** The request of a client; read once, because another user's request ends. */
export const connectRequestQuery = (request: string) =>
  queryOptions({
    queryKey: ['connect-request', request],
    queryFn: ({ signal }) => call(openConnectRequest, { body: { request }, signal }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

export function useApproval(request: string) {
  const queryClient = useQueryClient();
  return verificationOf(async (proof) => {
    const answer = await call(approveConnectRequest, { body: { request, proof } });
    void queryClient.invalidateQueries({ queryKey: ['devices'] });
    return answer;
  });
}

export function useRefuseRequest(request: string) {
  return useMutation({ mutationFn: () => call(refuseConnectRequest, { body: { request } }) });
}

function verificationOf<Answer>(send: (proof: ConnectProof) => Promise<Answer>): FactorVerification<Answer> {
  return {
    code: ({ step, code }) => send({ method: step === 'email' ? 'email' : 'totp', code }),
    key: (response) => send({ method: 'security_key', response }),
  };
}
