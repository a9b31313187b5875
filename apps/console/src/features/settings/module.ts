import { mailActivity } from '@gatewarden/contract/mail.names';
import { settingsActivity } from '@gatewarden/contract/settings.names';
import {
  IconAddressBook,
  IconAdjustments,
  IconBellRinging,
  IconDatabase,
  IconMail,
  IconSettings,
  IconShieldLock,
} from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import type { EventAreas, HomeItems, NavigationEntry, PaletteEntry, Tab } from '../../modules/module.ts';
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

const notificationSettingsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/settings/notifications',
  loader: texts('settings'),
  component: screen(() => import('./screens/notification-settings-screen.tsx'), 'NotificationSettingsScreen'),
});

const trafficSettingsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/settings/traffic',
  loader: texts('settings'),
  component: screen(() => import('./screens/traffic-settings-screen.tsx'), 'TrafficSettingsScreen'),
});

const ldapSettingsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/settings/ldap',
  loader: texts('settings'),
  component: screen(() => import('./screens/ldap-settings-screen.tsx'), 'LdapSettingsScreen'),
});

export const routes = {
  admin: [
    ldapSettingsRoute,
    settingsRoute,
    mailSettingsRoute,
    securitySettingsRoute,
    notificationSettingsRoute,
    trafficSettingsRoute,
  ],
} as const;

export const navigation: readonly NavigationEntry[] = [
  {
    group: 'system',
    to: '/settings',
    label: 'navigation.settings',
    icon: IconSettings,
    words: 'search:words.settings',
  },
];

export const settingsTabs: readonly Tab[] = [
  { to: '/settings', label: 'settings:tabs.general' },
  { to: '/settings/mail', label: 'settings:tabs.mail' },
  { to: '/settings/security', label: 'settings:tabs.security' },
  { to: '/settings/notifications', label: 'settings:tabs.notifications' },
  { to: '/settings/traffic', label: 'settings:tabs.traffic' },
];

export const eventAreas = {
  system: [...settingsActivity, ...mailActivity],
} as const satisfies EventAreas;

export const homeItems: HomeItems = {
  attention: {
    mail_not_set_up: {
      icon: IconMail,
      text: () => 'home:item.settings.no_mail',
      action: () => ({ to: '/settings/mail', label: 'home:item.settings.set_up_mail' }),
    },
  },
  checklist: {
    mail: {
      icon: IconMail,
      label: 'home:item.settings.step',
      text: 'home:item.settings.step_text',
      action: 'home:item.settings.set_up_mail',
      link: () => ({ to: '/settings/mail' }),
      resolves: ({ kind }) => kind === 'mail_not_set_up',
    },
  },
};

export const paletteEntries: readonly PaletteEntry[] = [
  {
    kind: 'page',
    label: 'settings:ldap.title',
    icon: IconAddressBook,
    link: { to: '/settings/ldap' },
    access: 'admin',
    within: 'settings:title',
  },
  {
    kind: 'page',
    label: 'settings:mail.title',
    icon: IconMail,
    link: { to: '/settings/mail' },
    access: 'admin',
    within: 'settings:title',
    words: 'search:words.mail',
  },
  {
    kind: 'page',
    label: 'settings:tabs.security',
    icon: IconShieldLock,
    link: { to: '/settings/security' },
    access: 'admin',
    within: 'settings:title',
    words: 'search:words.security',
  },
  {
    kind: 'page',
    label: 'settings:notifications.gateways',
    icon: IconBellRinging,
    link: { to: '/settings/notifications' },
    access: 'admin',
    within: 'settings:title',
    words: 'search:words.mail',
  },
  {
    kind: 'page',
    label: 'settings:retention.title',
    icon: IconDatabase,
    link: { to: '/settings/traffic' },
    access: 'admin',
    within: 'settings:title',
    words: 'search:words.retention',
  },
  {
    kind: 'setting',
    label: 'settings:branding.title',
    icon: IconAdjustments,
    link: { to: '/settings' },
    access: 'admin',
    within: 'settings:tabs.general',
    words: 'search:words.branding',
  },
  {
    kind: 'setting',
    label: 'settings:branding.instance_name',
    icon: IconAdjustments,
    link: { to: '/settings' },
    access: 'admin',
    within: 'settings:branding.title',
  },
  {
    kind: 'setting',
    label: 'settings:branding.main_logo_url',
    icon: IconAdjustments,
    link: { to: '/settings' },
    access: 'admin',
    within: 'settings:branding.title',
    words: 'search:words.logo',
  },
  {
    kind: 'setting',
    label: 'settings:branding.nav_logo_url',
    icon: IconAdjustments,
    link: { to: '/settings' },
    access: 'admin',
    within: 'settings:branding.title',
    words: 'search:words.logo',
  },
  {
    kind: 'setting',
    label: 'settings:console.title',
    icon: IconAdjustments,
    link: { to: '/settings' },
    access: 'admin',
    within: 'settings:tabs.general',
  },
  {
    kind: 'setting',
    label: 'settings:console.view',
    icon: IconAdjustments,
    link: { to: '/settings' },
    access: 'admin',
    within: 'settings:console.title',
    words: 'search:words.view',
  },
  {
    kind: 'setting',
    label: 'settings:console.vpn',
    icon: IconAdjustments,
    link: { to: '/settings' },
    access: 'admin',
    within: 'settings:console.title',
    words: 'search:words.vpn',
  },
  {
    kind: 'setting',
    label: 'settings:console.applications',
    icon: IconAdjustments,
    link: { to: '/settings' },
    access: 'admin',
    within: 'settings:console.title',
    words: 'search:words.applications',
  },
  {
    kind: 'setting',
    label: 'settings:console.webhooks',
    icon: IconAdjustments,
    link: { to: '/settings' },
    access: 'admin',
    within: 'settings:console.title',
    words: 'search:words.webhooks',
  },
  {
    kind: 'setting',
    label: 'settings:installation.title',
    icon: IconAdjustments,
    link: { to: '/settings' },
    access: 'admin',
    within: 'settings:tabs.general',
    words: 'search:words.installation',
  },
  {
    kind: 'setting',
    label: 'settings:mail.server',
    icon: IconMail,
    link: { to: '/settings/mail' },
    access: 'admin',
    within: 'settings:mail.title',
    words: 'search:words.smtp',
  },
  {
    kind: 'setting',
    label: 'settings:mail.port',
    icon: IconMail,
    link: { to: '/settings/mail' },
    access: 'admin',
    within: 'settings:mail.title',
    words: 'search:words.smtp',
  },
  {
    kind: 'setting',
    label: 'settings:mail.encryption',
    icon: IconMail,
    link: { to: '/settings/mail' },
    access: 'admin',
    within: 'settings:mail.title',
    words: 'search:words.encryption',
  },
  {
    kind: 'setting',
    label: 'settings:mail.sender',
    icon: IconMail,
    link: { to: '/settings/mail' },
    access: 'admin',
    within: 'settings:mail.title',
    words: 'search:words.smtp',
  },
  {
    kind: 'setting',
    label: 'settings:mail.test_title',
    icon: IconMail,
    link: { to: '/settings/mail' },
    access: 'admin',
    within: 'settings:mail.title',
    words: 'search:words.smtp',
  },
  {
    kind: 'setting',
    label: 'settings:security.reauthentication',
    icon: IconShieldLock,
    link: { to: '/settings/security' },
    access: 'admin',
    within: 'settings:tabs.security',
    words: 'search:words.reauthentication',
  },
  {
    kind: 'setting',
    label: 'settings:security.devices_per_user',
    icon: IconShieldLock,
    link: { to: '/settings/security' },
    access: 'admin',
    within: 'settings:tabs.security',
    words: 'search:words.limit',
  },
  {
    kind: 'setting',
    label: 'settings:restrictions.title',
    icon: IconShieldLock,
    link: { to: '/settings/security' },
    access: 'admin',
    within: 'settings:tabs.security',
    words: 'search:words.limit',
  },
  {
    kind: 'setting',
    label: 'settings:security.reserved_usernames',
    icon: IconShieldLock,
    link: { to: '/settings/security' },
    access: 'admin',
    within: 'settings:tabs.security',
    words: 'search:words.usernames',
  },
  {
    kind: 'setting',
    label: 'settings:security.ssh_keys',
    icon: IconShieldLock,
    link: { to: '/settings/security' },
    access: 'admin',
    within: 'settings:tabs.security',
    words: 'search:words.ssh',
  },
  {
    kind: 'setting',
    label: 'settings:security.ssh_keys_addresses',
    icon: IconShieldLock,
    link: { to: '/settings/security' },
    access: 'admin',
    within: 'settings:tabs.security',
    words: 'search:words.ssh',
  },
];
