import {
  type MutationCacheNotifyEvent,
  type Query,
  type QueryCacheNotifyEvent,
  QueryClient,
} from '@tanstack/react-query';
import { ApiError, isApiError } from './api-error.ts';
import { TimedQueryCache } from './timed-query-cache.ts';

/** How long a response is fresh, unless core reports changes of it. */
const staleMilliseconds = 5_000;
const attempts = 3;
/** Before the second attempt; doubled for each further one. */
const retryMilliseconds = 500;

/** Cache of server responses. Retries transient errors only. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new TimedQueryCache(),
    defaultOptions: {
      queries: {
        staleTime: staleMilliseconds,
        // otherwise they wait without a word while the browser believes to be offline
        networkMode: 'always',
        retryDelay: (failures) => retryMilliseconds * 2 ** failures,
        // only data that became stale while the page was hidden
        refetchOnWindowFocus: ({ state }) => state.isInvalidated,
        retry: (failures, error) => failures < attempts && isTransient(error),
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** Fetches again what failed while the server was away, as far as it is shown. */
export function refetchFailed(queryClient: QueryClient): void {
  const predicate = ({ state }: Query) =>
    state.status === 'error' || state.error !== null || state.fetchFailureCount > 0;
  void queryClient.invalidateQueries({ predicate });
}

/** Calls the listener when an answer says that there is no session, for example because it ended. */
export function onSessionEnd(queryClient: QueryClient, listener: () => void): void {
  const notify = (event: QueryCacheNotifyEvent | MutationCacheNotifyEvent) => {
    if (event.type !== 'updated' || event.action.type !== 'error') return;
    if (isApiError(event.action.error, 'unauthenticated')) listener();
  };
  queryClient.getQueryCache().subscribe(notify);
  queryClient.getMutationCache().subscribe(notify);
}

function isTransient(error: Error): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}
