import { IconChartAreaLine } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import type { NavigationEntry } from '../../modules/module.ts';
import { adminRoute, requireLocationId } from '../../modules/parent-routes.ts';
import { screen, texts } from '../../modules/screen.ts';
import { locationOverviewSearch, overviewSearch } from './overview-search.ts';
import type english from './texts/en.json';

declare module '../../i18n/resources.ts' {
  interface Texts {
    traffic: typeof english;
  }
}

const overviewRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/overview',
  validateSearch: overviewSearch,
  loader: texts('traffic', 'locations', 'gateways', 'devices'),
  component: screen(() => import('./screens/overview-screen.tsx'), 'OverviewScreen'),
});

const locationOverviewRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/overview/$locationId',
  validateSearch: locationOverviewSearch,
  beforeLoad: requireLocationId,
  loader: texts('traffic', 'locations', 'gateways', 'devices'),
  component: screen(() => import('./screens/location-overview-screen.tsx'), 'LocationOverviewScreen'),
});

export const routes = { admin: [overviewRoute, locationOverviewRoute] } as const;

export const navigation: readonly NavigationEntry[] = [
  {
    group: 'network',
    to: '/overview',
    label: 'navigation.overview',
    icon: IconChartAreaLine,
    flag: 'wireguard_enabled',
  },
];
