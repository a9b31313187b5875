import type { SyncRun, SyncStatus } from '@gatewarden/contract/directory-sync';
import type { IdentitySource } from '@gatewarden/contract/identity-sources';
import { givenSyncRun } from './given-sync.ts';

function givenStatus(last: Partial<SyncRun>): SyncStatus {
  const { differences: _, ...run } = givenSyncRun();
  return {
    ...{ source: 'ldap', kind: 'ldap', name: 'LDAP', is_enabled: true, is_configured: true, interval_seconds: 300 },
    ...{ next_run_at: '2030-01-01T10:05:00', linked_users: 7, linked_groups: 2, current: null },
    last: { ...run, ...last },
  };
}

export const givenSources = {
  local: (overrides: Partial<IdentitySource> = {}): IdentitySource => ({
    id: 'local',
    kind: 'local',
    name: null,
    provider_kind: null,
    state: 'on',
    users: 12,
    groups: 3,
    signs_in: true,
    linked_accounts: null,
    synchronization: null,
    export: null,
    scim: null,
    attention: [],
    ...overrides,
  }),
  /** Synchronized; `last` is its last run. */
  ldap: (overrides: Partial<IdentitySource> = {}, last: Partial<SyncRun> = {}): IdentitySource =>
    givenSources.local({
      ...{ id: 'ldap', kind: 'ldap', users: 7, groups: 2, synchronization: givenStatus(last) },
      ...overrides,
    }),
  scim: (overrides: Partial<IdentitySource> = {}): IdentitySource =>
    givenSources.local({
      ...{ id: 'scim', kind: 'scim', state: 'not_set_up', users: 0, groups: 0, signs_in: false },
      ...overrides,
    }),
  okta: (overrides: Partial<IdentitySource> = {}): IdentitySource =>
    givenSources.local({
      ...{ id: 'openid-3', kind: 'openid', name: 'Okta', provider_kind: 'okta', users: 5, groups: 1 },
      ...overrides,
    }),
};
