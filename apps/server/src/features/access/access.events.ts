import type { DeployedChange } from '@gatewarden/contract/access';
import { type EventRules, formatRename } from '../event-rules.ts';

/** What the activity log has of a rule or alias. */
export interface AccessObject {
  readonly id: number;
  readonly name: string;
}

/** Locations for which rules changed; `all` includes future ones. */
export type ConcernedLocations = readonly number[] | 'all';

interface AccessEvents {
  'access.rule-added': { readonly rule: AccessObject };
  'access.rule-modified': { readonly before: AccessObject; readonly after: AccessObject };
  'access.rule-marked-for-deletion': { readonly rule: AccessObject };
  'access.rule-discarded': { readonly rule: AccessObject };
  'access.rules-expired': { readonly rules: readonly AccessObject[]; readonly locations: ConcernedLocations };
  'access.alias-added': { readonly alias: AccessObject };
  'access.alias-modified': { readonly before: AccessObject; readonly after: AccessObject };
  'access.alias-discarded': { readonly alias: AccessObject };
  'access.alias-removed': { readonly alias: AccessObject };
  'access.deployed': {
    readonly rules: readonly DeployedChange[];
    readonly aliases: readonly DeployedChange[];
    readonly locations: ConcernedLocations;
    /** The deployment made access tests fail, for this reason. */
    readonly override?: { readonly reason: string; readonly tests: readonly AccessObject[] };
  };
  /** Pending changes were prepared; the name of the version is its time. */
  'access.version-restored': { readonly version: AccessObject };
  'access.test-added': { readonly test: AccessObject };
  'access.test-modified': { readonly before: AccessObject; readonly after: AccessObject };
  'access.test-removed': { readonly test: AccessObject };
}

declare module '../../platform/events/events.ts' {
  interface EventMap extends AccessEvents {}
}

const stale = { admins: ['access'] } as const;

export const accessEvents = {
  'access.rule-added': {
    entry: ({ rule }) => ({ event: 'access_rule_added', description: `Rule ${rule.name}`, metadata: { rule } }),
    stale,
  },
  'access.rule-modified': {
    entry: ({ before, after }) => ({
      event: 'access_rule_modified',
      description: `Rule ${formatRename(before.name, after.name)}`,
      metadata: { before, after },
    }),
    stale,
  },
  'access.rule-marked-for-deletion': {
    entry: ({ rule }) => ({
      event: 'access_rule_marked_for_deletion',
      description: `Rule ${rule.name}`,
      metadata: { rule },
    }),
    stale,
  },
  'access.rule-discarded': {
    entry: ({ rule }) => ({ event: 'access_rule_discarded', description: `Rule ${rule.name}`, metadata: { rule } }),
    stale,
  },
  'access.rules-expired': {
    entry: ({ rules }) => ({
      event: 'access_rule_expired',
      description: `Rules: ${describeNames(rules)}`,
      metadata: { rules },
    }),
    stale: { admins: ['access', 'gateways'] },
  },
  'access.alias-added': {
    entry: ({ alias }) => ({ event: 'access_alias_added', description: `Alias ${alias.name}`, metadata: { alias } }),
    stale,
  },
  'access.alias-modified': {
    entry: ({ before, after }) => ({
      event: 'access_alias_modified',
      description: `Alias ${formatRename(before.name, after.name)}`,
      metadata: { before, after },
    }),
    stale,
  },
  'access.alias-discarded': {
    entry: ({ alias }) => ({
      event: 'access_alias_discarded',
      description: `Alias ${alias.name}`,
      metadata: { alias },
    }),
    stale,
  },
  'access.alias-removed': {
    entry: ({ alias }) => ({ event: 'access_alias_removed', description: `Alias ${alias.name}`, metadata: { alias } }),
    stale,
  },
  'access.deployed': {
    entry: ({ rules, aliases, override }) => ({
      event: 'access_deployed',
      description: [
        rules.length > 0 && `Rules: ${describeNames(rules)}`,
        aliases.length > 0 && `Aliases: ${describeNames(aliases)}`,
        override && `Access tests that fail now: ${describeNames(override.tests)}. Reason: ${override.reason}`,
      ]
        .filter(Boolean)
        .join('; '),
      metadata: { deployed: [...rules, ...aliases], rules, aliases, ...(override && { override }) },
    }),
    stale: { admins: ['access', 'gateways'] },
  },
  'access.version-restored': {
    entry: ({ version }) => ({
      event: 'access_version_restored',
      description: `Rules of ${version.name}`,
      metadata: { restored: version.name, version },
    }),
    stale,
  },
  'access.test-added': {
    entry: ({ test }) => ({ event: 'access_test_added', description: `Test ${test.name}`, metadata: { test } }),
    stale,
  },
  'access.test-modified': {
    entry: ({ before, after }) => ({
      event: 'access_test_modified',
      description: `Test ${formatRename(before.name, after.name)}`,
      metadata: { before, after },
    }),
    stale,
  },
  'access.test-removed': {
    entry: ({ test }) => ({ event: 'access_test_removed', description: `Test ${test.name}`, metadata: { test } }),
    stale,
  },
} as const satisfies EventRules<AccessEvents>;

const maxNames = 10;

function describeNames(objects: readonly { readonly name: string }[]): string {
  const names = objects.slice(0, maxNames).map(({ name }) => name);
  const rest = objects.length - names.length;
  return rest > 0 ? `${names.join(', ')} and ${rest} more` : names.join(', ');
}
