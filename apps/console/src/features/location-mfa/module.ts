import { IconShieldLock } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { loadTexts } from '../../i18n/i18n.ts';
import { fetchAhead } from '../../lib/fetch-ahead.ts';
import { searchOf, text } from '../../lib/search.ts';
import type { PaletteEntry, Tab } from '../../modules/module.ts';
import { locationRoute, signedInRoute } from '../../modules/parent-routes.ts';
import { screen, texts } from '../../modules/screen.ts';
import { locationSessionsQuery } from './location-mfa.queries.ts';
import type english from './texts/en.json';

declare module '../../i18n/resources.ts' {
  interface Texts {
    'location-mfa': typeof english;
  }
}

const sessionsRoute = createRoute({
  getParentRoute: () => locationRoute,
  path: '/two-factor',
  loader: ({ context: { queryClient, canFetchAdminPage }, params }) => {
    const id = Number(params.locationId);
    if (canFetchAdminPage('wireguard_enabled')) fetchAhead(queryClient, locationSessionsQuery(id));
    return loadTexts('location-mfa', 'errors');
  },
  component: screen(() => import('./screens/location-sessions-screen.tsx'), 'LocationSessionsScreen'),
});

/** A short address, which users can bookmark and clients open. */
const connectRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/connect',
  staticData: { flag: 'wireguard_enabled' },
  validateSearch: searchOf({ request: text(128) }),
  loader: texts('location-mfa', 'auth', 'errors'),
  component: screen(() => import('./screens/connect-screen.tsx'), 'ConnectScreen'),
});

export const routes = { location: [sessionsRoute], signedIn: [connectRoute] } as const;

export const locationTabs: readonly Tab[] = [
  { to: '/locations/$locationId/two-factor', label: 'locations:menu.two_factor' },
];

export const paletteEntries: readonly PaletteEntry[] = [
  {
    kind: 'page',
    label: 'location-mfa:connect.title',
    icon: IconShieldLock,
    link: { to: '/connect' },
    access: 'user',
    words: 'search:words.connect',
    flag: 'wireguard_enabled',
  },
];
