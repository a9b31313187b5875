import { licenceActivity } from '@gatewarden/contract/licence.names';
import { IconLicense } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { loadTexts } from '../../i18n/i18n.ts';
import { fetchAhead } from '../../lib/fetch-ahead.ts';
import type { EventAreas, HomeItems, PaletteEntry, Tab } from '../../modules/module.ts';
import { adminRoute } from '../../modules/parent-routes.ts';
import { screen } from '../../modules/screen.ts';
import { licenceQuery } from './licence.queries.ts';
import type english from './texts/en.json';

declare module '../../i18n/resources.ts' {
  interface Texts {
    licence: typeof english;
  }
}

const licenceRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/settings/licence',
  loader: ({ context: { queryClient, canFetchAdminPage } }) => {
    if (canFetchAdminPage()) fetchAhead(queryClient, licenceQuery());
    return loadTexts('licence', 'settings', 'errors');
  },
  component: screen(() => import('./screens/licence-screen.tsx'), 'LicenceScreen'),
});

export const routes = { admin: [licenceRoute] } as const;

export const settingsTabs: readonly Tab[] = [{ to: '/settings/licence', label: 'settings:tabs.licence' }];

export const eventAreas = {
  system: licenceActivity,
} as const satisfies EventAreas;

const states = ['ends_soon', 'grace', 'expired', 'limits_exceeded', 'free_exceeded', 'invalid'] as const;

export const homeItems: HomeItems = {
  attention: {
    license: {
      icon: IconLicense,
      text: ({ details }) =>
        `home:item.license.${states.find((state) => state === details['state']) ?? 'invalid'}` as const,
      action: () => ({ to: '/settings/licence', label: 'home:item.license.view' }),
    },
  },
};

export const paletteEntries: readonly PaletteEntry[] = [
  {
    kind: 'page',
    label: 'settings:tabs.licence',
    icon: IconLicense,
    link: { to: '/settings/licence' },
    access: 'admin',
    within: 'settings:title',
    words: 'search:words.licence',
  },
];
