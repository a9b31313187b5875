import type { AuthResponse } from '@gatewarden/contract/auth';
import { signInWithPasskey, startPasskeySignIn } from '@gatewarden/contract/calls';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { isApiError } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import { meQuery } from './auth.queries.ts';
import { offerPasskeys, signWithKey, stopOffering, supportsPasskeyAutofill } from './browser-key.ts';

/** Slightly less than the lifetime of the challenge on the server. */
const offerMilliseconds = 9 * 60_000;

/**
 * Signs in with a passkey: on request or, if the browser supports it, when the user picks one of the suggestions at the
 * username field. Caches the user on success. @throws KeyError
 */
export function usePasskeySignIn(onSignedIn: (answer: AuthResponse) => void) {
  const queryClient = useQueryClient();
  const signIn = useCallback(
    async (sign: typeof signWithKey): Promise<AuthResponse> => {
      const answer = await call(signInWithPasskey, { body: await sign(await call(startPasskeySignIn)) });
      queryClient.setQueryData(meQuery().queryKey, answer.user);
      return answer;
    },
    [queryClient],
  );
  const asked = useMutation({ mutationFn: () => signIn(signWithKey), onSuccess: onSignedIn });
  const refused = usePasskeyOffer(asked.isPending, () => signIn(offerPasskeys), onSignedIn);
  return { ask: () => asked.mutate(), isAsking: asked.isPending, error: asked.error ?? refused };
}

/**
 * Lets the browser suggest passkeys while no other request is pending. Returns why the server refused the picked one.
 */
function usePasskeyOffer(
  isPaused: boolean,
  pick: () => Promise<AuthResponse>,
  onSignedIn: (answer: AuthResponse) => void,
) {
  const [refused, setRefused] = useState<Error>();
  const [round, setRound] = useState(0);
  const offer = useEffectEvent(async (isCancelled: () => boolean) => {
    if (!(await supportsPasskeyAutofill())) return;
    try {
      const answer = await pick();
      if (!isCancelled()) onSignedIn(answer);
    } catch (error) {
      // cancelled or not available: the user did nothing, so there is nothing to report
      if (isCancelled() || !isApiError(error, 'passkey_refused')) return;
      setRefused(error);
      setRound((before) => before + 1);
    }
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round starts a new request
  useEffect(() => {
    if (isPaused) return;
    let cancelled = false;
    void offer(() => cancelled);
    const renewal = setTimeout(() => setRound((before) => before + 1), offerMilliseconds);
    return () => {
      cancelled = true;
      clearTimeout(renewal);
    };
  }, [isPaused, round]);
  useEffect(() => stopOffering, []);
  return refused;
}
