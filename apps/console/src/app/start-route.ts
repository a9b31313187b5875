import { createRoute, redirect } from '@tanstack/react-router';
import { meQuery } from '../features/auth/index.ts';
import { essentialsQuery } from '../features/settings/index.ts';
import { signedInRoute } from '../modules/parent-routes.ts';
import { startPage } from './shell/start-page.ts';

export const startRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/',
  beforeLoad: async ({ context: { queryClient } }) => {
    const [me, essentials] = await Promise.all([
      queryClient.ensureQueryData(meQuery()),
      queryClient.ensureQueryData(essentialsQuery()),
    ]);
    throw redirect({ to: startPage(me, essentials), replace: true });
  },
});
