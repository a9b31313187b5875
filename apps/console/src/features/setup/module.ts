import { createRoute } from '@tanstack/react-router';
import { searchOf, text } from '../../lib/search.ts';
import { rootRoute } from '../../modules/parent-routes.ts';
import { screen, texts } from '../../modules/screen.ts';
import type english from './texts/en.json';

declare module '../../i18n/resources.ts' {
  interface Texts {
    setup: typeof english;
  }
}

const setupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/setup',
  validateSearch: searchOf({ token: text(128) }),
  loader: texts('setup'),
  component: screen(() => import('./screens/setup-screen.tsx'), 'SetupScreen'),
});

export const routes = { root: [setupRoute] } as const;
