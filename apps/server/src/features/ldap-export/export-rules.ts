import type { Settings } from '@gatewarden/contract/settings';

/** What is written to the directory. */
export interface ExportRules {
  /** Whether this instance decides what the directory has. */
  readonly isEnabled: boolean;
  readonly writesUsers: boolean;
  readonly writesGroups: boolean;
  /** Names of groups: only they and their members are written; empty for all. */
  readonly groupNames: readonly string[];
  /** What happens to entries of accounts that were deleted or are no longer in scope. */
  readonly removal: 'disable' | 'delete';
  readonly intervalSeconds: number;
}

type ExportSettings = Pick<
  Settings,
  | 'ldap_enabled'
  | 'ldap_sync_enabled'
  | 'ldap_is_authoritative'
  | 'ldap_sync_target'
  | 'ldap_sync_groups'
  | 'ldap_export_removal'
  | 'ldap_sync_interval'
>;

export function toExportRules(settings: ExportSettings): ExportRules {
  const { ldap_enabled, ldap_sync_enabled, ldap_is_authoritative, ldap_sync_target: target } = settings;
  return {
    isEnabled: ldap_enabled && ldap_sync_enabled && !ldap_is_authoritative,
    writesUsers: target !== 'groups',
    writesGroups: target !== 'users',
    groupNames: settings.ldap_sync_groups,
    removal: settings.ldap_export_removal,
    intervalSeconds: settings.ldap_sync_interval,
  };
}
