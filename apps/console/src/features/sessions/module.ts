import { createRoute } from '@tanstack/react-router';
import type { Tab } from '../../modules/module.ts';
import { userRoute } from '../../modules/parent-routes.ts';
import { screen, texts } from '../../modules/screen.ts';
import type english from './texts/en.json';

declare module '../../i18n/resources.ts' {
  interface Texts {
    sessions: typeof english;
  }
}

const userSessionsRoute = createRoute({
  getParentRoute: () => userRoute,
  path: '/sessions',
  loader: texts('sessions'),
  component: screen(() => import('./screens/user-sessions-screen.tsx'), 'UserSessionsScreen'),
});

export const routes = { user: [userSessionsRoute] } as const;

export const userTabs: readonly Tab[] = [{ to: '/users/$username/sessions', label: 'users:page.sessions' }];
