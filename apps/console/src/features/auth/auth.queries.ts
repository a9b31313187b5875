import type { AuthResponse } from '@gatewarden/contract/auth';
import {
  getMe,
  sendEmailCode,
  signIn,
  signInWithEmail,
  signInWithRecoveryCode,
  signInWithSecurityKey,
  signInWithTotp,
  signOut,
} from '@gatewarden/contract/calls';
import type { UserInfo } from '@gatewarden/contract/users';
import { queryOptions, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { isApiError } from '../../lib/api-error.ts';
import { call, callForOutcome } from '../../lib/call.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import type { FactorVerification } from './factor-verification.ts';

/** The signed-in user. Never retried, because the first response says whether a session exists. */
export const meQuery = () =>
  queryOptions({ queryKey: ['me'], queryFn: ({ signal }) => call(getMe, { signal }), retry: false });

/** Key of the number of remaining recovery codes; under `['me']`, so that both are invalidated together. */
export const recoveryCodesKey = [...meQuery().queryKey, 'recovery-codes'];

/** The signed-in user; only for screens behind sign-in. */
export function useMe(): UserInfo {
  return useSuspenseQuery(meQuery()).data;
}

/** Caches the user on success; the outcome says whether a second factor is required. */
export function useSignIn() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (credentials: { username: string; password: string }) => callForOutcome(signIn, { body: credentials }),
    onSuccess: (outcome) => {
      if (outcome.kind === 'usual') queryClient.setQueryData(meQuery().queryKey, outcome.body.user);
    },
  });
}

/** Requests the sign-in code by email; `MailCodeNotice` calls it. */
export const requestEmailCode = () => call(sendEmailCode);

const codeEndpoints = { totp: signInWithTotp, email: signInWithEmail, recovery: signInWithRecoveryCode } as const;

/** Completes a sign-in, or reauthenticates the user of the session. Caches the user on success. */
export function useSignInVerification(): FactorVerification<AuthResponse> {
  const queryClient = useQueryClient();
  const cache = (answer: AuthResponse) => {
    queryClient.setQueryData(meQuery().queryKey, answer.user);
    return answer;
  };
  return {
    code: async ({ step, code }) => {
      const answer = cache(await call(codeEndpoints[step], { body: { code } }));
      // one code less
      if (step === 'recovery') void queryClient.invalidateQueries({ queryKey: recoveryCodesKey });
      return answer;
    },
    key: async (body) => cache(await call(signInWithSecurityKey, { body })),
  };
}

/** Ends the session. Succeeds if the session has ended already. */
export function useSignOut() {
  return useMutation({
    mutationFn: async () => {
      await call(signOut).catch((error: unknown) => {
        if (!isApiError(error, 'unauthenticated')) throw error;
      });
    },
  });
}
