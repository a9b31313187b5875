import { deviceActivity } from '@gatewarden/contract/devices.names';
import { IconDevices, IconPlus } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { loadTexts } from '../../i18n/i18n.ts';
import { fetchAhead } from '../../lib/fetch-ahead.ts';
import { count, oneOf, searchOf, text } from '../../lib/search.ts';
import type { EventAreas, HomeItems, NavigationEntry, PaletteEntry, Tab } from '../../modules/module.ts';
import { adminRoute, requireId, signedInRoute, userRoute } from '../../modules/parent-routes.ts';
import { screen, texts } from '../../modules/screen.ts';
import { locationsQuery } from '../locations/index.ts';
import { allDevicesQuery } from './all-devices.queries.ts';
import { deviceWays } from './device-ways.ts';
import { deviceStates } from './filter-devices.ts';
import type english from './texts/en.json';

declare module '../../i18n/resources.ts' {
  interface Texts {
    devices: typeof english;
  }
}

const devicesRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/devices',
  staticData: { flag: 'wireguard_enabled' },
  validateSearch: searchOf({ q: text(254), state: oneOf(deviceStates), location: count, sort: text(128) }),
  loader: ({ context: { queryClient, canFetchAdminPage } }) => {
    if (canFetchAdminPage('wireguard_enabled')) {
      fetchAhead(queryClient, allDevicesQuery());
      fetchAhead(queryClient, locationsQuery());
    }
    return loadTexts('devices');
  },
  component: screen(() => import('./screens/devices-screen.tsx'), 'DevicesScreen'),
});

const addOwnDeviceRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/me/devices/new',
  validateSearch: searchOf({ way: oneOf(deviceWays) }),
  staticData: { flag: 'wireguard_enabled' },
  loader: texts('devices'),
  component: screen(() => import('./screens/add-own-device-screen.tsx'), 'AddOwnDeviceScreen'),
});

const addUserDeviceRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/users/$username/devices/new',
  validateSearch: searchOf({ way: oneOf(deviceWays) }),
  staticData: { flag: 'wireguard_enabled' },
  loader: texts('devices'),
  component: screen(() => import('./screens/add-user-device-screen.tsx'), 'AddUserDeviceScreen'),
});

const ownDeviceRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/me/devices/$deviceId',
  staticData: { flag: 'wireguard_enabled' },
  beforeLoad: ({ params }) => requireId(params.deviceId),
  loader: texts('devices'),
  component: screen(() => import('./screens/own-device-screen.tsx'), 'OwnDeviceScreen'),
});

// not below `userRoute`: a device has a header of its own
const userDeviceRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/users/$username/devices/$deviceId',
  staticData: { flag: 'wireguard_enabled' },
  beforeLoad: ({ params }) => requireId(params.deviceId),
  loader: texts('devices'),
  component: screen(() => import('./screens/user-device-screen.tsx'), 'UserDeviceScreen'),
});

const userDevicesRoute = createRoute({
  getParentRoute: () => userRoute,
  path: '/devices',
  staticData: { flag: 'wireguard_enabled' },
  component: screen(() => import('./screens/user-devices-screen.tsx'), 'UserDevicesScreen'),
});

export const routes = {
  signedIn: [addOwnDeviceRoute, ownDeviceRoute],
  admin: [devicesRoute, addUserDeviceRoute, userDeviceRoute],
  user: [userDevicesRoute],
} as const;

export const navigation: readonly NavigationEntry[] = [
  {
    group: 'network',
    to: '/devices',
    label: 'navigation.devices',
    icon: IconDevices,
    words: 'search:words.devices',
    flag: 'wireguard_enabled',
  },
];

export const userTabs: readonly Tab[] = [
  { to: '/users/$username/devices', label: 'users:page.devices', flag: 'wireguard_enabled' },
];

export const eventAreas = {
  devices: deviceActivity,
} as const satisfies EventAreas;

export const homeItems: HomeItems = {
  checklist: {
    device: {
      icon: IconDevices,
      label: 'home:item.devices.step',
      text: 'home:item.devices.step_text',
      action: 'home:item.devices.step_action',
      link: () => ({ to: '/me/devices/new' }),
    },
  },
};

export const paletteEntries: readonly PaletteEntry[] = [
  {
    kind: 'action',
    label: 'devices:list.add',
    icon: IconPlus,
    link: { to: '/me/devices/new' },
    access: 'user',
    words: 'search:words.add_device',
    flag: 'wireguard_enabled',
    createsOn: ['/me', '/devices'],
  },
];
