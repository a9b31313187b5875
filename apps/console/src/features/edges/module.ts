import { edgeActivity } from '@gatewarden/contract/edges.names';
import { IconServer2 } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { loadTexts } from '../../i18n/i18n.ts';
import { fetchAhead } from '../../lib/fetch-ahead.ts';
import type { EventAreas, PaletteEntry, SettingsTab } from '../../modules/module.ts';
import { settingsPagesRoute } from '../../modules/parent-routes.ts';
import { screen } from '../../modules/screen.ts';
import { edgesQuery } from './edges.queries.ts';
import type english from './texts/en.json';

declare module '../../i18n/resources.ts' {
  interface Texts {
    edges: typeof english;
  }
}

const edgesRoute = createRoute({
  getParentRoute: () => settingsPagesRoute,
  path: '/settings/edges',
  loader: ({ context: { queryClient, canFetchAdminPage } }) => {
    if (canFetchAdminPage()) fetchAhead(queryClient, edgesQuery());
    return loadTexts('edges');
  },
  component: screen(() => import('./screens/edges-screen.tsx'), 'EdgesScreen'),
});

export const routes = { settings: [edgesRoute] } as const;

export const settingsTabs: readonly SettingsTab[] = [
  { group: 'instance', to: '/settings/edges', label: 'settings:tabs.edges' },
];

export const eventAreas = {
  system: edgeActivity,
} as const satisfies EventAreas;

export const paletteEntries: readonly PaletteEntry[] = [
  {
    kind: 'page',
    label: 'settings:tabs.edges',
    icon: IconServer2,
    link: { to: '/settings/edges' },
    access: 'admin',
    within: 'settings:title',
    words: 'search:words.edges',
  },
];
