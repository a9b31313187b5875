import { createRoute } from '@tanstack/react-router';
import { oneOf, searchOf, text } from '../../lib/search.ts';
import type { Tab } from '../../modules/module.ts';
import { adminRoute, locationRoute, userRoute } from '../../modules/parent-routes.ts';
import { screen, texts } from '../../modules/screen.ts';
import { periods } from './periods.ts';
import type english from './texts/en.json';
import { zoomReaders } from './zoom-range.ts';

declare module '../../i18n/resources.ts' {
  interface Texts {
    'traffic-history': typeof english;
  }
}

const locationHistoryRoute = createRoute({
  getParentRoute: () => locationRoute,
  path: '/history',
  validateSearch: searchOf({ period: oneOf(periods), ...zoomReaders }),
  loader: texts('traffic-history'),
  component: screen(() => import('./screens/location-history-screen.tsx'), 'LocationHistoryScreen'),
});

const userTrafficRoute = createRoute({
  getParentRoute: () => userRoute,
  path: '/traffic',
  validateSearch: searchOf({ period: oneOf(periods), ...zoomReaders, device: text(16) }),
  loader: texts('traffic-history'),
  component: screen(() => import('./screens/user-traffic-screen.tsx'), 'UserTrafficScreen'),
});

const networkDeviceTrafficRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/network-devices/$deviceId/traffic',
  staticData: { flag: 'wireguard_enabled' },
  validateSearch: searchOf({ period: oneOf(periods), ...zoomReaders }),
  loader: texts('traffic-history'),
  component: screen(() => import('./screens/network-device-traffic-screen.tsx'), 'NetworkDeviceTrafficScreen'),
});

export const routes = {
  admin: [networkDeviceTrafficRoute],
  location: [locationHistoryRoute],
  user: [userTrafficRoute],
} as const;

export const locationTabs: readonly Tab[] = [{ to: '/locations/$locationId/history', label: 'traffic-history:tab' }];
export const userTabs: readonly Tab[] = [{ to: '/users/$username/traffic', label: 'traffic-history:tab' }];
