import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/** How long an answer counts as current, in milliseconds. */
const staleMilliseconds = 5_000;
const attempts = 3;

/** The console's cache of what the server said. Refusals are not repeated: only faults that may pass are. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: staleMilliseconds,
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < attempts && mayPass(error),
      },
      mutations: { retry: false },
    },
  });
}

function mayPass(error: Error): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}
