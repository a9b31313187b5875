import { continueInteraction, decideInteraction } from '@gatewarden/contract/calls';
import { useQueryClient } from '@tanstack/react-query';
import { isApiError } from '../../../lib/api-error.ts';
import { call } from '../../../lib/call.ts';
import { pathOf } from '../../../lib/path-of.ts';
import { useMutation } from '../../../lib/use-mutation.ts';
import { interactionQuery } from '../../auth/index.ts';

/** Path that continues the sign-in to the application at the server. */
export const continuationOf = (uid: string) => pathOf(continueInteraction, { uid });

/** Address of the sign-in page, which continues the interaction afterwards. */
export const signInAddressOf = (uid: string) => `${window.location.origin}${continuationOf(uid)}`;

/** Refusals of a decision about a step that is no longer the current one. */
const outdated = ['openid_interaction_changed', 'openid_interaction_expired', 'unauthenticated'] as const;

/** Accepts what the user was shown, or declines, and sends the browser where the server says. */
export function useDecide(uid: string, scopes: readonly string[] = []) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (accept: boolean) =>
      call(decideInteraction, { params: { uid }, body: { accept, scopes: [...scopes] } }),
    onSuccess: ({ location }) => window.location.assign(location),
    onError: (error) => {
      // the page then shows what comes next, such as sign-in
      if (outdated.some((code) => isApiError(error, code))) void queryClient.invalidateQueries(interactionQuery(uid));
    },
  });
}
