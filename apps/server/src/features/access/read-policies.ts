import { DomainError } from '@gatewarden/contract/errors';
import type { Tx } from '../../platform/database/database.ts';
import { type ActiveRuleRow, listActiveRules, type Selection } from './active-rules.queries.ts';
import type { Enforcement, Policies } from './policies.ts';
import { listActiveUsers, listPolicyLocations } from './population.queries.ts';

/** Settings of a location that are not saved. */
export interface LocationChange extends Enforcement {
  readonly locationId: number;
}

export interface PendingChanges {
  readonly selection: Selection | 'all';
  readonly location?: LocationChange | undefined;
}

/**
 * The active rules, and those after a deployment of these changes. With the settings of a location, also as if these were
 * saved.
 * @throws location_not_found
 */
export async function readPolicies(tx: Tx, at: Date, { selection, location }: PendingChanges): Promise<Policies> {
  const before = await listActiveRules(tx, { at });
  const policies = await toPolicies(tx, before, await listActiveRules(tx, { at, withPending: selection }));
  return location ? withLocation(policies, location) : policies;
}

function withLocation(policies: Policies, { locationId, ...after }: LocationChange): Policies {
  if (!policies.locations.some(({ id }) => id === locationId)) throw new DomainError('location_not_found');
  const locations = policies.locations.map((each) => (each.id === locationId ? { ...each, after } : each));
  return { ...policies, locations };
}

export async function toPolicies(
  tx: Tx,
  before: readonly ActiveRuleRow[],
  after: readonly ActiveRuleRow[],
): Promise<Policies> {
  const users = await listActiveUsers(tx);
  const locations = await listPolicyLocations(tx);
  return {
    before,
    after,
    users,
    locations: locations.map((each) => {
      const enforcement = { isEnforcing: each.acl_enabled, allowByDefault: each.acl_default_allow };
      return {
        id: each.id,
        before: enforcement,
        after: enforcement,
        users: each.users,
        networkDevices: each.network_devices,
      };
    }),
  };
}
