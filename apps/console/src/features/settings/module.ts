import { mailActivity } from '@gatewarden/contract/mail.names';
import { settingsActivity } from '@gatewarden/contract/settings.names';
import { IconMail, IconSettings } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import type { EventAreas, HomeItems, NavigationEntry, Tab } from '../../modules/module.ts';
import { adminRoute } from '../../modules/parent-routes.ts';
import { screen, texts } from '../../modules/screen.ts';
import type english from './texts/en.json';

declare module '../../i18n/resources.ts' {
  interface Texts {
    settings: typeof english;
  }
}

const settingsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/settings',
  loader: texts('settings'),
  component: screen(() => import('./screens/settings-screen.tsx'), 'SettingsScreen'),
});

const mailSettingsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/settings/mail',
  loader: texts('settings'),
  component: screen(() => import('./screens/mail-settings-screen.tsx'), 'MailSettingsScreen'),
});

const securitySettingsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/settings/security',
  loader: texts('settings'),
  component: screen(() => import('./screens/security-settings-screen.tsx'), 'SecuritySettingsScreen'),
});

export const routes = { admin: [settingsRoute, mailSettingsRoute, securitySettingsRoute] } as const;

export const navigation: readonly NavigationEntry[] = [
  { group: 'system', to: '/settings', label: 'navigation.settings', icon: IconSettings },
];

export const settingsTabs: readonly Tab[] = [
  { to: '/settings', label: 'settings:tabs.general' },
  { to: '/settings/mail', label: 'settings:tabs.mail' },
  { to: '/settings/security', label: 'settings:tabs.security' },
];

export const eventAreas = {
  system: [...settingsActivity, ...mailActivity],
} as const satisfies EventAreas;

export const homeItems: HomeItems = {
  attention: {
    mail_not_set_up: {
      icon: IconMail,
      text: () => 'settings:home.no_mail',
      action: () => ({ to: '/settings/mail', label: 'settings:home.set_up_mail' }),
    },
  },
  checklist: {
    mail: {
      icon: IconMail,
      label: 'settings:home.step',
      text: 'settings:home.step_text',
      action: 'settings:home.set_up_mail',
      link: () => ({ to: '/settings/mail' }),
      resolves: ({ kind }) => kind === 'mail_not_set_up',
    },
  },
};
