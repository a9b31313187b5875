import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext } from '@tanstack/react-router';
import { essentialsQuery } from '../../features/settings/index.ts';
import { RootFrame } from '../frame/root-frame.tsx';
import { RootNotFound } from '../frame/root-not-found.tsx';
import { StartError } from '../frame/start-error.tsx';
import { StartLoader } from '../frame/start-loader.tsx';

/** Above every page: nothing shows before the instance's name and logo are known. */
export const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  beforeLoad: async ({ context }) => {
    await context.queryClient.ensureQueryData(essentialsQuery());
  },
  component: RootFrame,
  pendingComponent: StartLoader,
  // It looks like the page before the console's code has loaded: it appears without a delay and stays no longer than needed.
  pendingMs: 0,
  pendingMinMs: 0,
  errorComponent: StartError,
  notFoundComponent: RootNotFound,
});
