import { removeOwnPassword, setOwnPassword } from '@gatewarden/contract/calls';
import type { BodyInputOf } from '@gatewarden/contract/endpoint';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import { useWithReauthentication } from '../../lib/with-reauthentication.ts';

function useInvalidateOwnAccount() {
  const queryClient = useQueryClient();
  return () => Promise.all(['users', 'me'].map((topic) => queryClient.invalidateQueries({ queryKey: [topic] })));
}

/** Afterwards only passkeys sign in. */
export function useRemoveOwnPassword() {
  const withReauthentication = useWithReauthentication();
  const onSuccess = useInvalidateOwnAccount();
  return useMutation({ mutationFn: () => withReauthentication(() => call(removeOwnPassword)), onSuccess });
}

/** For users without a password. */
export function useSetOwnPassword() {
  const withReauthentication = useWithReauthentication();
  const onSuccess = useInvalidateOwnAccount();
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof setOwnPassword>) =>
      withReauthentication(() => call(setOwnPassword, { body })),
    onSuccess,
  });
}
