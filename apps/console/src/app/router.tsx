import type { QueryClient } from '@tanstack/react-query';
import { createRouter, type RouterHistory, stringifySearchWith } from '@tanstack/react-router';
import { adminRoute, rootRoute, signedInRoute } from '../modules/parent-routes.ts';
import { screen } from '../modules/screen.ts';
import { AdminOnly } from './frame/admin-only.tsx';
import { PageError } from './frame/page-error.tsx';
import { PageNotFound } from './frame/page-not-found.tsx';
import { PagePending } from './frame/page-pending.tsx';
import { RootFrame } from './frame/root-frame.tsx';
import { RootNotFound } from './frame/root-not-found.tsx';
import { StartError } from './frame/start-error.tsx';
import { StartLoader } from './frame/start-loader.tsx';
import { createRouteContext } from './route-context.ts';
import { routeTree } from './route-tree.ts';

// It looks like the page before the console's code has loaded: it appears without a delay and stays no longer than
// needed.
const withStartLoader = { pendingComponent: StartLoader, pendingMs: 0, pendingMinMs: 0 };

rootRoute.update({
  ...withStartLoader,
  component: RootFrame,
  errorComponent: StartError,
  notFoundComponent: RootNotFound,
});
signedInRoute.update({
  ...withStartLoader,
  component: screen(() => import('./shell/signed-in-frame.tsx'), 'SignedInFrame'),
});
adminRoute.update({ component: AdminOnly });

/** Longer than this and a page that is fetched shows its skeleton. */
const pendingMilliseconds = 200;

interface Options {
  queryClient: QueryClient;
  /** The browser's own unless told otherwise. */
  history?: RouterHistory;
}

/** Texts such as `12` are written without quotes, because the readers of search parameters accept them as they are parsed. */
const stringifySearch = stringifySearchWith(JSON.stringify, (text) => {
  const value: unknown = JSON.parse(text);
  // a failure means that the text is written as it is
  if (typeof value !== 'object' && String(value) === text) throw new Error('unambiguous');
});

export function createConsoleRouter({ queryClient, history }: Options) {
  return createRouter({
    routeTree,
    context: createRouteContext(queryClient),
    ...(history && { history }),
    stringifySearch,
    defaultPreload: 'intent',
    // Query decides what is stale; the router only sees to it that a screen's data is asked for.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: pendingMilliseconds,
    defaultPendingComponent: PagePending,
    defaultErrorComponent: PageError,
    defaultNotFoundComponent: PageNotFound,
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
