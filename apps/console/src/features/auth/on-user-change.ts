import type { UserInfo } from '@gatewarden/contract/users';
import { hashKey, type QueryClient } from '@tanstack/react-query';
import { meQuery } from './auth.queries.ts';

/**
 * Calls the listener when the session of this browser is suddenly that of another user, who signed in in another tab:
 * everything in the cache, and on the page, belongs to the user before.
 */
export function onUserChange(queryClient: QueryClient, listener: () => void): void {
  const me = hashKey(meQuery().queryKey);
  let shown: number | undefined;
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (query.queryHash !== me) return;
    const before = shown;
    shown = type === 'removed' ? undefined : (query.state.data as UserInfo | undefined)?.id;
    if (before !== undefined && shown !== undefined && shown !== before) listener();
  });
}
