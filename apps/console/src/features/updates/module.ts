import { updateActivity } from '@gatewarden/contract/updates.names';
import { IconDownload, IconRefreshAlert, IconVersions } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { loadTexts } from '../../i18n/i18n.ts';
import { fetchAhead } from '../../lib/fetch-ahead.ts';
import type { EventAreas, HomeItems, NavigationEntry, PaletteEntry } from '../../modules/module.ts';
import { adminRoute } from '../../modules/parent-routes.ts';
import { screen } from '../../modules/screen.ts';
import type english from './texts/en.json';
import { updateQuery, versionsQuery } from './updates.queries.ts';

declare module '../../i18n/resources.ts' {
  interface Texts {
    updates: typeof english;
  }
}

const versionsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/versions',
  loader: ({ context: { queryClient, canFetchAdminPage } }) => {
    if (canFetchAdminPage()) {
      fetchAhead(queryClient, versionsQuery());
      fetchAhead(queryClient, updateQuery());
    }
    return loadTexts('updates');
  },
  component: screen(() => import('./screens/versions-screen.tsx'), 'VersionsScreen'),
});

export const routes = { admin: [versionsRoute] } as const;

export const navigation: readonly NavigationEntry[] = [
  {
    group: 'system',
    to: '/versions',
    label: 'navigation.versions',
    icon: IconVersions,
    words: 'search:words.versions',
  },
];

export const eventAreas = { system: updateActivity } as const satisfies EventAreas;

const action = () => ({ to: '/versions', label: 'home:item.updates.view' }) as const;

export const homeItems: HomeItems = {
  attention: {
    update_available: {
      icon: IconDownload,
      text: ({ details }) =>
        details['critical'] === true ? 'home:item.updates.critical' : 'home:item.updates.available',
      action,
    },
    update_check_failing: {
      icon: IconRefreshAlert,
      text: ({ details }) =>
        details['problem'] === 'unreachable' ? 'home:item.updates.unreachable' : 'home:item.updates.refused',
      action,
    },
  },
};

export const paletteEntries: readonly PaletteEntry[] = [
  {
    kind: 'page',
    label: 'updates:certificates.title',
    icon: IconVersions,
    link: { to: '/versions' },
    access: 'admin',
    within: 'updates:title',
    words: 'search:words.certificates',
  },
];
