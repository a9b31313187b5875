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

/** The whole console, as one element: cache, router, look. */
export function createConsole({ history, env = 'default' }: Options = {}) {
  const queryClient = createQueryClient({ onSessionEnd: () => void goToSignIn() });
  const router = createConsoleRouter({ queryClient, ...(history && { history }) });

  /** The server says that the session has ended: sign-in takes over and comes back here. */
  async function goToSignIn(): Promise<void> {
    // Where there was none, the route itself decides where to go.
    if (queryClient.getQueryData(meQuery().queryKey) === undefined) return;
    const { pathname, href } = router.latestLocation;
    // an earlier answer said so; what is remembered is the page before
    if (pathname === '/sign-in') return;
    // nothing of the session stays visible, not even to be saved
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
