import { IconChartAreaLine } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { loadTexts } from '../../i18n/i18n.ts';
import type { NavigationEntry } from '../../modules/module.ts';
import { adminRoute, requireLocationId } from '../../modules/parent-routes.ts';
import { screen, texts } from '../../modules/screen.ts';
import { fetchOverview, overviewTexts } from './fetch-overview.ts';
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
  getParentRoute: () => adminRoute,
  path: '/overview/$locationId',
  staticData: { flag: 'wireguard_enabled' },
  validateSearch: locationOverviewSearch,
  beforeLoad: requireLocationId,
  loader: texts(...overviewTexts),
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
