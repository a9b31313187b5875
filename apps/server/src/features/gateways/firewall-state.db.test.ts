import { evaluate, type Packet } from '@gatewarden/access/evaluate';
import type { AccessRule, Source } from '@gatewarden/access/rule';
import { Capability } from '@gatewarden/contract/gateway/v1';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { address, port, protocol, rules } from '../../../../../packages/access/test/arbitrary-rules.ts';
import { destination, givenRule } from '../../../../../packages/access/test/given-rule.ts';
import { type AppliedState, applyChange, fullState } from '../../../test/gateway-state/applied-state.ts';
import { isForwarded } from '../../../test/gateway-state/decide-applied.ts';
import {
  change,
  type GivenLocation,
  givenLocation,
  type StateFixture,
  setAssignment,
  startStateFixture,
} from '../../../test/gateway-state/state-fixture.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { idFromBytes } from './gateway-state.ts';
import { purgeRemovedPeers } from './state-history.queries.ts';

const users = 3;
const devices = 4;

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('rules'), rules }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('member'), user: fc.nat(users - 1), group: fc.nat(2) }) },
  fc.record({ kind: fc.constant('mode'), enabled: fc.boolean(), allow: fc.boolean() }),
  fc.record({ kind: fc.constant('place'), device: fc.nat(devices - 1) }),
  fc.record({ kind: fc.constant('leave'), device: fc.nat(devices - 1) }),
  fc.record({ kind: fc.constant('purge') }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const packets = fc.array(fc.record({ destination: address, protocol, port }), { minLength: 5, maxLength: 10 });

describe('the firewall of a location', () => {
  it('decides as the evaluator after any changes, also at a gateway that catches up', {
    timeout: 120_000,
  }, async () => {
    await using fixture = await startStateFixture();
    const groupIds = await givenGroups(fixture, 3);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), packets, async (steps, tried) => {
        const location = await givenLocation(fixture.db, { users, devices });
        fixture.rules = [];
        await change(fixture, location.id, undefined, async () => undefined);
        await take(fixture, { location, groupIds }, { kind: 'mode', enabled: true, allow: false });
        const versions: AppliedState[] = [await readFull(fixture, location)];
        for (const taken of steps) {
          await take(fixture, { location, groupIds }, taken);
          const next = await readFull(fixture, location);
          await expectDecisions(fixture, location, next, tried);
          if (versions.at(-1)?.version !== next.version) versions.push(next);
        }
        for (const held of versions) expect(await caughtUp(fixture, location, held)).toEqual(versions.at(-1));
      }),
      { numRuns: 20 },
    );
  });

  it('changes only the peer of a device whose rights change', async () => {
    await using fixture = await startStateFixture();
    const location = await givenAccessControl(fixture);
    const [first = 0, second = 0] = location.userIds;
    fixture.rules = [givenRule({ allow: { users: new Set([first]) } })];
    await inTransaction(fixture.db, (tx) => fixture.state.recomputeFirewalls(tx, [location.id]));
    const held = await readFull(fixture, location);

    fixture.rules = [givenRule({ allow: { users: new Set([first, second]) } })];
    await inTransaction(fixture.db, (tx) => fixture.state.recomputeFirewalls(tx, [location.id]));

    const read = await fixture.feed.read(location.id, { held: nameOf(held), enforcesAccess: true });
    if (read.kind !== 'change') throw new Error(`expected a change, not ${read.kind}`);
    const [profile] = held.firewall.profiles.keys();
    expect(read.message.firewall).toBeUndefined();
    expect(read.message.upsertedPeers.map(({ accessProfileId }) => accessProfileId)).toEqual([profile, profile]);
    expect(read.message).toMatchObject({ addedProfiles: [], removedProfileIds: [] });
  });

  it('is unchanged by a rule that changes no decision', async () => {
    await using fixture = await startStateFixture();
    const location = await givenAccessControl(fixture);
    const before = await readFull(fixture, location);

    fixture.rules = [givenRule({ locations: [location.id + 1], allow: { everyUser: true } })];
    await inTransaction(fixture.db, (tx) => fixture.state.recomputeFirewalls(tx, [location.id]));

    expect(await readFull(fixture, location)).toEqual(before);
  });

  it('leaves an agent that cannot enforce it without peers, and sends them again once access control is off', async () => {
    await using fixture = await startStateFixture();
    const location = await givenAccessControl(fixture);
    const read = (held: AppliedState | undefined, hasAcknowledged: boolean) =>
      fixture.feed.read(location.id, { held: held ? nameOf(held) : noState, hasAcknowledged, enforcesAccess: false });

    const first = await read(await readFull(fixture, location), false);
    if (first.kind !== 'full') throw new Error(`expected the full state, not ${first.kind}`);
    expect(first.message).toMatchObject({ peers: [], requiredCapabilities: [Capability.FIREWALL] });
    const held = fullState(first.message);
    expect(await read(held, true)).toMatchObject({ kind: 'current' });

    await setMode(fixture, location.id, { enabled: false, allow: false });
    const last = await read(held, true);
    expect(last.kind === 'full' && last.message.peers).toHaveLength(devices);
  });

  it('compiles large sets of rules in a worker thread', async () => {
    await using fixture = await startStateFixture();
    const location = await givenAccessControl(fixture);
    const [user = 0] = location.userIds;
    const to = (id: number) => [destination({ addresses: [`10.${id >> 8}.${id & 255}.0/24`], ports: [443] })];
    fixture.rules = Array.from({ length: 1_000 }, (_, id) =>
      givenRule({ id: id + 1, to: to(id), allow: { users: new Set([user]) } }),
    );

    await inTransaction(fixture.db, (tx) => fixture.state.recomputeFirewalls(tx, [location.id]));

    const { firewall } = await readFull(fixture, location);
    expect([...firewall.profiles.values()].map((entries) => entries.length)).toEqual([1_000]);
  });
});

const noState = { version: 0, stateId: '' };

async function givenGroups({ db }: StateFixture, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into "group" (name) select 'group ' || n from generate_series(1, ${count}) n returning id`.execute(db);
  return rows.map(({ id }) => id);
}

/** A location that denies by default, with all its devices assigned. */
async function givenAccessControl(fixture: StateFixture): Promise<GivenLocation> {
  const location = await givenLocation(fixture.db, { users, devices });
  await change(fixture, location.id, undefined, async (tx) => {
    await sql`update location set acl_enabled = true where id = ${location.id}`.execute(tx);
    for (const [nth, id] of location.deviceIds.entries()) await setAssignment(tx, location.id, id, `10.0.0.${nth + 2}`);
  });
  return location;
}

function setMode(fixture: StateFixture, id: number, { enabled, allow }: { enabled: boolean; allow: boolean }) {
  return change(fixture, id, [], (tx) =>
    sql`update location set acl_enabled = ${enabled}, acl_default_allow = ${allow} where id = ${id}`.execute(tx),
  );
}

interface World {
  readonly location: GivenLocation;
  readonly groupIds: readonly number[];
}

async function take(fixture: StateFixture, { location, groupIds }: World, taken: Step): Promise<void> {
  const { id, userIds, deviceIds } = location;
  const deviceOf = (index: number) => deviceIds[index] ?? 0;
  switch (taken.kind) {
    case 'rules':
      fixture.rules = taken.rules.map((rule) => withRealIds(rule, { location, groupIds }));
      return inTransaction(fixture.db, (tx) => fixture.state.recomputeFirewalls(tx, [id]));
    case 'member':
      return change(fixture, id, deviceIds, async (tx) => {
        const row = { user: userIds[taken.user] ?? 0, group: groupIds[taken.group] ?? 0 };
        const { numAffectedRows } =
          await sql`delete from group_member where user_id = ${row.user} and group_id = ${row.group}`.execute(tx);
        if (numAffectedRows === 0n)
          await sql`insert into group_member (group_id, user_id) values (${row.group}, ${row.user})`.execute(tx);
      });
    case 'mode':
      return setMode(fixture, id, taken);
    case 'place':
      return change(fixture, id, [deviceOf(taken.device)], (tx) =>
        setAssignment(tx, id, deviceOf(taken.device), `10.0.0.${taken.device + 2}`),
      );
    case 'leave':
      return change(fixture, id, [deviceOf(taken.device)], (tx) =>
        sql`delete from device_location where device_id = ${deviceOf(taken.device)}`.execute(tx),
      );
    case 'purge':
      fixture.clock.advance({ hours: 1 });
      await inTransaction(fixture.db, (tx) => purgeRemovedPeers(tx, fixture.clock.now()));
  }
}

/** The small ids of the generator stand for positions among the rows. */
function withRealIds(rule: AccessRule, { location, groupIds }: World): AccessRule {
  const pick = (ids: ReadonlySet<number>, real: readonly number[]) =>
    new Set([...ids].flatMap((id) => real[id - 1] ?? []));
  const names = (side: AccessRule['allowed']) => ({
    ...side,
    users: pick(side.users, location.userIds),
    groups: pick(side.groups, groupIds),
  });
  const locations = rule.locations && new Set([...rule.locations].map((each) => location.id + each - 1));
  return { ...rule, locations, allowed: names(rule.allowed), denied: names(rule.denied) };
}

async function expectDecisions(fixture: StateFixture, { id }: GivenLocation, state: AppliedState, tried: Packet[]) {
  const { rows } = await sql<{ key: string; user_id: number; groups: number[]; acl_enabled: boolean; allow: boolean }>`
    select d.public_key as key, d.user_id, l.acl_enabled, l.acl_default_allow as allow,
      array(select m.group_id from group_member m where m.user_id = d.user_id) as groups
    from device d join device_location dl on dl.device_id = d.id join location l on l.id = dl.location_id
    where l.id = ${id}`.execute(fixture.db);
  expect([...state.peers.keys()].toSorted()).toEqual(rows.map(({ key }) => key).toSorted());
  for (const { key, user_id: userId, groups, acl_enabled: isEnabled, allow } of rows) {
    const source: Source = { kind: 'user', id: userId, groups };
    for (const packet of tried) {
      const { decision } = evaluate(fixture.rules, { ...packet, source, locationId: id }, allow);
      expect(isForwarded(state.firewall, key, packet)).toBe(!isEnabled || decision.verdict === 'allow');
    }
  }
}

function nameOf({ version, id }: AppliedState) {
  return { version, stateId: idFromBytes(Buffer.from(id, 'hex')) };
}

async function readFull({ feed }: StateFixture, { id }: GivenLocation): Promise<AppliedState> {
  const read = await feed.read(id, { held: noState, enforcesAccess: true });
  if (read.kind !== 'full') throw new Error(`a gateway without a state was sent: ${read.kind}`);
  return fullState(read.message);
}

async function caughtUp({ feed }: StateFixture, { id }: GivenLocation, held: AppliedState): Promise<AppliedState> {
  const read = await feed.read(id, { held: nameOf(held), enforcesAccess: true });
  if (read.kind === 'full') return fullState(read.message);
  if (read.kind === 'change') return applyChange(held, read.message);
  if (read.kind === 'current') return held;
  throw new Error('the location does not exist');
}
