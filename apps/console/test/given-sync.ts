import type { SyncCounts, SyncRunDetails } from '@gatewarden/contract/directory-sync';

/** Of a synchronization that changes nothing. */
export const noSyncCounts = {
  ...{ users: 40, groups: 2, added: 0, linked: 0, changed: 0, enabled: 0, disabled: 0, deleted: 0, groups_added: 0 },
  ...{ groups_linked: 0, groups_renamed: 0, groups_released: 0, members_added: 0, members_removed: 0 },
  ...{ unconfirmed: 0, protected: 0, problems: 0 },
} satisfies SyncCounts;

/** A run that changed nothing. */
export function givenSyncRun(changes: Partial<SyncRunDetails> = {}): SyncRunDetails {
  return {
    ...{ id: 5, source: 'ldap', state: 'completed', is_preview: false, requested_by: 'ada', guard: null, error: null },
    ...{ created_at: '2030-01-01T10:00:00', ended_at: '2030-01-01T10:00:09', counts: noSyncCounts },
    differences: {
      ...{ added: [], linked: [], changed: [], enabled: [], disabled: [], deleted: [], groups_added: [] },
      ...{ groups_linked: [], groups_renamed: [], groups_released: [], members_added: [], members_removed: [] },
      ...{ unconfirmed: [], protected: [], problems: [] },
      ...changes.differences,
    },
    ...changes,
  };
}
