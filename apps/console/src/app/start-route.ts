import { createRoute, redirect } from '@tanstack/react-router';
import { meQuery } from '../features/auth/index.ts';
import { signedInRoute } from '../modules/parent-routes.ts';
import { startPage } from './shell/start-page.ts';

export const startRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/',
  beforeLoad: async ({ context: { queryClient } }) => {
    throw redirect({ to: startPage(await queryClient.ensureQueryData(meQuery())), replace: true });
  },
});
