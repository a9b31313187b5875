import { listDevices } from '@gatewarden/contract/devices';
import {
  addGroupMember,
  assignGroups,
  deleteGroup,
  getGroup,
  removeGroupMember,
  updateGroup,
} from '@gatewarden/contract/groups';
import { getLocation, listLocations, updateLocation } from '@gatewarden/contract/locations';
import { deleteUser, getUser, updateUser } from '@gatewarden/contract/users';
import { describe, expect } from 'vitest';
import type { Person } from '../../../test/given/given.ts';
import { locationBody, removeNetwork } from '../../../test/given/network.ts';
import { type TestServer, test } from '../../../test/harness.ts';

test.beforeEach(({ server }) => removeNetwork(server));

/** How many peers gateways receive. */
async function countPeers(server: TestServer): Promise<number> {
  return (await server.database.query('select from peer where not removed')).length;
}

/** A location for all users, one for a group, and a user with a device. */
async function givenRestricted(server: TestServer) {
  const admin = await server.given.admin();
  const { name: group } = await server.given.group();
  await server.given.location({ name: 'open', address: '10.1.0.1/24' });
  const restricted = await server.given.location({
    name: 'restricted',
    address: '10.2.0.1/24',
    allowed_groups: [group],
  });
  const user = await server.given.user();
  const { device } = await server.given.device(user);
  const assignedLocations = async ({ username }: Person = user) => {
    const { devices } = await admin.call(getUser, { params: { username } });
    return devices.flatMap(({ networks }) => networks.map((network) => network.network_name));
  };
  return { admin, group, restricted, user, device, assignedLocations };
}

test('admits members of an allowed group, and administrators to all locations', async ({ server }) => {
  const { admin, group, user, assignedLocations } = await givenRestricted(server);
  const { username } = user;
  const params = { name: group, username };
  expect(await assignedLocations()).toEqual(['open']);
  await admin.call(addGroupMember, { params, body: { username } });
  expect(await assignedLocations()).toEqual(['open', 'restricted']);
  await admin.call(removeGroupMember, { params });
  expect(await assignedLocations()).toEqual(['open']);
  await admin.call(assignGroups, { body: { groups: [group], users: [user.id] } });
  expect(await assignedLocations()).toEqual(['open', 'restricted']);
  await admin.call(updateUser, { params, body: { groups: [] } });
  expect(await assignedLocations()).toEqual(['open']);
  await admin.call(updateUser, { params, body: { groups: ['admin'] } });
  expect(await assignedLocations()).toEqual(['open', 'restricted']);
  await server.given.device(admin);
  expect(await assignedLocations(admin)).toEqual(['open', 'restricted']);
});

test('updates assignments when a group gains and loses administrator rights', async ({ server }) => {
  const { admin, user, assignedLocations } = await givenRestricted(server);
  const { name } = await server.given.group({ members: [user.username] });
  await admin.call(updateGroup, { params: { name }, body: { name, is_admin: true } });
  expect(await assignedLocations()).toEqual(['open', 'restricted']);
  await admin.call(updateGroup, { params: { name }, body: { name, is_admin: false } });
  expect(await assignedLocations()).toEqual(['open']);
});

describe('deleting an allowed group', () => {
  const refused = { status: 409, body: { code: 'group_restricts_locations', details: { locations: 'restricted' } } };
  const remove = (by: Person, name: string) => by.try(deleteGroup, { params: { name } });

  /** As `givenRestricted`, with a second allowed group. */
  async function givenTwoGroups(server: TestServer) {
    const given = await givenRestricted(server);
    const { name: other } = await server.given.group();
    const params = { id: String(given.restricted.id) };
    const allow = (groups: string[]) => {
      const body = locationBody(2, { name: 'restricted', allowed_groups: groups });
      return given.admin.try(updateLocation, { params, body });
    };
    expect((await allow([given.group, other])).status).toBe(200);
    const allowed = async () => (await given.admin.call(getLocation, { params })).allowed_groups;
    return { ...given, other, allow, allowed };
  }

  test('is refused with the names of the locations if it is their only allowed group, and changes nothing', async ({
    server,
  }) => {
    const { admin, group, restricted, assignedLocations } = await givenRestricted(server);
    await server.given.location({ name: 'a second', allowed_groups: [group] });
    await server.given.location({ name: 'shared', allowed_groups: [group, 'admin'] });
    expect(await remove(admin, group)).toMatchObject({
      ...refused,
      body: { ...refused.body, details: { locations: 'a second, restricted' } },
    });
    expect(await assignedLocations()).toEqual(['open']);
    const params = { id: String(restricted.id) };
    expect(await admin.call(getLocation, { params })).toMatchObject({ allowed_groups: [group] });
    expect(await admin.call(getGroup, { params: { name: group } })).toMatchObject({
      vpn_locations: ['a second', 'restricted', 'shared'],
    });
  });

  test('removes its members from the location if other groups remain allowed', async ({ server }) => {
    const { admin, group, other, user, assignedLocations, allowed } = await givenTwoGroups(server);
    await admin.call(addGroupMember, { params: { name: group }, body: { username: user.username } });
    expect(await assignedLocations()).toEqual(['open', 'restricted']);
    expect(await remove(admin, group)).toMatchObject({ status: 200 });
    expect(await assignedLocations()).toEqual(['open']);
    expect(await allowed()).toEqual([other]);
  });

  test('retains one of two allowed groups that are deleted concurrently', async ({ server }) => {
    const { admin, group, other, restricted, allowed } = await givenTwoGroups(server);
    await using lock = await server.database.transaction();
    await lock.query('select from location where id = $1 for update', [restricted.id]);
    const first = remove(admin, group);
    await server.database.untilBlocked(first);
    const second = remove(admin, other);
    await server.database.untilBlocked(second, 2);
    await lock.commit();
    expect(await first).toMatchObject({ status: 200 });
    expect(await second).toMatchObject(refused);
    expect(await allowed()).toEqual([other]);
  });

  test.for([
    ['is refused after a concurrent edit that makes it the only one', 'edit first'],
    ['succeeds before a concurrent edit that would make it the only one, which is refused', 'deletion first'],
  ])('%s', async ([, order], { server }) => {
    const { admin, group, other, restricted, allow, allowed } = await givenTwoGroups(server);
    await using lock = await server.database.transaction();
    await lock.query('select from location where id = $1 for update', [restricted.id]);
    const actions = [() => allow([group]), () => remove(admin, group)];
    if (order === 'deletion first') actions.reverse();
    const answers = [];
    for (const [nth, act] of actions.entries()) {
      const answer = act();
      answers.push(answer);
      await server.database.untilBlocked(answer, nth + 1);
    }
    await lock.commit();
    const results = await Promise.all(answers);
    if (order === 'edit first') expect(results).toMatchObject([{ status: 200 }, refused]);
    else expect(results).toMatchObject([{ status: 200 }, { status: 422, body: { code: 'group_name_unknown' } }]);
    expect(await allowed()).toEqual([order === 'edit first' ? group : other]);
  });
});

test('removes a disabled user from all locations and restores access when enabled', async ({ server }) => {
  const { admin, user, assignedLocations } = await givenRestricted(server);
  const { username } = user;
  expect(await countPeers(server)).toBe(1);
  await admin.call(updateUser, { params: { username }, body: { is_active: false } });
  expect(await assignedLocations()).toEqual([]);
  expect(await countPeers(server)).toBe(0);
  expect((await server.given.device(admin)).configs).toMatchObject([{ address: ['10.1.0.2'] }, {}]);
  await admin.call(updateUser, { params: { username }, body: { is_active: true } });
  expect(await assignedLocations()).toEqual(['open']);
});

test('deletes the devices of a deleted user, releases their addresses and updates gateways', async ({ server }) => {
  const { admin, user } = await givenRestricted(server);
  await admin.call(deleteUser, { params: { username: user.username } });
  expect(await admin.call(listDevices, {})).toEqual([]);
  expect(await countPeers(server)).toBe(0);
  expect((await server.given.device(admin)).configs).toMatchObject([{ address: ['10.1.0.2'] }, {}]);
});

test('refuses to admit a user to a location without a free address, and changes nothing', async ({ server }) => {
  const { admin, group, user, assignedLocations } = await givenRestricted(server);
  await server.given.location({ name: 'tiny', address: '10.5.0.1/30', allowed_groups: [group] });
  await server.given.device(user);
  const params = { name: group };
  const body = { username: user.username };
  const refused = { status: 409, body: { code: 'address_pool_exhausted', details: { location: 'tiny' } } };
  expect(await admin.try(addGroupMember, { params, body })).toMatchObject(refused);
  expect(await admin.try(updateUser, { params: body, body: { groups: [group] } })).toMatchObject(refused);
  expect(await assignedLocations()).toEqual(['open', 'open']);
  expect(await admin.call(listLocations, {})).toMatchObject([{}, {}, { allowed_groups: [group] }]);
});
