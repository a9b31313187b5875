import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useSignOut } from '../../features/auth/index.ts';
import { showFailure } from '../../lib/form-errors.ts';
import { forgetSession } from '../session-end.ts';

/** Signs out and goes to sign-in; nothing of the session stays in this browser's memory. */
export function useLeave(): { leave: () => void; leaving: boolean } {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const leave = () =>
    signOut.mutate(undefined, {
      onSuccess: async () => {
        await navigate({ to: '/sign-in', ignoreBlocker: true });
        forgetSession(queryClient);
      },
      onError: showFailure,
    });
  return { leave, leaving: signOut.isPending };
}
