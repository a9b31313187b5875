import { getAuthInfo, listSignInProviders } from '@gatewarden/contract/calls';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { useMutation } from '../../lib/use-mutation.ts';

/** OpenID providers at which users can sign in; public. */
export const signInProvidersQuery = () =>
  queryOptions({
    queryKey: ['identity-providers', 'sign-in'],
    queryFn: ({ signal }) => call(listSignInProviders, { signal }),
  });

/** Opens the page of the provider, which leads back to `/auth/callback`. */
export function useStartSignIn() {
  return useMutation({
    mutationFn: (provider: string) => call(getAuthInfo, { query: { provider } }),
    onSuccess: ({ url }) => window.location.assign(url),
  });
}
