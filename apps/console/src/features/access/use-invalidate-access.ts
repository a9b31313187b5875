import { type Query, useQueryClient } from '@tanstack/react-query';

interface Options {
  /** Queries that become stale without being refetched. */
  except?: (query: Query) => boolean;
}

/** Returns a function that makes everything about access rules stale, and resolves when what is shown has been refetched. */
export function useInvalidateAccess({ except }: Options = {}): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    const queryKey = ['access'];
    if (!except) return queryClient.invalidateQueries({ queryKey });
    await queryClient.invalidateQueries({ queryKey, predicate: except, refetchType: 'none' });
    await queryClient.invalidateQueries({ queryKey, predicate: (query) => !except(query) });
  };
}
