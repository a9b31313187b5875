import {
  confirmEmail,
  confirmTotp,
  countRecoveryCodes,
  disableMfa,
  enableMfa,
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

/** How many of the reader's recovery codes are left. */
export const recoveryCodesQuery = () =>
  queryOptions({
    queryKey: recoveryCodesKey,
    queryFn: ({ signal }) => call(countRecoveryCodes, { signal }),
  });

/** The former codes stop working; when the answer is lost, perhaps they have. */
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

/** A secret for an authenticator app; it counts once a code confirmed it. */
export function useStartTotp() {
  const withReauthentication = useWithReauthentication();
  return useMutation({ mutationFn: () => withReauthentication(() => call(startTotp)) });
}

/** Gives the recovery codes when this is the first factor. */
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

/** Has a code mailed that confirms the reader's address. */
export function useRequestActivationCode() {
  const withReauthentication = useWithReauthentication();
  return () => withReauthentication(() => call(startEmail));
}

/** Gives the recovery codes when this is the first factor. */
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

/** Removes every factor of the user, for an administrator. */
export function useResetFactors(username: string) {
  const queryClient = useQueryClient();
  const withReauthentication = useWithReauthentication();
  return useMutation({
    mutationFn: () => withReauthentication(() => call(disableMfa, { params: { username } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['users'] }),
  });
}

/** Ends every session of the user; the next look at who is signed in leads to sign-in. */
export function useEnableMfa() {
  const withReauthentication = useWithReauthentication();
  const invalidateMe = useInvalidateMe();
  return useMutation({ mutationFn: () => withReauthentication(() => call(enableMfa)), onSuccess: invalidateMe });
}

/** Which factor sign-in opens with. */
export function useSetDefaultMethod(username: string) {
  const invalidateMe = useInvalidateMe();
  return useMutation({
    mutationFn: (mfa_method: UserInfo['mfa_method']) =>
      call(updateUser, { params: { username }, body: { mfa_method } }),
    onSuccess: invalidateMe,
  });
}
