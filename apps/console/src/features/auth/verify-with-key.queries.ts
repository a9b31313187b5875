import type { AuthResponse } from '@gatewarden/contract/auth';
import { signInWithSecurityKey, startSecurityKeySignIn } from '@gatewarden/contract/calls';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import { meQuery } from './auth.queries.ts';
import { signWithKey } from './browser-key.ts';

/**
 * Completes a sign-in or reauthenticates with a security key or passkey. Caches the user on success.
 * @throws KeyError
 */
export function useVerifyWithKey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (): Promise<AuthResponse> =>
      call(signInWithSecurityKey, { body: await signWithKey(await call(startSecurityKeySignIn)) }),
    onSuccess: ({ user }) => queryClient.setQueryData(meQuery().queryKey, user),
  });
}
