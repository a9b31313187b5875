import { createRoute } from '@tanstack/react-router';
import { loadTexts } from '../../i18n/i18n.ts';
import { fetchAhead } from '../../lib/fetch-ahead.ts';
import { signedInRoute } from '../../modules/parent-routes.ts';
import { screen, texts } from '../../modules/screen.ts';
import { launcherQuery } from '../openid-apps/index.ts';
import type english from './texts/en.json';

declare module '../../i18n/resources.ts' {
  interface Texts {
    profile: typeof english;
  }
}

const profileRoute = createRoute({
  getParentRoute: () => signedInRoute,
  id: 'profile',
  loader: texts('profile', 'users'),
  component: screen(() => import('./screens/profile-frame.tsx'), 'ProfileFrame'),
});

const myDevicesRoute = createRoute({
  getParentRoute: () => profileRoute,
  path: '/me',
  loader: ({ context: { queryClient } }) => {
    fetchAhead(queryClient, launcherQuery());
    return loadTexts('devices', 'mfa', 'openid-apps');
  },
  component: screen(() => import('./screens/my-devices-screen.tsx'), 'MyDevicesScreen'),
});

const myApplicationsRoute = createRoute({
  getParentRoute: () => profileRoute,
  path: '/me/applications',
  loader: ({ context: { queryClient } }) => {
    fetchAhead(queryClient, launcherQuery());
    return loadTexts('openid-apps');
  },
  component: screen(() => import('./screens/my-applications-screen.tsx'), 'MyApplicationsScreen'),
});

const mySecurityRoute = createRoute({
  getParentRoute: () => profileRoute,
  path: '/me/security',
  loader: texts('mfa', 'sessions', 'emergency-stop', 'identity-providers'),
  component: screen(() => import('./screens/my-security-screen.tsx'), 'MySecurityScreen'),
});

const myKeysRoute = createRoute({
  getParentRoute: () => profileRoute,
  path: '/me/keys',
  loader: texts('auth-keys', 'yubikeys', 'api-tokens'),
  component: screen(() => import('./screens/my-keys-screen.tsx'), 'MyKeysScreen'),
});

const myAccountRoute = createRoute({
  getParentRoute: () => profileRoute,
  path: '/me/account',
  component: screen(() => import('./screens/my-account-screen.tsx'), 'MyAccountScreen'),
});

export const routes = {
  signedIn: [
    profileRoute.addChildren([myDevicesRoute, myApplicationsRoute, mySecurityRoute, myKeysRoute, myAccountRoute]),
  ],
} as const;
