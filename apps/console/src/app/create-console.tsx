import { QueryClientProvider } from '@tanstack/react-query';
import { type RouterHistory, RouterProvider } from '@tanstack/react-router';
import { createQueryClient } from '../lib/query-client.ts';
import { ThemeProvider } from '../ui/theme/theme-provider.tsx';
import { createConsoleRouter } from './router.tsx';
import { forgetSession } from './session-end.ts';

interface Options {
  history?: RouterHistory;
  env?: 'default' | 'test';
}

/** The whole console, as one element: cache, router, look. */
export function createConsole({ history, env = 'default' }: Options = {}) {
  const queryClient = createQueryClient({ onSessionEnd: () => void leave() });
  const router = createConsoleRouter({ queryClient, ...(history && { history }) });

  /** The server says that the session has ended: sign-in takes over and comes back here. */
  async function leave(): Promise<void> {
    const { href, pathname } = router.state.location;
    // Before the first page, and on pages for everybody, the route itself decides.
    if (!router.state.matches.some((match) => match.routeId === '/signed-in') || pathname === '/sign-in') return;
    await router.navigate({ to: '/sign-in', search: { return_to: href } });
    forgetSession(queryClient);
  }

  const element = (
    <ThemeProvider env={env}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </ThemeProvider>
  );
  return { element, router, queryClient };
}
