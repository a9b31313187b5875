import { type RouterHistory, RouterProvider } from '@tanstack/react-router';
import { meQuery, onUserChange } from '../features/auth/index.ts';
import { onSessionEnd } from '../lib/query-client.ts';
import { abandonInput } from '../lib/unsaved-input.ts';
import { ExtensionsProvider } from '../modules/extensions.tsx';
import { type ProviderOptions, Providers } from '../ui/providers.tsx';
import { clearSessionCache } from './clear-session-cache.ts';
import { extensions } from './extensions.ts';
import { createConsoleRouter } from './router.tsx';

interface Options extends ProviderOptions {
  history?: RouterHistory;
}

/** The whole console as one element: cache, router and theme. */
export function createConsole({ queryClient, history, env = 'default' }: Options) {
  const router = createConsoleRouter({ queryClient, ...(history && { history }) });
  onSessionEnd(queryClient, () => void goToSignIn());
  onUserChange(queryClient, () => {
    clearSessionCache(queryClient);
    abandonInput();
    // not by the router: forms and open dialogs would keep what the user before has typed
    window.location.replace('/');
  });

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
    <Providers queryClient={queryClient} env={env}>
      <ExtensionsProvider value={extensions}>
        <RouterProvider router={router} />
      </ExtensionsProvider>
    </Providers>
  );
  return { element, router };
}
