import { QueryClientProvider } from '@tanstack/react-query';
import { type RouterHistory, RouterProvider } from '@tanstack/react-router';
import { meQuery } from '../features/auth/index.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { ExtensionsProvider } from '../modules/extensions.tsx';
import { DoubleClickGuard } from '../ui/double-click-guard.ts';
import { ThemeProvider } from '../ui/theme/theme-provider.tsx';
import { clearSessionCache } from './clear-session-cache.ts';
import { extensions } from './extensions.ts';
import { createConsoleRouter } from './router.tsx';

interface Options {
  history?: RouterHistory;
  env?: 'default' | 'test';
}

/** The whole console as one element: cache, router and theme. */
export function createConsole({ history, env = 'default' }: Options = {}) {
  const queryClient = createQueryClient({ onSessionEnd: () => void goToSignIn() });
  const router = createConsoleRouter({ queryClient, ...(history && { history }) });

  /** Runs when the server reports that the session has ended: shows the sign-in page, which returns here afterwards. */
  async function goToSignIn(): Promise<void> {
    // Without a session before, the route decides where to go.
    if (queryClient.getQueryData(meQuery().queryKey) === undefined) return;
    const { pathname, href } = router.latestLocation;
    // an earlier response started this already; the page to return to is the one before
    if (pathname === '/sign-in') return;
    // unsaved changes do not block: no data of the session may stay visible
    await router.navigate({ to: '/sign-in', search: { return_to: href }, ignoreBlocker: true });
    clearSessionCache(queryClient);
  }

  const element = (
    <ThemeProvider env={env}>
      <DoubleClickGuard />
      <QueryClientProvider client={queryClient}>
        <ExtensionsProvider value={extensions}>
          <RouterProvider router={router} />
        </ExtensionsProvider>
      </QueryClientProvider>
    </ThemeProvider>
  );
  return { element, router, queryClient };
}
