import { createRoute } from '@tanstack/react-router';
import { loadTexts } from '../../i18n/i18n.ts';
import { fetchAhead } from '../../lib/fetch-ahead.ts';
import type { Tab } from '../../modules/module.ts';
import { locationRoute } from '../../modules/parent-routes.ts';
import { screen } from '../../modules/screen.ts';
import { snatQuery } from './snat.queries.ts';
import type english from './texts/en.json';

declare module '../../i18n/resources.ts' {
  interface Texts {
    snat: typeof english;
  }
}

const snatRoute = createRoute({
  getParentRoute: () => locationRoute,
  path: '/public-addresses',
  loader: ({ context: { queryClient, canFetchAdminPage }, params }) => {
    if (canFetchAdminPage('wireguard_enabled')) fetchAhead(queryClient, snatQuery(Number(params.locationId)));
    return loadTexts('snat', 'errors');
  },
  component: screen(() => import('./screens/snat-screen.tsx'), 'SnatScreen'),
});

export const routes = { location: [snatRoute] } as const;

export const locationTabs: readonly Tab[] = [{ to: '/locations/$locationId/public-addresses', label: 'snat:title' }];
