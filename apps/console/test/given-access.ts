import type { AccessAlias, AccessDecision, AccessRule, RuleHits } from '@gatewarden/contract/access';
import type { AccessVersion } from '@gatewarden/contract/access-history';
import type { AccessTest, AccessTestResult } from '@gatewarden/contract/access-tests';

/** Builders of server responses about access rules; a test overrides only what it needs. */
export const givenAccess = {
  /** A deployed rule that allows group 2 to reach one address over HTTPS everywhere. */
  rule: (overrides: Partial<AccessRule> = {}): AccessRule => ({
    id: 1,
    parent_id: null,
    state: 'Applied',
    status: 'enabled',
    name: 'Intranet',
    all_networks: true,
    networks: [],
    enabled: true,
    expires: null,
    priority: 0,
    allow_all_users: false,
    deny_all_users: false,
    allow_all_network_devices: false,
    deny_all_network_devices: false,
    allowed_users: [],
    denied_users: [],
    allowed_groups: [2],
    denied_groups: [],
    allowed_devices: [],
    denied_devices: [],
    destination: '10.0.5.9',
    aliases: [],
    ports: '443',
    protocols: [6],
    ...overrides,
  }),

  /** A deployed alias that no rule uses. */
  alias: (overrides: Partial<AccessAlias> = {}): AccessAlias => ({
    id: 1,
    parent_id: null,
    state: 'Applied',
    name: 'Databases',
    kind: 'Destination',
    destination: '10.0.7.0/24',
    ports: '5432',
    protocols: [6],
    rules: [],
    ...overrides,
  }),

  /** All users must reach one address over HTTPS everywhere. */
  test: (overrides: Partial<AccessTest> = {}): AccessTest => ({
    ...{ id: 1, name: 'Payroll works', expectation: 'allowed', source_kind: 'all_users', source_id: null },
    ...{ location_id: null, destination: '10.0.5.9', ports: '443', protocols: [6] },
    ...overrides,
  }),

  /** A test that passes. */
  testResult: (overrides: Partial<AccessTestResult> = {}): AccessTestResult => ({
    ...{ test_id: 1, current: 'passes', after: 'passes', counterexample: null },
    ...overrides,
  }),

  /** A deployment that added a rule. */
  version: (overrides: Partial<AccessVersion> = {}): AccessVersion => ({
    ...{ id: 1, at: '2030-01-31T12:00:00', kind: 'deployed', username: 'ada', override_reason: null },
    changes: [{ object: 'rule', id: 1, name: 'Intranet', change: 'added' }],
    change_count: 1,
    ...overrides,
  }),

  /** Of the rule 1. */
  hits: (overrides: Partial<RuleHits & { rule_id: number }> = {}) => ({
    ...{ rule_id: 1, packets: 1234, bytes: 56_789, last_hit: '2030-01-31T12:00:00' },
    ...overrides,
  }),

  /** No rule names the destination, and the default of the location denies. */
  decision: (overrides: Partial<AccessDecision> = {}): AccessDecision => ({
    ...{ allowed: false, reason: 'default', rule: null, steps: [] },
    ...overrides,
  }),
};
