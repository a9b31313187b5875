import { startSecurityKeySignIn } from '@gatewarden/contract/calls';
import { call } from '../../lib/call.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import { signWithKey } from './browser-key.ts';
import type { FactorVerification } from './factor-verification.ts';

/** Verifies with a security key or passkey. @throws KeyError */
export function useVerifyWithKey<Answer>({ key }: FactorVerification<Answer>) {
  return useMutation({ mutationFn: async () => key(await signWithKey(await call(startSecurityKeySignIn))) });
}
