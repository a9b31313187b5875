import type { QueryClient } from '@tanstack/react-query';
import { meQuery } from '../features/auth/index.ts';
import { essentialsQuery } from '../features/settings/index.ts';

/** Pages for users who are not signed in. */
const publicPages = ['/sign-in', '/setup'];

/**
 * Fetches, while texts are loading, what the page waits for anyway: on a slow line each wait that follows another is a
 * fifth of a second. The page handles failures when it reads the same itself.
 */
export function prefetchStart(queryClient: QueryClient, path: string): void {
  void queryClient.prefetchQuery(essentialsQuery());
  if (publicPages.includes(path)) return;
  void queryClient.prefetchQuery(meQuery());
  prefetchConsole();
}

/** Fetches the code of the console beyond sign-in. */
export function prefetchConsole(): void {
  const files = [import('./create-console.tsx'), import('./shell/signed-in-frame.tsx')];
  for (const file of files) file.catch(() => undefined);
}
