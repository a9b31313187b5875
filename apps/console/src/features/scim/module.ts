import { scimActivity } from '@gatewarden/contract/scim.names';
import { IconKey, IconUsersGroup } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import {
  type EventAreas,
  type HomeItems,
  type PaletteEntry,
  type SettingsTab,
  settingEntries,
} from '../../modules/module.ts';
import { settingsPagesRoute } from '../../modules/parent-routes.ts';
import { screen, texts } from '../../modules/screen.ts';
import type english from './texts/en.json';

declare module '../../i18n/resources.ts' {
  interface Texts {
    scim: typeof english;
  }
}

const scimRoute = createRoute({
  getParentRoute: () => settingsPagesRoute,
  path: '/settings/scim',
  loader: texts('scim'),
  component: screen(() => import('./screens/scim-screen.tsx'), 'ScimScreen'),
});

export const routes = { settings: [scimRoute] } as const;

export const settingsTabs: readonly SettingsTab[] = [
  { group: 'sign_in', to: '/settings/scim', label: 'settings:tabs.scim' },
];

export const eventAreas = {
  people: scimActivity,
} as const satisfies EventAreas;

export const homeItems: HomeItems = {
  attention: {
    scim_token_expires: {
      icon: IconKey,
      text: () => 'home:item.scim.expires',
      action: () => ({ to: '/settings/scim', label: 'home:item.scim.view' }),
    },
  },
};

export const paletteEntries: readonly PaletteEntry[] = [
  {
    kind: 'page',
    label: 'scim:title',
    icon: IconUsersGroup,
    link: { to: '/settings/scim' },
    access: 'admin',
    within: 'settings:title',
    words: 'search:words.scim',
  },
  ...settingEntries({ to: '/settings/scim', within: 'scim:title', icon: IconUsersGroup }, [
    { label: 'scim:behavior.user_removal', words: 'search:words.scim' },
    { label: 'scim:behavior.admin_removal', help: 'scim:behavior.admin_help', words: 'search:words.scim' },
    { label: 'scim:behavior.manages_admins', help: 'scim:behavior.manages_admins_help', words: 'search:words.scim' },
    { label: 'scim:behavior.percent', help: 'scim:behavior.percent_help', words: 'search:words.scim' },
  ]),
];
