import { yubikeyActivity } from '@gatewarden/contract/yubikeys.names';
import { IconDeviceUsb, IconPlus } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { loadTexts } from '../../i18n/i18n.ts';
import { fetchAhead } from '../../lib/fetch-ahead.ts';
import { oneOf, searchOf } from '../../lib/search.ts';
import type { EventAreas, NavigationEntry, PaletteEntry } from '../../modules/module.ts';
import { adminRoute } from '../../modules/parent-routes.ts';
import { screen } from '../../modules/screen.ts';
import type english from './texts/en.json';
import { listenerQuery, provisionersQuery } from './yubikeys.queries.ts';

declare module '../../i18n/resources.ts' {
  interface Texts {
    yubikeys: typeof english;
  }
}

const flag = 'worker_enabled';

const yubikeysRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/yubikeys',
  staticData: { flag },
  /** `provisioner`: how one is connected. */
  validateSearch: searchOf({ connect: oneOf(['provisioner']) }),
  loader: ({ context: { queryClient, canFetchAdminPage } }) => {
    if (canFetchAdminPage(flag)) {
      fetchAhead(queryClient, provisionersQuery());
      fetchAhead(queryClient, listenerQuery());
    }
    return loadTexts('yubikeys', 'errors');
  },
  component: screen(() => import('./screens/yubikeys-screen.tsx'), 'YubikeysScreen'),
});

export const routes = { admin: [yubikeysRoute] } as const;

export const navigation: readonly NavigationEntry[] = [
  {
    group: 'keys',
    to: '/yubikeys',
    label: 'navigation.yubikeys',
    icon: IconDeviceUsb,
    words: 'search:words.yubikeys',
    flag,
  },
];

export const eventAreas = { keys: yubikeyActivity } as const satisfies EventAreas;

export const paletteEntries: readonly PaletteEntry[] = [
  {
    kind: 'action',
    label: 'yubikeys:connect.action',
    icon: IconPlus,
    link: { to: '/yubikeys', search: { connect: 'provisioner' } },
    access: 'admin',
    words: 'search:words.add_provisioner',
    flag,
    createsOn: ['/yubikeys'],
  },
];
