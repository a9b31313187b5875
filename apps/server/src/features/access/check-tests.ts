import { findCounterexample } from '@gatewarden/access/check-expectation';
import type { Destination } from '@gatewarden/access/destination';
import type { EnforcedRules } from '@gatewarden/access/diff';
import type { SourceNames } from '@gatewarden/access/rule';
import { isEmpty, type SourceSets, sizeOf } from '@gatewarden/access/source-set';
import type { AccessTestResult } from '@gatewarden/contract/access-tests';
import { formatAddress } from '@gatewarden/net/address';
import type { AccessTestRow } from './access-tests.queries.ts';
import { type Policies, type PolicyLocation, sourceSetsOf, toEnforcedRules } from './policies.ts';
import { toAccessRule, toDestination } from './to-access-rule.ts';

interface CheckedTest {
  readonly id: number;
  readonly effect: 'allowed' | 'denied';
  readonly sources: SourceNames;
  /** Null means all locations that enforce access rules. */
  readonly locationId: number | null;
  readonly destination: Destination;
}

function toCheckedTest(row: AccessTestRow): CheckedTest {
  const { user_id: userId, group_id: groupId, device_id: deviceId } = row;
  const only = (id: number | null) => new Set(id === null ? [] : [id]);
  return {
    id: row.id,
    effect: row.expectation,
    locationId: row.location_id,
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
  readonly tests: readonly AccessTestRow[];
}

/** The results of the tests, in their order, with both sets of rules. A location without enforcement allows everything. */
export function checkTests({ before, after, users, locations, tests }: CheckInput): AccessTestResult[] {
  const sets = new Map<number, SourceSets>();
  const setsOf = (location: PolicyLocation) => {
    const known = sets.get(location.id) ?? sourceSetsOf(location, users);
    sets.set(location.id, known);
    return known;
  };
  const sides = { before: before.map(toAccessRule), after: after.map(toAccessRule) };
  return tests.map(toCheckedTest).map((test) => {
    const checkSide = (side: 'before' | 'after') => {
      const concerned = locations.filter((each) =>
        test.locationId === null ? each[side].isEnforcing : each.id === test.locationId,
      );
      const enforcedIn = (location: PolicyLocation) => toEnforcedRules(sides[side], location[side]);
      return check(test, concerned, { enforcedIn, setsOf });
    };
    const current = checkSide('before');
    const then = checkSide('after');
    return { test_id: test.id, current: current.outcome, after: then.outcome, counterexample: then.counterexample };
  });
}

interface Side {
  readonly enforcedIn: (location: PolicyLocation) => EnforcedRules;
  readonly setsOf: (location: PolicyLocation) => SourceSets;
}

type Checked = Pick<AccessTestResult, 'counterexample'> & { readonly outcome: AccessTestResult['after'] };

function check(
  { effect, sources: names, destination }: CheckedTest,
  locations: readonly PolicyLocation[],
  { enforcedIn, setsOf }: Side,
): Checked {
  let hasSource = false;
  for (const location of locations) {
    const sets = setsOf(location);
    const sources = sets.of(names);
    if (isEmpty(sources)) continue;
    hasSource = true;
    const policy = { ...enforcedIn(location), locationId: location.id };
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
