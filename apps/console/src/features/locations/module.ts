import { locationActivity } from '@gatewarden/contract/locations.names';
import { IconMapPin } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { lazy } from 'react';
import { searchOf, text } from '../../lib/search.ts';
import type { EventAreas, NavigationEntry, Tab } from '../../modules/module.ts';
import { adminRoute, locationRoute } from '../../modules/parent-routes.ts';
import { screen, texts } from '../../modules/screen.ts';
import type english from './texts/en.json';

declare module '../../i18n/resources.ts' {
  interface Texts {
    locations: typeof english;
  }
}

const locationsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/locations',
  validateSearch: searchOf({ q: text(128), sort: text(128) }),
  loader: texts('locations'),
  component: screen(() => import('./screens/locations-screen.tsx'), 'LocationsScreen'),
});

const newLocationRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/locations/new',
  loader: texts('locations'),
  component: screen(() => import('./screens/new-location-screen.tsx'), 'NewLocationScreen'),
});

locationRoute.update({ component: screen(() => import('./screens/location-frame.tsx'), 'LocationFrame') });

const locationSettingsRoute = createRoute({
  getParentRoute: () => locationRoute,
  path: '/',
  component: screen(() => import('./screens/location-screen.tsx'), 'LocationScreen'),
});

export const routes = { admin: [locationsRoute, newLocationRoute], location: [locationSettingsRoute] } as const;

export const navigation: readonly NavigationEntry[] = [
  { group: 'network', to: '/locations', label: 'navigation.locations', icon: IconMapPin, flag: 'wireguard_enabled' },
];

export const locationTabs: readonly Tab[] = [{ to: '/locations/$locationId', label: 'locations:menu.settings' }];

export const Palette = lazy(async () => ({
  default: (await import('./components/location-palette.tsx')).LocationPalette,
}));

export const eventAreas = {
  network: [...locationActivity, 'user_snat_binding_added', 'user_snat_binding_removed', 'user_snat_binding_modified'],
} as const satisfies EventAreas;
