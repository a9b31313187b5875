import { browserName } from '@gatewarden/contract/browser-name';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { createKey } from '../features/auth/index.ts';
import { generateKeyPair } from '../features/devices/index.ts';
import type { Language } from '../i18n/language.ts';
import { isApiError } from '../lib/api-error.ts';
import { useMutation } from '../lib/use-mutation.ts';
import { callEdge } from './edge-call.ts';
import { clearContinuation, keptContinuation, newContinuation } from './kept-in-tab.ts';

/** For mails to people who have not chosen a language yet. */
const pageLanguage = () => i18next.language as Language;

/** Name and logo of the instance. */
export const edgeQuery = () =>
  queryOptions({ queryKey: ['edge'], queryFn: () => callEdge('/edge', {}), staleTime: Number.POSITIVE_INFINITY });

/** Continues a session whose token was replaced: the answer was lost, or the console created the passkey. */
async function readSession() {
  try {
    return await callEdge('/enrollment/session', {});
  } catch (error) {
    const token = keptContinuation();
    if (token === undefined || !isApiError(error, 'enrollment_session_ended')) throw error;
    try {
      await callEdge('/enrollment/start', { token, language: pageLanguage() });
    } catch (unused) {
      throw isApiError(unused, 'enrollment_token_invalid') ? error : unused;
    }
    return callEdge('/enrollment/session', {});
  }
}

/** The session of this browser, with what is left to do. */
export const sessionQuery = () =>
  queryOptions({
    queryKey: ['session'],
    queryFn: async () => {
      const session = await readSession();
      if (session.user.enrolled) clearContinuation();
      return { ...session, readAt: performance.now() };
    },
    staleTime: 0,
  });
export type Session = NonNullable<Awaited<ReturnType<NonNullable<ReturnType<typeof sessionQuery>['queryFn']>>>>;

function useInvalidateSession() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ['session'] });
}

/** Begins the session of a token, or continues it. */
export function useStartSession() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (token: string) => callEdge('/enrollment/start', { token, language: pageLanguage() }),
    // of another token
    onSuccess: () => {
      clearContinuation();
      queryClient.removeQueries({ queryKey: ['session'] });
    },
  });
}

/** Sets the phone number and the first password. */
export function useActivate() {
  const onSuccess = useInvalidateSession();
  const onError = useContinueIfEnrolled();
  return useMutation({
    mutationFn: ({ phone, password }: { phone: string; password: string }) => {
      const chosen = { phone_number: phone || null, password, language: pageLanguage() };
      return callEdge('/enrollment/activate_user', { ...chosen, continue_with: newContinuation() });
    },
    ...{ onSuccess, onError },
  });
}

/** The step may have been completed in another tab, or its answer was lost: then the next one follows. */
function useContinueIfEnrolled() {
  const invalidate = useInvalidateSession();
  return (error: Error) => {
    if (isApiError(error, 'already_enrolled') || isApiError(error, 'enrollment_session_ended')) void invalidate();
  };
}

/** Creates a passkey on this page and stores it with the phone number. Resolves with recovery codes. @throws KeyError */
export function useCreatePasskey() {
  const onError = useContinueIfEnrolled();
  return useMutation({
    mutationFn: async ({ phone, fallbackName }: { phone: string; fallbackName: string }) => {
      const rpkc = await createKey(await callEdge('/enrollment/passkey/start', {}));
      const name = browserName(navigator.userAgent) ?? fallbackName;
      const chosen = { phone_number: phone || null, name, language: pageLanguage() };
      const body = { ...chosen, rpkc, continue_with: newContinuation() };
      return (await callEdge('/enrollment/passkey/finish', body)).recovery_codes;
    },
    onError,
    gcTime: 0,
  });
}

/** Resolves with the address at which the console creates the passkey. */
export function useHandOverPasskey() {
  const onError = useContinueIfEnrolled();
  return useMutation({
    mutationFn: async (phone: string) => {
      const chosen = { phone_number: phone || null, language: pageLanguage() };
      return (await callEdge('/enrollment/passkey/hand-over', chosen)).url;
    },
    onError,
    gcTime: 0,
  });
}

export type FactorMethod = 'Totp' | 'Email';

/** Resolves with the secret for an authenticator app; with null after a code was mailed. */
export function useStartFactor() {
  return useMutation({
    mutationFn: async (method: FactorMethod) =>
      (await callEdge('/enrollment/register-mfa/code/start', { method })).totp_secret,
    // the secret must not stay in the cache
    gcTime: 0,
  });
}

/** Resolves with recovery codes. */
export function useFinishFactor() {
  return useMutation({
    mutationFn: async (proof: { method: FactorMethod; code: string }) =>
      (await callEdge('/enrollment/register-mfa/code/finish', proof)).recovery_codes,
    gcTime: 0,
  });
}

/** Resolves with recovery codes in place of those that the person lost. */
export function useReplaceLostCodes() {
  return useMutation({
    mutationFn: async () => (await callEdge('/enrollment/recovery-codes', {})).recovery_codes,
    gcTime: 0,
  });
}

interface NewDevice {
  readonly name: string;
  /** Undefined: a key pair is generated. */
  readonly publicKey: string | undefined;
}

/** Sends only the public key; the result has the private key that belongs to it, unless only the user has it. */
export function useAddDevice() {
  return useMutation({
    mutationFn: async ({ name, publicKey }: NewDevice) => {
      const keys = publicKey === undefined ? await generateKeyPair() : { publicKey, privateKey: undefined };
      const { device, configs } = await callEdge('/enrollment/create_device', { name, pubkey: keys.publicKey });
      return { device, configs, privateKey: keys.privateKey };
    },
    // the private key must not stay in the cache
    gcTime: 0,
  });
}

/** Ends the session. */
export function useFinishSession() {
  return useMutation({ mutationFn: () => callEdge('/enrollment/finish', {}) });
}

export function useRequestReset() {
  return useMutation({
    mutationFn: (email: string) => callEdge('/password-reset/request', { email, language: pageLanguage() }),
  });
}

/** Whether the token of a mail can be used. Does not use it: programs that check mails open links. */
export const resetLinkQuery = (token: string) =>
  queryOptions({
    queryKey: ['password-reset', token],
    queryFn: () => callEdge('/password-reset/check', { token }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });

/** Uses the token of a mail, so that a program that only opens the link does not. */
export function useResetPassword() {
  return useMutation({
    mutationFn: async ({ token, password }: { token: string; password: string }) => {
      await callEdge('/password-reset/start', { token, language: pageLanguage() });
      return callEdge('/password-reset/reset', { password });
    },
  });
}
