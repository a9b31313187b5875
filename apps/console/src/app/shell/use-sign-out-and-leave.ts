import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useSignOut } from '../../features/auth/index.ts';
import { showFailure } from '../../lib/form-errors.ts';
import { clearSessionCache } from '../clear-session-cache.ts';

/** Signs out, shows the sign-in page and removes all cached data of the session. */
export function useSignOutAndLeave(): { leave: () => void; isLeaving: boolean } {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const leave = () =>
    signOut.mutate(undefined, {
      onSuccess: async () => {
        await navigate({ to: '/sign-in', ignoreBlocker: true });
        clearSessionCache(queryClient);
      },
      onError: showFailure,
    });
  return { leave, isLeaving: signOut.isPending };
}
