import { removeOwnPassword, setOwnPassword } from '@gatewarden/contract/calls';
import type { BodyInputOf } from '@gatewarden/contract/endpoint';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import { useWithProof } from '../../lib/with-proof.ts';

function useOwnAccountChanged() {
  const queryClient = useQueryClient();
  return () => Promise.all(['users', 'me'].map((topic) => queryClient.invalidateQueries({ queryKey: [topic] })));
}

/** After it, only passkeys sign in. */
export function useRemoveOwnPassword() {
  const withProof = useWithProof();
  const onSuccess = useOwnAccountChanged();
  return useMutation({ mutationFn: () => withProof(() => call(removeOwnPassword)), onSuccess });
}

/** For users without a password. */
export function useSetOwnPassword() {
  const withProof = useWithProof();
  const onSuccess = useOwnAccountChanged();
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof setOwnPassword>) => withProof(() => call(setOwnPassword, { body })),
    onSuccess,
  });
}
