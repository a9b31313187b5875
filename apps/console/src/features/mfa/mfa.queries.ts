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
import { useWithProof } from '../../lib/with-proof.ts';
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
  const withProof = useWithProof();
  return useMutation({
    mutationFn: () => withProof(() => call(replaceRecoveryCodes)),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: recoveryCodesKey }),
  });
}

function useMeIsStale() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ['me'] });
}

export function useProveWithPassword() {
  return useMutation({
    mutationFn: (body: { password: string }) => call(proveWithPassword, { body }),
  });
}

/** A secret for an authenticator app; it counts once a code confirmed it. */
export function useStartTotp() {
  const withProof = useWithProof();
  return useMutation({ mutationFn: () => withProof(() => call(startTotp)) });
}

/** Gives the recovery codes when this is the first factor. */
export function useConfirmTotp() {
  const withProof = useWithProof();
  const meIsStale = useMeIsStale();
  return useMutation({
    mutationFn: (body: { code: string }) => withProof(() => call(confirmTotp, { body })),
    onSuccess: meIsStale,
  });
}

export function useRemoveTotp() {
  const withProof = useWithProof();
  const meIsStale = useMeIsStale();
  return useMutation({ mutationFn: () => withProof(() => call(removeTotp)), onSuccess: meIsStale });
}

/** Has a code mailed that confirms the reader's address. */
export function useRequestActivationCode() {
  const withProof = useWithProof();
  return () => withProof(() => call(startEmail));
}

/** Gives the recovery codes when this is the first factor. */
export function useConfirmEmail() {
  const withProof = useWithProof();
  const meIsStale = useMeIsStale();
  return useMutation({
    mutationFn: (body: { code: string }) => withProof(() => call(confirmEmail, { body })),
    onSuccess: meIsStale,
  });
}

export function useRemoveEmail() {
  const withProof = useWithProof();
  const meIsStale = useMeIsStale();
  return useMutation({ mutationFn: () => withProof(() => call(removeEmail)), onSuccess: meIsStale });
}

/** Removes every factor of the user, for an administrator. */
export function useResetFactors(username: string) {
  const queryClient = useQueryClient();
  const withProof = useWithProof();
  return useMutation({
    mutationFn: () => withProof(() => call(disableMfa, { params: { username } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['users'] }),
  });
}

/** Ends every session of the user; the next look at who is signed in leads to sign-in. */
export function useEnableMfa() {
  const withProof = useWithProof();
  const meIsStale = useMeIsStale();
  return useMutation({ mutationFn: () => withProof(() => call(enableMfa)), onSuccess: meIsStale });
}

/** Which factor sign-in opens with. */
export function useChooseMethod(username: string) {
  const meIsStale = useMeIsStale();
  return useMutation({
    mutationFn: (mfa_method: UserInfo['mfa_method']) =>
      call(updateUser, { params: { username }, body: { mfa_method } }),
    onSuccess: meIsStale,
  });
}
