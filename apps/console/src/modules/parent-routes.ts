import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, notFound } from '@tanstack/react-router';
import { texts } from './screen.ts';

/** What the console hands to every route. */
export interface RouteContext {
  readonly queryClient: QueryClient;
  /** Resolves once the instance's name and logo are known. */
  readonly loadInstance: () => Promise<void>;
  /** @throws a redirect to sign-in, which comes back to `href`, unless a user is signed in */
  readonly requireSession: (href: string) => Promise<void>;
}

// The routes below which features put theirs. What they show is set by those who own it: `app/`, and the feature's `module.ts`.

/** Above every page. */
export const rootRoute = createRootRouteWithContext<RouteContext>()({
  beforeLoad: ({ context }) => context.loadInstance(),
});

/** Pages of signed-in users. */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: ({ context, location }) => context.requireSession(location.href),
});

/** Pages of administrators. */
export const adminRoute = createRoute({ getParentRoute: () => signedInRoute, id: 'admin' });

/** The page of one user, as tabs. */
export const userRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/users/$username',
  loader: texts('users', 'devices', 'groups', 'auth-keys', 'mfa', 'emergency-stop'),
});

const maxId = 2_147_483_647;

/** Shows "not found" without a call when the path has what cannot be an id. */
export function requireLocationId({ params }: { params: { locationId: string } }): void {
  const isId =
    /^\d{1,10}$/.test(params.locationId) && Number(params.locationId) >= 1 && Number(params.locationId) <= maxId;
  if (!isId) throw notFound();
}

/** The page of one location, as tabs. */
export const locationRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/locations/$locationId',
  beforeLoad: requireLocationId,
  loader: texts('locations'),
});
