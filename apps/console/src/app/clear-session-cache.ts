import type { QueryClient } from '@tanstack/react-query';
import { clearRecents } from '../features/search/index.ts';
import { clearDrafts } from '../features/settings/index.ts';
import { toast } from '../ui/toast.tsx';

/**
 * Removes all cached data of the session, so that the next user of this browser does not see it, its errors and unsaved settings. Keeps the essentials.
 */
export function clearSessionCache(queryClient: QueryClient): void {
  toast.clearErrors();
  clearRecents();
  clearDrafts();
  queryClient.removeQueries({
    predicate: ({ queryKey }) => !(queryKey[0] === 'settings' && queryKey[1] === 'essentials'),
  });
}
