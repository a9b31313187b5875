import type { EnsureQueryDataOptions, QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Requests what a screen shows first, in parallel with the code of the screen, unless it is cached. The screen uses the
 * same query: it waits for this request, and it handles its failure.
 */
export function fetchAhead<Fetched, Failure, Data, Key extends QueryKey>(
  queryClient: QueryClient,
  query: EnsureQueryDataOptions<Fetched, Failure, Data, Key>,
): void {
  queryClient.ensureQueryData(query).catch(() => undefined);
}
