import type { QueryClient } from '@tanstack/react-query';
import { meQuery } from '../features/auth/index.ts';
import { essentialsQuery } from '../features/settings/index.ts';

/** Pages that show themselves to whoever comes. */
const publicPages = ['/sign-in', '/setup'];

/**
 * Asks, while texts are on their way, for what the page will wait for anyway: on a slow line each wait that follows
 * another is a fifth of a second. Failures are met when the page asks itself.
 */
export function askAhead(queryClient: QueryClient, path: string): void {
  void queryClient.prefetchQuery(essentialsQuery());
  if (publicPages.includes(path)) return;
  void queryClient.prefetchQuery(meQuery());
  void import('./shell/signed-in-frame.tsx').catch(() => undefined);
}
