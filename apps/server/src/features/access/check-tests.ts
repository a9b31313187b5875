import { findCounterexample } from '@gatewarden/access/check-expectation';
import type { Destination } from '@gatewarden/access/destination';
import type { AccessRule, SourceNames } from '@gatewarden/access/rule';
import { createSourceSets, isEmpty, type SourceSets, sizeOf } from '@gatewarden/access/source-set';
import type { AccessTestResult } from '@gatewarden/contract/access-tests';
import { formatAddress } from '@gatewarden/net/address';
import type { AccessTestRow } from './access-tests.queries.ts';
import type { Policies, PolicyLocation } from './read-policies.ts';
import { toDestination } from './to-access-rule.ts';

export interface CheckedTest {
  readonly id: number;
  readonly name: string;
  readonly effect: 'allowed' | 'denied';
  readonly sources: SourceNames;
  /** Null means all locations that enforce access rules. */
  readonly locationId: number | null;
  readonly destination: Destination;
}

export function toCheckedTest(row: AccessTestRow): CheckedTest {
  const { user_id: userId, group_id: groupId, device_id: deviceId } = row;
  const only = (id: number | null) => new Set(id === null ? [] : [id]);
  return {
    ...{ id: row.id, name: row.name, effect: row.expectation, locationId: row.location_id },
    sources: {
      everyUser: userId === null && groupId === null && deviceId === null,
      everyNetworkDevice: false,
      users: only(userId),
      groups: only(groupId),
      networkDevices: only(deviceId),
    },
    destination: toDestination(row),
  };
}

export interface CheckInput extends Policies {
  readonly tests: readonly CheckedTest[];
}

/** The results of the tests, in their order, with both sets of rules. A location without enforcement allows everything. */
export function checkTests({ before, after, users, locations, tests }: CheckInput): AccessTestResult[] {
  const sets = new Map<number, SourceSets>();
  const setsOf = (location: PolicyLocation) => {
    const ids = location.users && new Set(location.users);
    const known =
      sets.get(location.id) ??
      createSourceSets({
        users: ids ? users.filter(({ id }) => ids.has(id)) : users,
        networkDevices: location.networkDevices,
      });
    sets.set(location.id, known);
    return known;
  };
  return tests.map((test) => {
    const concerned = locations.filter(({ id, isEnforcing }) =>
      test.locationId === null ? isEnforcing : id === test.locationId,
    );
    const current = check(test, concerned, before, setsOf);
    const then = check(test, concerned, after, setsOf);
    return { test_id: test.id, current: current.outcome, after: then.outcome, counterexample: then.counterexample };
  });
}

type Checked = Pick<AccessTestResult, 'counterexample'> & { readonly outcome: AccessTestResult['after'] };

function check(
  { effect, sources: names, destination }: CheckedTest,
  locations: readonly PolicyLocation[],
  rules: readonly AccessRule[],
  setsOf: (location: PolicyLocation) => SourceSets,
): Checked {
  let hasSource = false;
  for (const location of locations) {
    const sets = setsOf(location);
    const sources = sets.of(names);
    if (isEmpty(sources)) continue;
    hasSource = true;
    const policy = location.isEnforcing
      ? { rules, locationId: location.id, allowByDefault: location.allowByDefault }
      : { rules: [], locationId: location.id, allowByDefault: true };
    const found = findCounterexample(policy, { effect, sources, destination }, sets);
    if (!found) continue;
    return {
      outcome: 'fails',
      counterexample: {
        location_id: location.id,
        user_id: sets.usersOf(found.sources)[0] ?? null,
        network_device_id:
          sets.usersOf(found.sources).length > 0 ? null : (sets.networkDevicesOf(found.sources)[0] ?? null),
        source_count: sizeOf(found.sources),
        address: formatAddress(found.address),
        protocol: found.protocol,
        port: found.port,
      },
    };
  }
  return { outcome: hasSource ? 'passes' : 'no_source', counterexample: null };
}
