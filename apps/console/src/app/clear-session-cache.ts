import type { QueryClient } from '@tanstack/react-query';

/**
 * Removes all cached data of the session, so that the next user of this browser does not see it. Keeps the essentials.
 */
export function clearSessionCache(queryClient: QueryClient): void {
  queryClient.removeQueries({
    predicate: ({ queryKey }) => !(queryKey[0] === 'settings' && queryKey[1] === 'essentials'),
  });
}
