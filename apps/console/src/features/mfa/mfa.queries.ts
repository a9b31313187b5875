import {
  confirmEmail,
  confirmTotp,
  countRecoveryCodes,
  disableMfa,
  proveWithPassword,
  removeEmail,
  removeTotp,
  replaceRecoveryCodes,
  startEmail,
  startTotp,
  updateUser,
} from '@gatewarden/contract/calls';
import type { UserInfo } from '@gatewarden/contract/users';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import { useWithReauthentication } from '../../lib/with-reauthentication.ts';
import { recoveryCodesKey } from '../auth/index.ts';

/** Number of remaining recovery codes of the signed-in user. */
export const recoveryCodesQuery = () =>
  queryOptions({
    queryKey: recoveryCodesKey,
    queryFn: ({ signal }) => call(countRecoveryCodes, { signal }),
  });

/** Invalidates the previous codes. After a lost response their state is unknown, so the number is always refetched. */
export function useReplaceRecoveryCodes() {
  const queryClient = useQueryClient();
  const withReauthentication = useWithReauthentication();
  return useMutation({
    mutationFn: () => withReauthentication(() => call(replaceRecoveryCodes)),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: recoveryCodesKey }),
  });
}

function useInvalidateMe() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ['me'] });
}

export function useReauthenticateWithPassword() {
  return useMutation({
    mutationFn: (body: { password: string }) => call(proveWithPassword, { body }),
  });
}

/** Creates a secret for an authenticator app; it becomes active after `useConfirmTotp`. */
export function useStartTotp() {
  const withReauthentication = useWithReauthentication();
  return useMutation({ mutationFn: () => withReauthentication(() => call(startTotp)) });
}

/** Returns recovery codes if this is the first factor. */
export function useConfirmTotp() {
  const withReauthentication = useWithReauthentication();
  const invalidateMe = useInvalidateMe();
  return useMutation({
    mutationFn: (body: { code: string }) => withReauthentication(() => call(confirmTotp, { body })),
    onSuccess: invalidateMe,
  });
}

export function useRemoveTotp() {
  const withReauthentication = useWithReauthentication();
  const invalidateMe = useInvalidateMe();
  return useMutation({ mutationFn: () => withReauthentication(() => call(removeTotp)), onSuccess: invalidateMe });
}

/** Requests a code by email that confirms the address. */
export function useRequestActivationCode() {
  const withReauthentication = useWithReauthentication();
  return () => withReauthentication(() => call(startEmail));
}

/** Returns recovery codes if this is the first factor. */
export function useConfirmEmail() {
  const withReauthentication = useWithReauthentication();
  const invalidateMe = useInvalidateMe();
  return useMutation({
    mutationFn: (body: { code: string }) => withReauthentication(() => call(confirmEmail, { body })),
    onSuccess: invalidateMe,
  });
}

export function useRemoveEmail() {
  const withReauthentication = useWithReauthentication();
  const invalidateMe = useInvalidateMe();
  return useMutation({ mutationFn: () => withReauthentication(() => call(removeEmail)), onSuccess: invalidateMe });
}

/** Removes all factors of a user, for administrators. */
export function useResetFactors(username: string) {
  const queryClient = useQueryClient();
  const withReauthentication = useWithReauthentication();
  return useMutation({
    mutationFn: () => withReauthentication(() => call(disableMfa, { params: { username } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['users'] }),
  });
}

/** Sets the default second factor at sign-in. */
export function useSetDefaultMethod(username: string) {
  const invalidateMe = useInvalidateMe();
  return useMutation({
    mutationFn: (mfa_method: UserInfo['mfa_method']) =>
      call(updateUser, { params: { username }, body: { mfa_method } }),
    onSuccess: invalidateMe,
  });
}
