import type { QueryClient } from '@tanstack/react-query';

/** Forgets what the session had seen, so that the next person on this browser does not. The instance's own facts stay. */
export function clearSessionCache(queryClient: QueryClient): void {
  queryClient.removeQueries({
    predicate: ({ queryKey }) => !(queryKey[0] === 'settings' && queryKey[1] === 'essentials'),
  });
}
