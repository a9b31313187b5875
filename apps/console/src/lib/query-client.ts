import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, isApiError } from './api-error.ts';

/** How long a response is fresh. */
const staleMilliseconds = 5_000;
const attempts = 3;

interface Options {
  /** Called when the server reports that there is no session. */
  onSessionEnd?: () => void;
}

/** Cache of server responses. Retries transient errors only. */
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
        // only data that became stale while the page was hidden
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
