import { createRoute } from '@tanstack/react-router';
import { screen, texts } from './screen.ts';
import { signedInRoute } from './signed-in-routes.ts';

const myProfileRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/me',
  loader: texts('users', 'devices'),
  component: screen(() => import('../../features/users/screens/my-profile-screen.tsx'), 'MyProfileScreen'),
});

const addOwnDeviceRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/me/devices/new',
  loader: texts('devices'),
  component: screen(() => import('../../features/devices/screens/add-own-device-screen.tsx'), 'AddOwnDeviceScreen'),
});

/** Below `signedInRoute`. */
export const peopleRoutes = [myProfileRoute, addOwnDeviceRoute] as const;
