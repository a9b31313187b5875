import type { SettingsEssentials } from '@gatewarden/contract/settings';
import {
  IconChartAreaLine,
  IconHistory,
  IconMapPin,
  IconSettings,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react';
import type { LinkProps } from '@tanstack/react-router';
import type { ParseKeys } from 'i18next';

export interface NavigationEntry {
  to: LinkProps['to'];
  /** Key in `common.json`. */
  label: ParseKeys<'common'>;
  icon: typeof IconSettings;
  /** The module it belongs to; without one it is always there. */
  module?: 'wireguard_enabled' | 'webhooks_enabled' | 'worker_enabled' | 'openid_enabled';
}

export interface NavigationGroup {
  label: ParseKeys<'common'>;
  entries: readonly NavigationEntry[];
}

/** What administrators can go to, in the sidebar's order. An entry arrives together with its page. */
const groups: readonly NavigationGroup[] = [
  {
    label: 'navigation.network',
    entries: [
      { to: '/overview', label: 'navigation.overview', icon: IconChartAreaLine, module: 'wireguard_enabled' },
      { to: '/locations', label: 'navigation.locations', icon: IconMapPin, module: 'wireguard_enabled' },
    ],
  },
  {
    label: 'navigation.people',
    entries: [
      { to: '/users', label: 'navigation.users', icon: IconUsers },
      { to: '/groups', label: 'navigation.groups', icon: IconUsersGroup },
    ],
  },
  {
    label: 'navigation.system',
    entries: [
      { to: '/activity', label: 'navigation.activity', icon: IconHistory },
      { to: '/settings', label: 'navigation.settings', icon: IconSettings },
    ],
  },
];

/** The groups with what is switched on in this instance; empty ones are left out. */
export function navigationOf(essentials: SettingsEssentials): NavigationGroup[] {
  return groups
    .map((group) => ({
      ...group,
      entries: group.entries.filter(({ module }) => module === undefined || essentials[module]),
    }))
    .filter(({ entries }) => entries.length > 0);
}
