import { mailActivity } from '@gatewarden/contract/mail.names';
import { settingsActivity } from '@gatewarden/contract/settings.names';
import {
  IconAddressBook,
  IconAdjustments,
  IconBellRinging,
  IconBuilding,
  IconDatabase,
  IconMail,
  IconSettings,
  IconShieldLock,
} from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import {
  type EventAreas,
  type HomeItems,
  type NavigationEntry,
  type PaletteEntry,
  type SettingsTab,
  settingEntries,
} from '../../modules/module.ts';
import { settingsPagesRoute } from '../../modules/parent-routes.ts';
import { screen } from '../../modules/screen.ts';
import type english from './texts/en.json';

declare module '../../i18n/resources.ts' {
  interface Texts {
    settings: typeof english;
  }
}

settingsPagesRoute.update({ component: screen(() => import('./screens/settings-frame.tsx'), 'SettingsFrame') });

const settingsRoute = createRoute({
  getParentRoute: () => settingsPagesRoute,
  path: '/settings',
  component: screen(() => import('./screens/settings-screen.tsx'), 'SettingsScreen'),
});

const mailSettingsRoute = createRoute({
  getParentRoute: () => settingsPagesRoute,
  path: '/settings/mail',
  component: screen(() => import('./screens/mail-settings-screen.tsx'), 'MailSettingsScreen'),
});

const securitySettingsRoute = createRoute({
  getParentRoute: () => settingsPagesRoute,
  path: '/settings/security',
  component: screen(() => import('./screens/security-settings-screen.tsx'), 'SecuritySettingsScreen'),
});

const notificationSettingsRoute = createRoute({
  getParentRoute: () => settingsPagesRoute,
  path: '/settings/notifications',
  component: screen(() => import('./screens/notification-settings-screen.tsx'), 'NotificationSettingsScreen'),
});

const trafficSettingsRoute = createRoute({
  getParentRoute: () => settingsPagesRoute,
  path: '/settings/traffic',
  component: screen(() => import('./screens/traffic-settings-screen.tsx'), 'TrafficSettingsScreen'),
});

const ldapSettingsRoute = createRoute({
  getParentRoute: () => settingsPagesRoute,
  path: '/settings/ldap',
  component: screen(() => import('./screens/ldap-settings-screen.tsx'), 'LdapSettingsScreen'),
});

const enterpriseSettingsRoute = createRoute({
  getParentRoute: () => settingsPagesRoute,
  path: '/settings/enterprise',
  component: screen(() => import('./screens/enterprise-settings-screen.tsx'), 'EnterpriseSettingsScreen'),
});

export const routes = {
  settings: [
    ldapSettingsRoute,
    settingsRoute,
    mailSettingsRoute,
    securitySettingsRoute,
    enterpriseSettingsRoute,
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

export const settingsTabs: readonly SettingsTab[] = [
  { group: 'instance', to: '/settings', label: 'settings:tabs.general' },
  { group: 'mail', to: '/settings/mail', label: 'settings:tabs.mail' },
  { group: 'sign_in', to: '/settings/ldap', label: 'settings:ldap.title' },
  { group: 'instance', to: '/settings/security', label: 'settings:tabs.security' },
  { group: 'instance', to: '/settings/enterprise', label: 'settings:tabs.enterprise' },
  { group: 'mail', to: '/settings/notifications', label: 'settings:tabs.notifications' },
  { group: 'log', to: '/settings/traffic', label: 'settings:tabs.traffic' },
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
    words: 'search:words.ldap',
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
    label: 'settings:tabs.enterprise',
    icon: IconBuilding,
    link: { to: '/settings/enterprise' },
    access: 'admin',
    within: 'settings:title',
    words: 'search:words.enterprise',
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
  ...settingEntries({ to: '/settings', within: 'settings:tabs.general', icon: IconAdjustments }, [
    { label: 'settings:branding.title', words: 'search:words.branding' },
    { label: 'settings:branding.instance_name', words: 'search:words.branding' },
    {
      label: 'settings:branding.main_logo_url',
      help: 'settings:branding.main_logo_url_help',
      words: 'search:words.logo',
    },
    {
      label: 'settings:branding.nav_logo_url',
      help: 'settings:branding.nav_logo_url_help',
      words: 'search:words.logo',
    },
    { label: 'settings:console.title', words: 'search:words.module' },
    { label: 'settings:console.view', help: 'settings:console.view_help', words: 'search:words.view' },
    { label: 'settings:console.vpn', help: 'settings:console.vpn_help', words: 'search:words.vpn' },
    {
      label: 'settings:console.applications',
      help: 'settings:console.applications_help',
      words: 'search:words.applications',
    },
    { label: 'settings:console.webhooks', help: 'settings:console.webhooks_help', words: 'search:words.webhooks' },
    { label: 'settings:console.yubikeys', help: 'settings:console.yubikeys_help', words: 'search:words.yubikeys' },
    { label: 'settings:installation.title', words: 'search:words.installation' },
  ]),
  ...settingEntries({ to: '/settings/mail', within: 'settings:mail.title', icon: IconMail }, [
    { label: 'settings:mail.server', help: 'settings:mail.server_help', words: 'search:words.smtp' },
    { label: 'settings:mail.port', words: 'search:words.smtp' },
    { label: 'settings:mail.encryption', words: 'search:words.encryption' },
    { label: 'settings:mail.user', help: 'settings:mail.user_help', words: 'search:words.smtp' },
    { label: 'settings:mail.password', words: 'search:words.smtp' },
    { label: 'settings:mail.sender', help: 'settings:mail.sender_help', words: 'search:words.smtp' },
    { label: 'settings:mail.test_title', words: 'search:words.smtp' },
  ]),
  ...settingEntries({ to: '/settings/ldap', within: 'settings:ldap.title', icon: IconAddressBook }, [
    { label: 'settings:ldap.enabled', words: 'search:words.ldap' },
    { label: 'settings:ldap.url', help: 'settings:ldap.url_help', words: 'search:words.ldap' },
    { label: 'settings:ldap.starttls', help: 'settings:ldap.starttls_help', words: 'search:words.encryption' },
    { label: 'settings:ldap.verify', words: 'search:words.ldap' },
    { label: 'settings:ldap.ca', help: 'settings:ldap.ca_help', words: 'search:words.ldap' },
    { label: 'settings:ldap.bind_username', help: 'settings:ldap.bind_username_help', words: 'search:words.ldap' },
    { label: 'settings:ldap.bind_password', words: 'search:words.ldap' },
    { label: 'settings:ldap.sign_in', help: 'settings:ldap.sign_in_help', words: 'search:words.ldap' },
    { label: 'settings:ldap.product', help: 'settings:ldap.product_help', words: 'search:words.ldap' },
    { label: 'settings:ldap.user_base', words: 'search:words.ldap' },
    { label: 'settings:ldap.group_base', words: 'search:words.ldap' },
    { label: 'settings:ldap.user_class', words: 'search:words.ldap' },
    { label: 'settings:ldap.group_class', words: 'search:words.ldap' },
    { label: 'settings:ldap.username_attr', words: 'search:words.ldap' },
    { label: 'settings:ldap.groupname_attr', words: 'search:words.ldap' },
    { label: 'settings:ldap.group_member_attr', words: 'search:words.ldap' },
    { label: 'settings:ldap.member_attr', words: 'search:words.ldap' },
    { label: 'settings:ldap.user_filter', help: 'settings:ldap.user_filter_help', words: 'search:words.ldap' },
    { label: 'settings:ldap.direction', words: 'search:words.ldap' },
    { label: 'settings:ldap.interval', help: 'settings:ldap.interval_help', words: 'search:words.ldap' },
    { label: 'settings:ldap.target', words: 'search:words.ldap' },
    { label: 'settings:ldap.sync_groups', help: 'settings:ldap.sync_groups_help', words: 'search:words.ldap' },
    { label: 'settings:ldap.user_behavior', words: 'search:words.ldap' },
    { label: 'settings:ldap.admin_behavior', words: 'search:words.ldap' },
    { label: 'settings:ldap.removal_limit', help: 'settings:ldap.removal_limit_help', words: 'search:words.ldap' },
    { label: 'settings:ldap.export_removal', help: 'settings:ldap.export_removal_help', words: 'search:words.ldap' },
    { label: 'settings:ldap.user_rdn_attr', help: 'settings:ldap.user_rdn_attr_help', words: 'search:words.ldap' },
    {
      label: 'settings:ldap.auxiliary_classes',
      help: 'settings:ldap.auxiliary_classes_help',
      words: 'search:words.ldap',
    },
    { label: 'settings:ldap.test_title', help: 'settings:ldap.test_text', words: 'search:words.ldap' },
  ]),
  ...settingEntries({ to: '/settings/security', within: 'settings:tabs.security', icon: IconShieldLock }, [
    {
      label: 'settings:security.reauthentication',
      help: 'settings:security.reauthentication_text',
      words: 'search:words.reauthentication',
    },
    {
      label: 'settings:security.reauthentication_minutes',
      help: 'settings:security.reauthentication_minutes_help',
      words: 'search:words.reauthentication',
    },
    {
      label: 'settings:security.devices_per_user',
      help: 'settings:security.devices_per_user_help',
      words: 'search:words.limit',
    },
    {
      label: 'settings:security.reserved_usernames',
      help: 'settings:security.reserved_usernames_help',
      words: 'search:words.usernames',
    },
    { label: 'settings:security.ssh_keys', help: 'settings:security.ssh_keys_text', words: 'search:words.ssh' },
    {
      label: 'settings:security.ssh_keys_addresses',
      help: 'settings:security.ssh_keys_addresses_help',
      words: 'search:words.ssh',
    },
  ]),
  ...settingEntries({ to: '/settings/enterprise', within: 'settings:tabs.enterprise', icon: IconBuilding }, [
    { label: 'settings:restrictions.title', help: 'settings:restrictions.text', words: 'search:words.limit' },
    {
      label: 'settings:restrictions.admin_device_management',
      help: 'settings:restrictions.admin_device_management_help',
      words: 'search:words.limit',
    },
    {
      label: 'settings:restrictions.only_client_activation',
      help: 'settings:restrictions.only_client_activation_help',
      words: 'search:words.limit',
    },
    {
      label: 'settings:restrictions.disable_all_traffic',
      help: 'settings:restrictions.disable_all_traffic_help',
      words: 'search:words.limit',
    },
  ]),
  ...settingEntries({ to: '/settings/notifications', within: 'settings:tabs.notifications', icon: IconBellRinging }, [
    { label: 'settings:notifications.disconnected', words: 'search:words.alerts' },
    {
      label: 'settings:notifications.threshold',
      help: 'settings:notifications.threshold_help',
      words: 'search:words.alerts',
    },
    { label: 'settings:notifications.connected', words: 'search:words.alerts' },
  ]),
  ...settingEntries({ to: '/settings/traffic', within: 'settings:tabs.traffic', icon: IconDatabase }, [
    { label: 'settings:retention.detail', help: 'settings:retention.detail_help', words: 'search:words.retention' },
    { label: 'settings:retention.history', help: 'settings:retention.history_help', words: 'search:words.retention' },
  ]),
];
