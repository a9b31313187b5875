import { createRoute } from '@tanstack/react-router';
import { signedInRoute } from '../modules/parent-routes.ts';
import { PageNotFound } from './frame/page-not-found.tsx';

/** Any other address, so that a signed-in user keeps the navigation. */
export const unknownRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '$',
  staticData: { isUnknown: true },
  component: PageNotFound,
});
