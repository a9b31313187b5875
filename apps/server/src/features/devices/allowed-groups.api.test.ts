import { listDevices } from '@gatewarden/contract/devices';
import { addGroupMember, assignGroups, deleteGroup, removeGroupMember, updateGroup } from '@gatewarden/contract/groups';
import { getLocation, listLocations } from '@gatewarden/contract/locations';
import { deleteUser, getUser, updateUser } from '@gatewarden/contract/users';
import { expect, it } from 'vitest';
import type { Person } from '../../../test/given/given.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';

/** How many peers gateways are told of. */
async function countPeers(server: TestServer): Promise<number> {
  return (await server.database.query('select from peer where not removed')).length;
}

/** A location for everybody, one for a group, and a user with a device. */
async function givenRestricted(server: TestServer) {
  const admin = await server.given.admin();
  const { name: group } = await server.given.group();
  await server.given.location({ name: 'open' });
  const restricted = await server.given.location({ name: 'restricted', allowed_groups: [group] });
  const user = await server.given.user();
  const { device } = await server.given.device(user);
  const places = async ({ username }: Person = user) => {
    const { devices } = await admin.call(getUser, { params: { username } });
    return devices.flatMap(({ networks }) => networks.map((network) => network.network_name));
  };
  return { admin, group, restricted, user, device, places };
}

it('lets members of a listed group in, and administrators everywhere', async () => {
  await using server = await startTestServer();
  const { admin, group, user, places } = await givenRestricted(server);
  const { username } = user;
  const params = { name: group, username };
  expect(await places()).toEqual(['open']);
  await admin.call(addGroupMember, { params, body: { username } });
  expect(await places()).toEqual(['open', 'restricted']);
  await admin.call(removeGroupMember, { params });
  expect(await places()).toEqual(['open']);
  await admin.call(assignGroups, { body: { groups: [group], users: [user.id] } });
  expect(await places()).toEqual(['open', 'restricted']);
  await admin.call(updateUser, { params, body: { groups: [] } });
  expect(await places()).toEqual(['open']);
  await admin.call(updateUser, { params, body: { groups: ['admin'] } });
  expect(await places()).toEqual(['open', 'restricted']);
  await server.given.device(admin);
  expect(await places(admin)).toEqual(['open', 'restricted']);
});

it('follows a group that becomes one of administrators and stops being one', async () => {
  await using server = await startTestServer();
  const { admin, user, places } = await givenRestricted(server);
  const { name } = await server.given.group({ members: [user.username] });
  await admin.call(updateGroup, { params: { name }, body: { name, is_admin: true } });
  expect(await places()).toEqual(['open', 'restricted']);
  await admin.call(updateGroup, { params: { name }, body: { name, is_admin: false } });
  expect(await places()).toEqual(['open']);
});

it('opens a location to everybody when the only group that may use it is deleted', async () => {
  await using server = await startTestServer();
  const { admin, group, restricted, places } = await givenRestricted(server);
  await admin.call(deleteGroup, { params: { name: group } });
  expect(await places()).toEqual(['open', 'restricted']);
  const params = { id: String(restricted.id) };
  expect(await admin.call(getLocation, { params })).toMatchObject({ allowed_groups: [] });
});

it('takes a disabled user out of all locations and back in when enabled', async () => {
  await using server = await startTestServer();
  const { admin, user, places } = await givenRestricted(server);
  const { username } = user;
  expect(await countPeers(server)).toBe(1);
  await admin.call(updateUser, { params: { username }, body: { is_active: false } });
  expect(await places()).toEqual([]);
  expect(await countPeers(server)).toBe(0);
  expect((await server.given.device(admin)).configs).toMatchObject([{ address: ['10.1.0.2'] }, {}]);
  await admin.call(updateUser, { params: { username }, body: { is_active: true } });
  expect(await places()).toEqual(['open']);
});

it('deletes the devices of a deleted user, frees their addresses and tells gateways', async () => {
  await using server = await startTestServer();
  const { admin, user } = await givenRestricted(server);
  await admin.call(deleteUser, { params: { username: user.username } });
  expect(await admin.call(listDevices, {})).toEqual([]);
  expect(await countPeers(server)).toBe(0);
  expect((await server.given.device(admin)).configs).toMatchObject([{ address: ['10.1.0.2'] }, {}]);
});

it('refuses to let somebody in where no address is left, and changes nothing', async () => {
  await using server = await startTestServer();
  const { admin, group, user, places } = await givenRestricted(server);
  await server.given.location({ name: 'tiny', address: '10.5.0.1/30', allowed_groups: [group] });
  await server.given.device(user);
  const params = { name: group };
  const body = { username: user.username };
  const refused = { status: 409, body: { code: 'address_pool_exhausted', details: { location: 'tiny' } } };
  expect(await admin.try(addGroupMember, { params, body })).toMatchObject(refused);
  expect(await admin.try(updateUser, { params: body, body: { groups: [group] } })).toMatchObject(refused);
  expect(await admin.try(deleteGroup, { params })).toMatchObject(refused);
  expect(await places()).toEqual(['open', 'open']);
  expect(await admin.call(listLocations, {})).toMatchObject([{}, {}, { allowed_groups: [group] }]);
});
