import { openidAppActivity } from '@gatewarden/contract/openid-apps.names';
import { IconApps, IconKey, IconPlus } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { loadTexts } from '../../i18n/i18n.ts';
import { fetchAhead } from '../../lib/fetch-ahead.ts';
import { lazy } from '../../lib/lazy.tsx';
import { oneOf, searchOf, text } from '../../lib/search.ts';
import type { EventAreas, NavigationEntry, PaletteEntry } from '../../modules/module.ts';
import { adminRoute, rootRoute } from '../../modules/parent-routes.ts';
import { screen, texts } from '../../modules/screen.ts';
import { appKinds, appStates } from './filter-apps.ts';
import { appsQuery } from './openid-apps.queries.ts';
import type english from './texts/en.json';

declare module '../../i18n/resources.ts' {
  interface Texts {
    'openid-apps': typeof english;
  }
}

const flag = 'openid_enabled';

const appsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/applications',
  staticData: { flag },
  validateSearch: searchOf({ q: text(254), kind: oneOf(appKinds), state: oneOf(appStates), sort: text(254) }),
  loader: ({ context: { queryClient, canFetchAdminPage } }) => {
    if (canFetchAdminPage(flag)) fetchAhead(queryClient, appsQuery());
    return loadTexts('openid-apps', 'errors');
  },
  component: screen(() => import('./screens/apps-screen.tsx'), 'AppsScreen'),
});

const newAppRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/applications/new',
  staticData: { flag },
  loader: texts('openid-apps', 'errors'),
  component: screen(() => import('./screens/new-app-screen.tsx'), 'NewAppScreen'),
});

const providerRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/applications/provider',
  staticData: { flag },
  loader: texts('openid-apps'),
  component: screen(() => import('./screens/provider-screen.tsx'), 'ProviderScreen'),
});

const appRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/applications/$clientId',
  staticData: { flag },
  loader: texts('openid-apps', 'errors'),
  component: screen(() => import('./screens/app-frame.tsx'), 'AppFrame'),
});

const appSetupRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/',
  component: screen(() => import('./screens/app-setup-screen.tsx'), 'AppSetupScreen'),
});

const appAccessRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/access',
  component: screen(() => import('./screens/app-access-screen.tsx'), 'AppAccessScreen'),
});

const appTokensRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/tokens',
  component: screen(() => import('./screens/app-tokens-screen.tsx'), 'AppTokensScreen'),
});

const appUsersRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/users',
  component: screen(() => import('./screens/app-users-screen.tsx'), 'AppUsersScreen'),
});

const appSettingsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/settings',
  component: screen(() => import('./screens/app-settings-screen.tsx'), 'AppSettingsScreen'),
});

/** Below the root: signed-out users are shown the way to sign-in, and the page has no navigation. */
const consentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/consent/$uid',
  loader: texts('openid-apps', 'auth'),
  component: screen(() => import('./screens/consent-screen.tsx'), 'ConsentScreen'),
});

const appPages = [appSetupRoute, appAccessRoute, appTokensRoute, appUsersRoute, appSettingsRoute] as const;

export const routes = {
  root: [consentRoute],
  admin: [appsRoute, newAppRoute, providerRoute, appRoute.addChildren(appPages)],
} as const;

export const navigation: readonly NavigationEntry[] = [
  {
    group: 'applications',
    to: '/applications',
    label: 'navigation.openid_apps',
    icon: IconApps,
    words: 'search:words.applications',
    flag,
  },
];

export const eventAreas = {
  applications: openidAppActivity,
} as const satisfies EventAreas;

const UserApps = lazy(async () => {
  const [file] = await Promise.all([import('./components/authorized-apps.tsx'), loadTexts('openid-apps')]);
  return { default: file.AuthorizedApps };
});

export const summarySections = { user: { side: { applications: UserApps } } } as const;

export const paletteEntries: readonly PaletteEntry[] = [
  {
    kind: 'action',
    label: 'openid-apps:add.action',
    icon: IconPlus,
    link: { to: '/applications/new' },
    access: 'admin',
    words: 'search:words.add_application',
    flag,
    createsOn: ['/applications'],
  },
  {
    kind: 'page',
    label: 'openid-apps:tabs.provider',
    within: 'openid-apps:title',
    icon: IconKey,
    link: { to: '/applications/provider' },
    access: 'admin',
    words: 'search:words.openid_provider',
    flag,
  },
  {
    kind: 'page',
    label: 'openid-apps:launcher.title',
    within: 'shell.profile',
    icon: IconApps,
    link: { to: '/me/applications' },
    access: 'user',
    words: 'search:words.launcher',
    flag,
  },
];
