import { createRoute } from '@tanstack/react-router';
import { signedInRoute } from '../../modules/parent-routes.ts';
import { screen, texts } from '../../modules/screen.ts';

const myProfileRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/me',
  loader: texts('users', 'devices', 'auth-keys', 'mfa', 'sessions', 'api-tokens', 'emergency-stop'),
  component: screen(() => import('./screens/my-profile-screen.tsx'), 'MyProfileScreen'),
});

export const routes = { signedIn: [myProfileRoute] } as const;
