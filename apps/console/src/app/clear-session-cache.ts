import type { QueryClient } from '@tanstack/react-query';
import { clearRecents } from '../features/search/index.ts';
import { toast } from '../ui/toast.tsx';

/**
 * Removes all cached data of the session, so that the next user of this browser does not see it, and its errors. Keeps the essentials.
 */
export function clearSessionCache(queryClient: QueryClient): void {
  toast.clearErrors();
  clearRecents();
  queryClient.removeQueries({
    predicate: ({ queryKey }) => !(queryKey[0] === 'settings' && queryKey[1] === 'essentials'),
  });
}
