import { createRoute } from '@tanstack/react-router';
import { loadTexts } from '../../i18n/i18n.ts';
import { fetchAhead } from '../../lib/fetch-ahead.ts';
import type { Tab } from '../../modules/module.ts';
import { locationRoute } from '../../modules/parent-routes.ts';
import { screen } from '../../modules/screen.ts';
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

export const routes = { location: [sessionsRoute] } as const;

export const locationTabs: readonly Tab[] = [
  { to: '/locations/$locationId/two-factor', label: 'locations:menu.two_factor' },
];
