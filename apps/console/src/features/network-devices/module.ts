import { IconPlus, IconServer } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { loadTexts } from '../../i18n/i18n.ts';
import { fetchAhead } from '../../lib/fetch-ahead.ts';
import type { NavigationEntry, PaletteEntry } from '../../modules/module.ts';
import { adminRoute } from '../../modules/parent-routes.ts';
import { screen, texts } from '../../modules/screen.ts';
import { networkDevicesQuery } from './network-devices.queries.ts';
import type english from './texts/en.json';

declare module '../../i18n/resources.ts' {
  interface Texts {
    'network-devices': typeof english;
  }
}

const flag = 'wireguard_enabled';

const listRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/network-devices',
  staticData: { flag },
  loader: ({ context: { queryClient, canFetchAdminPage } }) => {
    if (canFetchAdminPage(flag)) fetchAhead(queryClient, networkDevicesQuery());
    return loadTexts('network-devices', 'devices', 'errors');
  },
  component: screen(() => import('./screens/network-devices-screen.tsx'), 'NetworkDevicesScreen'),
});

const addRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/network-devices/new',
  staticData: { flag },
  loader: texts('network-devices', 'devices', 'errors'),
  component: screen(() => import('./screens/new-network-device-screen.tsx'), 'NewNetworkDeviceScreen'),
});

export const routes = { admin: [listRoute, addRoute] } as const;

export const navigation: readonly NavigationEntry[] = [
  {
    group: 'network',
    to: '/network-devices',
    label: 'navigation.network_devices',
    icon: IconServer,
    words: 'search:words.network_devices',
    flag,
  },
];

export const paletteEntries: readonly PaletteEntry[] = [
  {
    kind: 'action',
    label: 'network-devices:add',
    icon: IconPlus,
    link: { to: '/network-devices/new' },
    access: 'admin',
    words: 'search:words.add_network_device',
    flag,
    createsOn: ['/network-devices'],
  },
];
