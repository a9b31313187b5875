import { enrollmentActivity } from '@gatewarden/contract/enrollment.names';
import { IconMessage, IconUserPlus } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { loadTexts } from '../../i18n/i18n.ts';
import { fetchAhead } from '../../lib/fetch-ahead.ts';
import { searchOf, text } from '../../lib/search.ts';
import {
  type EventAreas,
  type NavigationEntry,
  type PaletteEntry,
  type SettingsTab,
  settingEntries,
} from '../../modules/module.ts';
import { adminRoute, rootRoute, settingsPagesRoute } from '../../modules/parent-routes.ts';
import { screen, texts } from '../../modules/screen.ts';
import { invitationsQuery } from './enrollment.queries.ts';
import type english from './texts/en.json';

declare module '../../i18n/resources.ts' {
  interface Texts {
    enrollment: typeof english;
  }
}

const enrollmentRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/enrollment',
  validateSearch: searchOf({ sort: text(64) }),
  loader: ({ context: { queryClient, canFetchAdminPage } }) => {
    if (canFetchAdminPage()) fetchAhead(queryClient, invitationsQuery());
    return loadTexts('enrollment', 'errors');
  },
  component: screen(() => import('./screens/enrollment-screen.tsx'), 'EnrollmentScreen'),
});

const enrollmentSettingsRoute = createRoute({
  getParentRoute: () => settingsPagesRoute,
  path: '/settings/enrollment',
  loader: texts('enrollment'),
  component: screen(() => import('./screens/enrollment-settings-screen.tsx'), 'EnrollmentSettingsScreen'),
});

/** The token is in the fragment, which browsers send to no server. */
const createPasskeyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/create-passkey',
  loader: texts('enrollment', 'auth', 'mfa', 'errors'),
  component: screen(() => import('./screens/create-passkey-screen.tsx'), 'CreatePasskeyScreen'),
});

export const routes = {
  root: [createPasskeyRoute],
  admin: [enrollmentRoute],
  settings: [enrollmentSettingsRoute],
} as const;

export const settingsTabs: readonly SettingsTab[] = [
  { group: 'sign_in', to: '/settings/enrollment', label: 'settings:tabs.enrollment' },
];

export const navigation: readonly NavigationEntry[] = [
  {
    group: 'people',
    to: '/enrollment',
    label: 'navigation.enrollment',
    icon: IconUserPlus,
    words: 'search:words.enrollment',
  },
];

export const eventAreas = {
  enrollment: enrollmentActivity,
} as const satisfies EventAreas;

export const paletteEntries: readonly PaletteEntry[] = [
  {
    kind: 'page',
    label: 'enrollment:settings.title',
    icon: IconUserPlus,
    link: { to: '/settings/enrollment' },
    access: 'admin',
    within: 'settings:title',
    words: 'search:words.welcome',
  },
  {
    kind: 'setting',
    label: 'enrollment:settings.message',
    icon: IconMessage,
    link: { to: '/settings/enrollment' },
    access: 'admin',
    within: 'enrollment:settings.title',
    words: 'search:words.welcome',
  },
  {
    kind: 'setting',
    label: 'enrollment:settings.mail',
    icon: IconMessage,
    link: { to: '/settings/enrollment' },
    access: 'admin',
    within: 'enrollment:settings.title',
    words: 'search:words.mail',
  },
  ...settingEntries({ to: '/settings/enrollment', within: 'enrollment:settings.title', icon: IconMessage }, [
    {
      label: 'enrollment:settings.optional',
      help: 'enrollment:settings.optional_help',
      words: 'search:words.enrollment',
    },
    {
      label: 'enrollment:settings.download',
      help: 'enrollment:settings.download_help',
      words: 'search:words.enrollment',
    },
    { label: 'enrollment:settings.subject', words: 'search:words.welcome' },
    { label: 'enrollment:settings.same', words: 'search:words.welcome' },
  ]),
];
