import { IconChartAreaLine } from '@tabler/icons-react';
import { createRoute, redirect } from '@tanstack/react-router';
import { loadTexts } from '../../i18n/i18n.ts';
import { lazy } from '../../lib/lazy.tsx';
import { count, oneOf, searchOf, text } from '../../lib/search.ts';
import type { NavigationEntry, Tab } from '../../modules/module.ts';
import { adminRoute, locationRoute, requireLocationId } from '../../modules/parent-routes.ts';
import { screen, texts } from '../../modules/screen.ts';
import { fetchOverview, overviewTexts } from './fetch-overview.ts';
import { locationOverviewSearch, overviewSearch } from './overview-search.ts';
import type english from './texts/en.json';
import { deviceSorts } from './traffic.queries.ts';

declare module '../../i18n/resources.ts' {
  interface Texts {
    traffic: typeof english;
  }
}

const overviewRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/overview',
  staticData: { flag: 'wireguard_enabled' },
  validateSearch: overviewSearch,
  loaderDeps: ({ search: { hours } }) => ({ hours }),
  loader: ({ context: { queryClient, canFetchAdminPage }, deps }) => {
    if (canFetchAdminPage('wireguard_enabled')) fetchOverview(queryClient, deps.hours);
    return loadTexts(...overviewTexts);
  },
  component: screen(() => import('./screens/overview-screen.tsx'), 'OverviewScreen'),
});

const locationOverviewRoute = createRoute({
  getParentRoute: () => locationRoute,
  path: '/',
  validateSearch: locationOverviewSearch,
  loader: texts(...overviewTexts),
  component: screen(() => import('./screens/location-overview-screen.tsx'), 'LocationOverviewScreen'),
});

const locationDevicesRoute = createRoute({
  getParentRoute: () => locationRoute,
  path: '/devices',
  validateSearch: searchOf({ q: text(256), sort: oneOf(deviceSorts), page: count }),
  loader: texts('traffic'),
  component: screen(() => import('./screens/location-devices-screen.tsx'), 'LocationDevicesScreen'),
});

/** Bookmarks of the time when the traffic of a location had a page of its own. */
const formerOverviewRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/overview/$locationId',
  staticData: { flag: 'wireguard_enabled' },
  validateSearch: locationOverviewSearch,
  beforeLoad: ({ params, search }) => {
    requireLocationId({ params });
    throw redirect({ to: '/locations/$locationId', params, search, replace: true });
  },
});

export const routes = {
  admin: [overviewRoute, formerOverviewRoute],
  location: [locationOverviewRoute, locationDevicesRoute],
} as const;

const GatewayDevices = lazy(async () => {
  const [{ GatewayDevices }] = await Promise.all([import('./components/gateway-devices.tsx'), loadTexts('traffic')]);
  return { default: GatewayDevices };
});

export const summarySections = { gateway: { main: { devices: GatewayDevices } } } as const;

export const locationTabs: readonly Tab[] = [
  { to: '/locations/$locationId', label: 'locations:menu.overview' },
  { to: '/locations/$locationId/devices', label: 'locations:menu.devices' },
];

export const navigation: readonly NavigationEntry[] = [
  {
    group: 'network',
    to: '/overview',
    label: 'navigation.overview',
    words: 'search:words.overview',
    icon: IconChartAreaLine,
    flag: 'wireguard_enabled',
  },
];
