import { createRoute } from '@tanstack/react-router';
import { screen, texts } from './screen.ts';
import { signedInRoute } from './signed-in-routes.ts';

const myProfileRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/me',
  loader: texts('users'),
  component: screen(() => import('../../features/users/screens/my-profile-screen.tsx'), 'MyProfileScreen'),
});

/** Below `signedInRoute`. */
export const peopleRoutes = [myProfileRoute] as const;
