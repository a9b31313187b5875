import { directorySyncActivity } from '@gatewarden/contract/directory-sync.names';
import { IconRefresh } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import type { EventAreas, HomeItems, PaletteEntry, SettingsTab } from '../../modules/module.ts';
import { adminRoute, settingsPagesRoute } from '../../modules/parent-routes.ts';
import { screen, texts } from '../../modules/screen.ts';
import type english from './texts/en.json';

declare module '../../i18n/resources.ts' {
  interface Texts {
    'directory-sync': typeof english;
  }
}

const syncRoute = createRoute({
  getParentRoute: () => settingsPagesRoute,
  path: '/settings/directory',
  loader: texts('directory-sync', 'ldap-export', 'errors'),
  component: screen(() => import('./screens/sync-screen.tsx'), 'SyncScreen'),
});

const sourceRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/settings/directory/$source',
  loader: texts('directory-sync', 'settings', 'errors'),
  component: screen(() => import('./screens/source-screen.tsx'), 'SourceScreen'),
});

const syncRunRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/settings/directory/run/$runId',
  loader: texts('directory-sync', 'settings', 'errors'),
  component: screen(() => import('./screens/sync-run-screen.tsx'), 'SyncRunScreen'),
});

export const routes = { admin: [sourceRoute, syncRunRoute], settings: [syncRoute] } as const;

export const settingsTabs: readonly SettingsTab[] = [
  { group: 'sign_in', to: '/settings/directory', label: 'settings:tabs.directory' },
];

export const eventAreas = { system: [...directorySyncActivity] } as const satisfies EventAreas;

export const homeItems: HomeItems = {
  attention: {
    directory_sync_stopped: {
      icon: IconRefresh,
      text: ({ details }) => (details['state'] === 'failed' ? 'home:item.sync.failed' : 'home:item.sync.waiting'),
      action: ({ subject }) => ({
        ...({ to: '/settings/directory/$source', params: { source: subject?.id ?? 'ldap' } } as const),
        label: 'home:item.sync.view',
      }),
    },
  },
};

export const paletteEntries: readonly PaletteEntry[] = [
  {
    kind: 'page',
    label: 'directory-sync:title',
    icon: IconRefresh,
    link: { to: '/settings/directory' },
    access: 'admin',
    within: 'settings:title',
  },
];
