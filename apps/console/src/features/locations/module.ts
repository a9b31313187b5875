import { locationActivity } from '@gatewarden/contract/locations.names';
import { snatActivity } from '@gatewarden/contract/snat.names';
import { IconFileImport, IconMapPin, IconPlus, IconRouterOff } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { loadTexts } from '../../i18n/i18n.ts';
import { fetchAhead } from '../../lib/fetch-ahead.ts';
import { count, oneOf, searchOf, text } from '../../lib/search.ts';
import type { EventAreas, HomeItems, NavigationEntry, PaletteEntry, Tab } from '../../modules/module.ts';
import { adminRoute, locationRoute } from '../../modules/parent-routes.ts';
import { screen, texts } from '../../modules/screen.ts';
import { importSteps } from './import/import-step.ts';
import { allLocationStatsQuery, locationsQuery } from './locations.queries.ts';
import type english from './texts/en.json';

declare module '../../i18n/resources.ts' {
  interface Texts {
    locations: typeof english;
  }
}

const locationsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/locations',
  staticData: { flag: 'wireguard_enabled' },
  validateSearch: searchOf({ q: text(128), sort: text(128) }),
  loader: ({ context: { queryClient, canFetchAdminPage } }) => {
    if (canFetchAdminPage('wireguard_enabled')) {
      fetchAhead(queryClient, locationsQuery());
      fetchAhead(queryClient, allLocationStatsQuery(24));
    }
    return loadTexts('locations');
  },
  component: screen(() => import('./screens/locations-screen.tsx'), 'LocationsScreen'),
});

const newLocationRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/locations/new',
  staticData: { flag: 'wireguard_enabled' },
  loader: texts('locations'),
  component: screen(() => import('./screens/location-welcome-screen.tsx'), 'LocationWelcomeScreen'),
});

const manualLocationRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/locations/new/manual',
  staticData: { flag: 'wireguard_enabled' },
  loader: texts('locations'),
  component: screen(() => import('./screens/new-location-screen.tsx'), 'NewLocationScreen'),
});

const importLocationRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/locations/new/import',
  staticData: { flag: 'wireguard_enabled' },
  validateSearch: searchOf({ step: oneOf(importSteps) }),
  loader: texts('locations'),
  component: screen(() => import('./screens/import-location-screen.tsx'), 'ImportLocationScreen'),
});

locationRoute.update({ component: screen(() => import('./screens/location-frame.tsx'), 'LocationFrame') });

const locationAccessRoute = createRoute({
  getParentRoute: () => locationRoute,
  path: '/access',
  validateSearch: searchOf({ q: text(256), page: count }),
  component: screen(() => import('./screens/location-access-screen.tsx'), 'LocationAccessScreen'),
});

const locationSettingsRoute = createRoute({
  getParentRoute: () => locationRoute,
  path: '/settings',
  component: screen(() => import('./screens/location-settings-screen.tsx'), 'LocationSettingsScreen'),
});

export const routes = {
  admin: [locationsRoute, newLocationRoute, manualLocationRoute, importLocationRoute],
  location: [locationAccessRoute, locationSettingsRoute],
} as const;

export const navigation: readonly NavigationEntry[] = [
  {
    group: 'network',
    to: '/locations',
    label: 'navigation.locations',
    icon: IconMapPin,
    words: 'search:words.locations',
    flag: 'wireguard_enabled',
  },
];

export const locationTabs: readonly Tab[] = [
  { to: '/locations/$locationId/access', label: 'locations:menu.access' },
  { to: '/locations/$locationId/settings', label: 'locations:menu.settings', isLast: true },
];

export const eventAreas = {
  network: [...locationActivity, ...snatActivity],
} as const satisfies EventAreas;

export const homeItems: HomeItems = {
  attention: {
    location_without_gateway: {
      icon: IconRouterOff,
      text: () => 'home:item.locations.no_gateway',
      action: ({ subject }) => ({
        to: '/locations/$locationId/gateways',
        params: { locationId: subject?.id ?? '' },
        label: 'home:item.locations.set_up_gateway',
      }),
    },
  },
  checklist: {
    location: {
      icon: IconMapPin,
      label: 'home:item.locations.step',
      text: 'home:item.locations.step_text',
      action: 'home:item.locations.step_action',
      link: () => ({ to: '/locations/new' }),
    },
  },
};

export const paletteEntries: readonly PaletteEntry[] = [
  {
    kind: 'action',
    label: 'locations:add.action',
    icon: IconPlus,
    link: { to: '/locations/new' },
    access: 'admin',
    words: 'search:words.add_location',
    flag: 'wireguard_enabled',
    createsOn: ['/locations'],
  },
  {
    kind: 'action',
    label: 'locations:import.title',
    icon: IconFileImport,
    link: { to: '/locations/new/import' },
    access: 'admin',
    words: 'search:words.import_location',
    flag: 'wireguard_enabled',
  },
];
