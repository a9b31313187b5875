import { apiTokenActivity } from '@gatewarden/contract/api-tokens.names';
import { createRoute } from '@tanstack/react-router';
import type { EventAreas, Tab } from '../../modules/module.ts';
import { userRoute } from '../../modules/parent-routes.ts';
import { screen, texts } from '../../modules/screen.ts';
import type english from './texts/en.json';

declare module '../../i18n/resources.ts' {
  interface Texts {
    'api-tokens': typeof english;
  }
}

const userTokensRoute = createRoute({
  getParentRoute: () => userRoute,
  path: '/tokens',
  loader: texts('api-tokens'),
  component: screen(() => import('./screens/user-tokens-screen.tsx'), 'UserTokensScreen'),
});

export const routes = { user: [userTokensRoute] } as const;

export const userTabs: readonly Tab[] = [{ to: '/users/$username/tokens', label: 'users:page.tokens' }];

export const eventAreas = {
  keys: apiTokenActivity,
} as const satisfies EventAreas;
