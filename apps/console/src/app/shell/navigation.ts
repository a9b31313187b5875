import type { SettingsEssentials } from '@gatewarden/contract/settings';
import type { ParseKeys } from 'i18next';
import { type NavigationEntry, navigationGroups } from '../../modules/module.ts';

interface NavigationGroup {
  /** Undefined for the entries above all groups. */
  readonly label: ParseKeys<'common'> | undefined;
  readonly entries: readonly NavigationEntry[];
}

/** Pages for administrators that are enabled on this instance, by group. Empty groups are omitted. */
export function navigationOf(entries: readonly NavigationEntry[], essentials: SettingsEssentials): NavigationGroup[] {
  return navigationGroups
    .map((group) => ({
      label: group === 'start' ? undefined : (`navigation.${group}` as const),
      entries: entries.filter((entry) => entry.group === group && (!entry.flag || essentials[entry.flag])),
    }))
    .filter(({ entries }) => entries.length > 0);
}
