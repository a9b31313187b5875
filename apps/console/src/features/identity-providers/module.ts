import { identityProviderActivity } from '@gatewarden/contract/identity-providers.names';
import { IconLogin2 } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { loadTexts } from '../../i18n/i18n.ts';
import { lazy } from '../../lib/lazy.tsx';
import { type EventAreas, type PaletteEntry, type SettingsTab, settingEntries } from '../../modules/module.ts';
import { rootRoute, settingsPagesRoute } from '../../modules/parent-routes.ts';
import { screen, texts } from '../../modules/screen.ts';
import { callbackSearch } from './callback-search.ts';
import type english from './texts/en.json';

declare module '../../i18n/resources.ts' {
  interface Texts {
    'identity-providers': typeof english;
  }
}

const callbackRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth/callback',
  validateSearch: callbackSearch,
  loader: texts('identity-providers', 'auth'),
  component: screen(() => import('./screens/callback-screen.tsx'), 'CallbackScreen'),
});

const openidSettingsRoute = createRoute({
  getParentRoute: () => settingsPagesRoute,
  path: '/settings/openid',
  loader: texts('identity-providers', 'auth'),
  component: screen(() => import('./screens/openid-settings-screen.tsx'), 'OpenidSettingsScreen'),
});

export const routes = { root: [callbackRoute], settings: [openidSettingsRoute] } as const;

export const settingsTabs: readonly SettingsTab[] = [
  { group: 'sign_in', to: '/settings/openid', label: 'settings:tabs.openid' },
];

const LinkedAccounts = lazy(async () => {
  const [file] = await Promise.all([import('./components/user-linked-accounts.tsx'), loadTexts('identity-providers')]);
  return { default: file.UserLinkedAccounts };
});

export const summarySections = { user: { side: { linkedAccounts: LinkedAccounts } } } as const;

export const eventAreas = {
  sign_in: identityProviderActivity,
} as const satisfies EventAreas;

export const paletteEntries: readonly PaletteEntry[] = [
  {
    kind: 'page',
    label: 'settings:tabs.openid',
    icon: IconLogin2,
    link: { to: '/settings/openid' },
    access: 'admin',
    within: 'settings:title',
    words: 'search:words.openid',
  },
  ...settingEntries({ to: '/settings/openid', within: 'settings:tabs.openid', icon: IconLogin2 }, [
    {
      label: 'identity-providers:accounts.create',
      help: 'identity-providers:accounts.create_help',
      words: 'search:words.openid',
    },
    {
      label: 'identity-providers:accounts.handling',
      help: 'identity-providers:accounts.handling_help',
      words: 'search:words.openid',
    },
  ]),
];
