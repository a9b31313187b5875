import type { QueryClient } from '@tanstack/react-query';
import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { PageError } from './frame/page-error.tsx';
import { PageNotFound } from './frame/page-not-found.tsx';
import { PagePending } from './frame/page-pending.tsx';
import { networkRoutes } from './routes/network-routes.ts';
import { ownRoutes, peopleRoutes } from './routes/people-routes.ts';
import { setupRoute, signInRoute } from './routes/public-routes.ts';
import { rootRoute } from './routes/root-route.ts';
import { adminRoute, signedInRoute, startRoute } from './routes/signed-in-routes.ts';
import { systemRoutes } from './routes/system-routes.ts';

const routeTree = rootRoute.addChildren([
  signInRoute,
  setupRoute,
  signedInRoute.addChildren([
    startRoute,
    ...ownRoutes,
    adminRoute.addChildren([...networkRoutes, ...peopleRoutes, ...systemRoutes]),
  ]),
]);

/** Longer than this and a page that is fetched shows its skeleton. */
const pendingMilliseconds = 200;

interface Options {
  queryClient: QueryClient;
  /** The browser's own unless told otherwise. */
  history?: RouterHistory;
}

export function createConsoleRouter({ queryClient, history }: Options) {
  return createRouter({
    routeTree,
    context: { queryClient },
    ...(history && { history }),
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
