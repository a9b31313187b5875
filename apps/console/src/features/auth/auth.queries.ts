import type { AuthResponse } from '@gatewarden/contract/auth';
import {
  getMe,
  sendEmailCode,
  signIn,
  signInWithEmail,
  signInWithRecoveryCode,
  signInWithTotp,
  signOut,
} from '@gatewarden/contract/calls';
import type { UserInfo } from '@gatewarden/contract/users';
import { queryOptions, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { isApiError } from '../../lib/api-error.ts';
import { call, callForOutcome } from '../../lib/call.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import type { CodeStepName } from './second-steps.ts';

/** Who is signed in. Never retried: whether there is a session is known at once. */
export const meQuery = () =>
  queryOptions({ queryKey: ['me'], queryFn: ({ signal }) => call(getMe, { signal }), retry: false });

/** How many recovery codes are left; below `['me']`, so that it is invalidated with it. */
export const recoveryCodesKey = [...meQuery().queryKey, 'recovery-codes'];

/** The signed-in user; only for screens behind sign-in. */
export function useMe(): UserInfo {
  return useSuspenseQuery(meQuery()).data;
}

/** Knows the user from then on; the outcome says whether a second factor is still needed. */
export function useSignIn() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (credentials: { username: string; password: string }) => callForOutcome(signIn, { body: credentials }),
    onSuccess: (outcome) => {
      if (outcome.kind === 'usual') queryClient.setQueryData(meQuery().queryKey, outcome.body.user);
    },
  });
}

/** Has the code of the second step mailed; sent through `MailCodeNotice`. */
export const requestEmailCode = () => call(sendEmailCode);

const codeEndpoints = { totp: signInWithTotp, email: signInWithEmail, recovery: signInWithRecoveryCode } as const;

/** Completes a sign-in, or proves again who holds the session. Knows the user from then on. */
export function useVerifySecondFactor() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ step, code }: { step: CodeStepName; code: string }): Promise<AuthResponse> =>
      call(codeEndpoints[step], { body: { code } }),
    onSuccess: ({ user }, { step }) => {
      queryClient.setQueryData(meQuery().queryKey, user);
      // one code fewer
      if (step === 'recovery') void queryClient.invalidateQueries({ queryKey: recoveryCodesKey });
    },
  });
}

/** Ends the session; one that had ended already counts as signed out. */
export function useSignOut() {
  return useMutation({
    mutationFn: async () => {
      await call(signOut).catch((error: unknown) => {
        if (!isApiError(error, 'unauthenticated')) throw error;
      });
    },
  });
}
