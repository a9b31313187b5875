import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, isApiError } from './api-error.ts';

/** How long an answer counts as current. */
const staleMilliseconds = 5_000;
const attempts = 3;

interface Options {
  /** Called when the server says that there is no session (any more). */
  onSessionEnd?: () => void;
}

/** The console's cache of what the server said. Refusals are not repeated: only faults that may pass are. */
export function createQueryClient({ onSessionEnd }: Options = {}): QueryClient {
  const onError = (error: Error) => {
    if (isApiError(error, 'unauthenticated')) onSessionEnd?.();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: staleMilliseconds,
        // what became stale while nobody looked, and nothing else
        refetchOnWindowFocus: ({ state }) => state.isInvalidated,
        retry: (failures, error) => failures < attempts && isTransient(error),
      },
      mutations: { retry: false },
    },
  });
}

function isTransient(error: Error): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}
