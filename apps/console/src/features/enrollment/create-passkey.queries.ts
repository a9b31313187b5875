import { browserName } from '@gatewarden/contract/browser-name';
import { addEnrollmentPasskey, openPasskeyHandOver, startEnrollmentPasskey } from '@gatewarden/contract/calls';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { randomToken } from '../../lib/random-token.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import { createKey } from '../auth/index.ts';

/** Whose passkey the link creates. */
export const handOverQuery = (token: string) =>
  queryOptions({
    queryKey: ['passkey-hand-over', token],
    queryFn: ({ signal }) => call(openPasskeyHandOver, { body: { token }, signal }),
    // the link ends with its use
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Resolves with recovery codes, and with what the page of the edge continues. @throws KeyError */
export function useCreatePasskey(token: string) {
  return useMutation({
    mutationFn: async (fallbackName: string) => {
      const rpkc = await createKey(await call(startEnrollmentPasskey, { body: { token } }));
      const name = browserName(navigator.userAgent) ?? fallbackName;
      const continuation = randomToken();
      const { codes } = await call(addEnrollmentPasskey, { body: { token, name, rpkc, continue_with: continuation } });
      return { codes: codes ?? [], continuation };
    },
    gcTime: 0,
  });
}
