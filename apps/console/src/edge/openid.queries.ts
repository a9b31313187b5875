import { queryOptions } from '@tanstack/react-query';
import { useMutation } from '../lib/use-mutation.ts';
import { callEdge } from './edge-call.ts';
import { clearContinuation } from './kept-in-tab.ts';

/** What a provider sends with the browser. */
export interface ProviderAnswer {
  readonly code: string;
  readonly state: string;
  /** RFC 9207. */
  readonly iss: string | null;
}

/** Begins a sign-in at the provider with this name; then the browser goes there. */
export function useStartOpenid() {
  return useMutation({
    mutationFn: async (provider: string) => (await callEdge('/openid/auth_info', { type: 'enrollment', provider })).url,
    onSuccess: (url) => {
      clearContinuation();
      window.location.assign(url);
    },
  });
}

/** Begins the sign-in with which a device connects; valid for ten minutes. */
export const connectSignInQuery = (token: string) =>
  queryOptions({
    queryKey: ['openid', 'mfa', token],
    queryFn: () => callEdge('/openid/auth_info', { type: 'mfa', state: token }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });

/** Resolves with the token for a client, and the address of the edge. */
export function useFinishOpenid() {
  return useMutation({
    mutationFn: (answer: ProviderAnswer) => callEdge('/openid/callback', { type: 'enrollment', ...answer }),
    // the token must not stay in the cache
    gcTime: 0,
  });
}

export function useFinishConnect() {
  return useMutation({
    mutationFn: (answer: ProviderAnswer) => callEdge('/openid/callback/mfa', { type: 'mfa', ...answer }),
  });
}
