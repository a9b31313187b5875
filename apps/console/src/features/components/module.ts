import { createRoute } from '@tanstack/react-router';
import { rootRoute } from '../../modules/parent-routes.ts';
import { screen } from '../../modules/screen.ts';

/** Every component of the console in every state, for developers and for the comparison of pictures; linked nowhere. */
const componentsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/components',
  component: screen(() => import('./screens/components-screen.tsx'), 'ComponentsScreen'),
});

export const routes = { root: [componentsRoute] } as const;
