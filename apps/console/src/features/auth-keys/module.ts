import { authKeyActivity } from '@gatewarden/contract/auth-keys.names';
import { createRoute } from '@tanstack/react-router';
import type { EventAreas, Tab } from '../../modules/module.ts';
import { userRoute } from '../../modules/parent-routes.ts';
import { screen } from '../../modules/screen.ts';
import type english from './texts/en.json';

declare module '../../i18n/resources.ts' {
  interface Texts {
    'auth-keys': typeof english;
  }
}

const userKeysRoute = createRoute({
  getParentRoute: () => userRoute,
  path: '/keys',
  component: screen(() => import('./screens/user-keys-screen.tsx'), 'UserKeysScreen'),
});

export const routes = { user: [userKeysRoute] } as const;

export const userTabs: readonly Tab[] = [{ to: '/users/$username/keys', label: 'users:page.keys' }];

export const eventAreas = {
  keys: authKeyActivity,
} as const satisfies EventAreas;
