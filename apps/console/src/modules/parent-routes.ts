import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, isRedirect, notFound, rootRouteId } from '@tanstack/react-router';
import { flag, searchOf } from '../lib/search.ts';
import type { FeatureFlag } from './module.ts';
import { texts } from './screen.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The page, and those below it, exist only while this is enabled; absent: always. */
    readonly flag?: FeatureFlag;
    /** Matches every address without a page. */
    readonly isUnknown?: boolean;
  }
}

/** Context of every route. */
export interface RouteContext {
  readonly queryClient: QueryClient;
  /**
   * Whether a loader may request the data of a page for administrators: the user is one, and the module of the page is
   * enabled.
   */
  readonly canFetchAdminPage: (flag?: FeatureFlag) => boolean;
  /** Resolves when name and logo of the instance have loaded. */
  readonly loadInstance: () => Promise<void>;
  /** @throws a redirect to sign-in, which returns to `href`, unless a user is signed in */
  readonly requireSession: (href: string) => Promise<void>;
}

// Parent routes for the routes of features. Their components are set in `app/` and in the `module.ts` of features.

/** Root of all pages. */
export const rootRoute = createRootRouteWithContext<RouteContext>()({
  beforeLoad: ({ context }) => context.loadInstance(),
});

/** Pages of signed-in users. */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: async ({ context, location, matches }) => {
    try {
      await context.requireSession(location.href);
    } catch (error) {
      // nothing to return to after sign-in
      const isUnknown = matches.some(({ staticData }) => staticData.isUnknown);
      throw isUnknown && isRedirect(error) ? notFound({ routeId: rootRouteId }) : error;
    }
  },
});

/** Pages of administrators. */
export const adminRoute = createRoute({ getParentRoute: () => signedInRoute, id: 'admin' });

/** Pages of the settings, which share a list of them, and the texts loaded here. */
export const settingsPagesRoute = createRoute({
  getParentRoute: () => adminRoute,
  id: 'settings',
  loader: texts('settings'),
});

/** Page of a user, with tabs. */
export const userRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/users/$username',
  /** The details are edited in a dialog. */
  validateSearch: searchOf({ edit: flag }),
  loader: texts('users', 'devices', 'groups', 'auth-keys', 'yubikeys', 'mfa', 'emergency-stop'),
});

/** Page of a group, with tabs. */
export const groupRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/groups/$groupId',
  loader: texts('groups', 'users', 'locations'),
});

const maxId = 2_147_483_647;

/** Throws "not found" without a request if the text of a path is no valid id. */
export function requireId(text: string): void {
  const isId = /^\d{1,10}$/.test(text) && Number(text) >= 1 && Number(text) <= maxId;
  if (!isId) throw notFound();
}

export function requireLocationId({ params }: { params: { locationId: string } }): void {
  requireId(params.locationId);
}

/** Page of a location, with tabs. */
export const locationRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/locations/$locationId',
  staticData: { flag: 'wireguard_enabled' },
  beforeLoad: requireLocationId,
  loader: texts('locations'),
});
