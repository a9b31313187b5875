import type { SettingsEssentials } from '@gatewarden/contract/settings';
import type { ParseKeys } from 'i18next';
import { type NavigationEntry, navigationGroups } from '../../modules/module.ts';

interface NavigationGroup {
  readonly label: ParseKeys<'common'>;
  readonly entries: readonly NavigationEntry[];
}

/** The pages of administrators that are switched on in this instance, in the sidebar's groups; empty groups are left out. */
export function navigationOf(entries: readonly NavigationEntry[], essentials: SettingsEssentials): NavigationGroup[] {
  return navigationGroups
    .map((group) => ({
      label: `navigation.${group}` as const,
      entries: entries.filter((entry) => entry.group === group && (!entry.flag || essentials[entry.flag])),
    }))
    .filter(({ entries }) => entries.length > 0);
}
