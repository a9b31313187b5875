import type { QueryClient } from '@tanstack/react-query';
import { createRoute, redirect } from '@tanstack/react-router';
import { meQuery } from '../../features/auth/index.ts';
import { essentialsQuery } from '../../features/settings/index.ts';
import { setupQuery } from '../../features/setup/index.ts';
import { isApiError } from '../../lib/api-error.ts';
import { AdminOnly } from '../frame/admin-only.tsx';
import { StartLoader } from '../frame/start-loader.tsx';
import { startPage } from '../shell/start-page.ts';
import { rootRoute } from './root-route.ts';
import { screen } from './screen.ts';

/** Everything for which somebody has to be signed in; others go to sign-in and come back. */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: async ({ context, location }) => {
    try {
      const me = await context.queryClient.ensureQueryData(meQuery());
      return { me };
    } catch (error) {
      if (!isApiError(error, 'unauthenticated')) throw error;
      if (await needsSetup(context.queryClient)) throw redirect({ to: '/setup' });
      throw redirect({ to: '/sign-in', search: location.href === '/' ? {} : { return_to: location.href } });
    }
  },
  component: screen(() => import('../shell/signed-in-frame.tsx'), 'SignedInFrame'),
  pendingComponent: StartLoader,
  // It looks like the page before the console's code has loaded: it appears without a delay and stays no longer than needed.
  pendingMs: 0,
  pendingMinMs: 0,
});

/** Nobody can sign in to an instance without an administrator. When that cannot be found out, sign-in is the better guess. */
async function needsSetup(queryClient: QueryClient): Promise<boolean> {
  const setup = await queryClient.ensureQueryData(setupQuery()).catch(() => undefined);
  return setup?.required === true;
}

/** Everything for administrators. Screens ask for their data when they are shown, so nobody else asks for it. */
export const adminRoute = createRoute({
  getParentRoute: () => signedInRoute,
  id: 'admin',
  component: AdminOnly,
});

export const startRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/',
  beforeLoad: async ({ context }) => {
    const essentials = await context.queryClient.ensureQueryData(essentialsQuery());
    throw redirect({ to: startPage(context.me, essentials), replace: true });
  },
});
