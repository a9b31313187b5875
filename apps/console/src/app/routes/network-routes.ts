import { PathId } from '@gatewarden/contract/primitives';
import { createRoute, notFound } from '@tanstack/react-router';
import { z } from 'zod';
import { LocationOverviewSearch, OverviewSearch } from '../../features/traffic/index.ts';
import { screen, texts } from './screen.ts';
import { adminRoute } from './signed-in-routes.ts';

/** A number that can be no location's leads nowhere; nobody has to be asked. */
function requireLocationId({ params }: { params: { locationId: string } }): void {
  if (!PathId.safeParse(params.locationId).success) throw notFound();
}

const overviewRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/overview',
  validateSearch: OverviewSearch,
  loader: texts('traffic', 'locations', 'gateways', 'devices'),
  component: screen(() => import('../../features/traffic/screens/overview-screen.tsx'), 'OverviewScreen'),
});

const locationOverviewRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/overview/$locationId',
  validateSearch: LocationOverviewSearch,
  beforeLoad: requireLocationId,
  loader: texts('traffic', 'locations', 'gateways', 'devices'),
  component: screen(
    () => import('../../features/traffic/screens/location-overview-screen.tsx'),
    'LocationOverviewScreen',
  ),
});

const text = z.coerce.string().max(128).optional().catch(undefined);

const locationsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/locations',
  validateSearch: z.object({ q: text, sort: text }),
  loader: texts('locations'),
  component: screen(() => import('../../features/locations/screens/locations-screen.tsx'), 'LocationsScreen'),
});

const newLocationRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/locations/new',
  loader: texts('locations'),
  component: screen(() => import('../../features/locations/screens/new-location-screen.tsx'), 'NewLocationScreen'),
});

const locationRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/locations/$locationId',
  beforeLoad: requireLocationId,
  loader: texts('locations'),
  component: screen(() => import('../../features/locations/screens/location-frame.tsx'), 'LocationFrame'),
});

const locationSettingsRoute = createRoute({
  getParentRoute: () => locationRoute,
  path: '/',
  component: screen(() => import('../../features/locations/screens/location-screen.tsx'), 'LocationScreen'),
});

const gatewaysRoute = createRoute({
  getParentRoute: () => locationRoute,
  path: '/gateways',
  loader: texts('gateways', 'devices'),
  component: screen(() => import('../../features/gateways/screens/gateways-screen.tsx'), 'GatewaysScreen'),
});

/** Below `adminRoute`. */
export const networkRoutes = [
  overviewRoute,
  locationOverviewRoute,
  locationsRoute,
  newLocationRoute,
  locationRoute.addChildren([locationSettingsRoute, gatewaysRoute]),
] as const;
