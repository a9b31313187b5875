import type { LdapExportStatus } from '@gatewarden/contract/ldap-export';

/** Everything is written. */
export function givenLdapExport(changes: Partial<LdapExportStatus> = {}): LdapExportStatus {
  return {
    ...{ state: 'in_sync', waiting: 0, oldest_waiting_at: null, error: null, failed_at: null, next_attempt_at: null },
    ...{ refused: 0, problems: [], linked_users: 40, linked_groups: 2, managed_users: 0, managed_groups: 0 },
    ...{ local_users: 62, local_groups: 8 },
    ...{ is_comparing: false, next_comparison_at: null, last_comparison: null },
    ...changes,
  };
}
