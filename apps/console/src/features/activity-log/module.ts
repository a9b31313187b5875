import { activityLogActivity } from '@gatewarden/contract/activity-log.names';
import { IconHistory } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { loadTexts } from '../../i18n/i18n.ts';
import { lazy } from '../../lib/lazy.tsx';
import type { EventAreas, NavigationEntry, PaletteEntry, Tab } from '../../modules/module.ts';
import { adminRoute, signedInRoute, userRoute } from '../../modules/parent-routes.ts';
import { screen, texts } from '../../modules/screen.ts';
import { activitySearch } from './activity-search.ts';
import type english from './texts/en.json';

declare module '../../i18n/resources.ts' {
  interface Texts {
    'activity-log': typeof english;
  }
}

const activityRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/activity',
  validateSearch: activitySearch,
  loader: texts('activity-log'),
  component: screen(() => import('./screens/activity-screen.tsx'), 'ActivityScreen'),
});

const ownActivityRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/me/activity',
  validateSearch: activitySearch,
  loader: texts('activity-log'),
  component: screen(() => import('./screens/own-activity-screen.tsx'), 'OwnActivityScreen'),
});

const userActivityRoute = createRoute({
  getParentRoute: () => userRoute,
  path: '/activity',
  validateSearch: activitySearch,
  loader: texts('activity-log'),
  component: screen(() => import('./screens/user-activity-screen.tsx'), 'UserActivityScreen'),
});

export const routes = { signedIn: [ownActivityRoute], admin: [activityRoute], user: [userActivityRoute] } as const;

export const userTabs: readonly Tab[] = [{ to: '/users/$username/activity', label: 'users:page.activity' }];

const withTexts = async <Component>(component: Promise<Component>) => {
  const [loaded] = await Promise.all([component, loadTexts('activity-log')]);
  return { default: loaded };
};
const UserActivity = lazy(() => withTexts(import('./components/recent-activity.tsx').then((it) => it.RecentActivity)));
const GatewayActivity = lazy(() =>
  withTexts(import('./components/gateway-activity.tsx').then((it) => it.GatewayActivity)),
);
const DeviceActivity = lazy(() =>
  withTexts(import('./components/device-activity.tsx').then((it) => it.DeviceActivity)),
);

export const summarySections = {
  user: { side: { activity: UserActivity } },
  gateway: { side: { activity: GatewayActivity } },
  device: { side: { activity: DeviceActivity } },
} as const;

export const navigation: readonly NavigationEntry[] = [
  { group: 'system', to: '/activity', label: 'navigation.activity', icon: IconHistory, words: 'search:words.activity' },
];

export const eventAreas = {
  system: activityLogActivity,
} as const satisfies EventAreas;

export const paletteEntries: readonly PaletteEntry[] = [
  {
    kind: 'page',
    label: 'activity-log:own.title',
    icon: IconHistory,
    link: { to: '/me/activity' },
    access: 'user',
    words: 'search:words.activity',
  },
  {
    kind: 'page',
    label: 'activity-log:export.action',
    icon: IconHistory,
    link: { to: '/activity' },
    access: 'admin',
    within: 'activity-log:title',
    words: 'search:words.export',
  },
];
