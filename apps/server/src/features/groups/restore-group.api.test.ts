import {
  addGroup,
  addGroupMember,
  deleteGroup,
  getGroup,
  restoreGroup,
  updateGroup,
} from '@gatewarden/contract/groups';
import { deleteLocation, getLocation, updateLocation } from '@gatewarden/contract/locations';
import { proveWithPassword } from '@gatewarden/contract/mfa';
import { deleteUser, getUser, updateUser } from '@gatewarden/contract/users';
import { describe, expect } from 'vitest';
import { makeProofStale } from '../../../test/given/accounts.ts';
import { givenProgram } from '../../../test/given/api-tokens.ts';
import { password } from '../../../test/given/given.ts';
import { latestEntry } from '../../../test/given/latest-entry.ts';
import { locationBody, removeNetwork } from '../../../test/given/network.ts';
import { startTestServer, type TestServer, test } from '../../../test/harness.ts';

test.beforeEach(({ server }) => removeNetwork(server));

const expired = { status: 404, body: { code: 'undo_expired' } };
const paramsOf = (name: string) => ({ params: { name } });

/** A group that is allowed in two locations beside the administrators, with two members who have a device each. */
async function givenGroup(server: TestServer) {
  const admin = await server.given.user({ groups: ['admin'] });
  const members = [await server.given.user(), await server.given.user()] as const;
  const { name } = await server.given.group({ members: members.map(({ username }) => username) });
  const allowed_groups = [name, 'admin'];
  const locations = [
    await server.given.location({ name: 'Seoul', allowed_groups }),
    await server.given.location({ name: 'Warsaw', allowed_groups }),
  ] as const;
  for (const member of members) await server.given.device(member);
  const networksOf = async ({ username }: { username: string }) =>
    (await admin.call(getUser, { params: { username } })).devices.flatMap(({ networks }) => networks);
  return { admin, members, name, locations, networksOf };
}

describe('restoring a group', () => {
  test('brings back members, locations, addresses and peers, as one entry of the log', async ({ server }) => {
    const { admin, members, name, locations, networksOf } = await givenGroup(server);
    const before = await admin.call(getGroup, paramsOf(name));
    const networks = await Promise.all(members.map(networksOf));
    await using gateway = await server.connectGateway(locations[0]);
    await admin.call(deleteGroup, paramsOf(name));
    await gateway.until(({ state }) => state?.peers.size === 0);
    expect(await admin.try(restoreGroup, paramsOf(name))).toMatchObject({ status: 201, body: before });
    await gateway.until(({ state }) => state?.peers.size === 2);
    expect(await Promise.all(members.map(networksOf))).toEqual(networks);
    const published = (await server.events()).map(({ type }) => type).filter((type) => type.startsWith('group.'));
    expect(published.slice(-2)).toEqual(['group.removed', 'group.restored']);
    expect(await latestEntry(server, 'group_restored')).toMatchObject({
      description: expect.stringContaining(`Group ${name}: `),
    });
    expect(await admin.try(restoreGroup, paramsOf(name))).toMatchObject(expired);
  });

  test('does not bring back rights of users and locations that were deleted or disabled meanwhile', async ({
    server,
  }) => {
    const { admin, members, name, locations, networksOf } = await givenGroup(server);
    await admin.call(deleteGroup, paramsOf(name));
    await admin.call(deleteUser, { params: { username: members[0].username } });
    await admin.call(updateUser, { params: { username: members[1].username }, body: { is_active: false } });
    await admin.call(deleteLocation, { params: { id: String(locations[0].id) } });
    expect(await admin.call(restoreGroup, paramsOf(name))).toMatchObject({
      members: [members[1].username],
      vpn_locations: ['Warsaw'],
    });
    expect(await networksOf(members[1])).toEqual([]);
  });

  test('does not restrict a location that is open to all users meanwhile', async ({ server }) => {
    const { admin, name, locations } = await givenGroup(server);
    await admin.call(deleteGroup, paramsOf(name));
    const params = { id: String(locations[0].id) };
    await admin.call(updateLocation, { params, body: locationBody(1, { name: 'Seoul', allowed_groups: [] }) });
    expect(await admin.call(restoreGroup, paramsOf(name))).toMatchObject({ vpn_locations: ['Warsaw'] });
    expect(await admin.call(getLocation, { params })).toMatchObject({ allowed_groups: [] });
  });

  test('is refused to others, to other sessions and to API tokens', async ({ server }) => {
    const { admin, members, name } = await givenGroup(server);
    const elsewhere = await server.given.signedIn(admin.username);
    const other = await server.given.user({ groups: ['admin'] });
    const program = await givenProgram(server, admin);
    await admin.call(deleteGroup, paramsOf(name));
    for (const caller of [elsewhere, other, program])
      expect(await caller.try(restoreGroup, paramsOf(name))).toMatchObject(expired);
    expect((await members[0].try(restoreGroup, paramsOf(name))).status).toBe(403);
    expect((await server.stranger().try(restoreGroup, paramsOf(name))).status).toBe(401);
    expect((await admin.try(restoreGroup, paramsOf(name))).status).toBe(201);
  });

  test('is refused where the name is taken, and works once for requests at the same time', async ({ server }) => {
    const { admin, name } = await givenGroup(server);
    await admin.call(deleteGroup, paramsOf(name));
    await admin.call(addGroup, { body: { name, is_admin: false } });
    expect(await admin.try(restoreGroup, paramsOf(name))).toMatchObject({
      status: 409,
      body: { code: 'group_name_taken' },
    });
    await admin.call(deleteGroup, paramsOf(name));
    // the one that was deleted last
    expect(await admin.call(restoreGroup, paramsOf(name))).toMatchObject({ members: [] });
    await admin.call(deleteGroup, paramsOf(name));
    const answers = await Promise.all([1, 2].map(() => admin.try(restoreGroup, paramsOf(name))));
    expect(answers.map(({ status }) => status).toSorted()).not.toEqual([201, 201]);
  });

  test('brings back the group of the name that was deleted last', async ({ server }) => {
    const admin = await server.given.user({ groups: ['admin'] });
    const member = await server.given.user();
    const older = await server.given.group({ members: [member.username] });
    const { name } = await server.given.group();
    await admin.call(deleteGroup, paramsOf(name));
    await admin.call(updateGroup, {
      ...paramsOf(older.name),
      body: { name, is_admin: false, members: [member.username] },
    });
    server.clock.advance({ seconds: 1 });
    await admin.call(deleteGroup, paramsOf(name));
    expect(await admin.call(restoreGroup, paramsOf(name))).toMatchObject({ members: [member.username] });
  });

  test('is refused after two minutes', async () => {
    await using server = await startTestServer();
    const admin = await server.given.admin();
    const { name } = await server.given.group();
    await admin.call(deleteGroup, paramsOf(name));
    server.clock.advance({ minutes: 2 });
    expect(await admin.try(restoreGroup, paramsOf(name))).toMatchObject(expired);
  });

  test('with administrator rights requires a recent proof', async ({ server }) => {
    const admin = await server.given.user({ groups: ['admin'] });
    const chief = await server.given.user();
    const { name } = await server.given.group({ is_admin: true, members: [chief.username] });
    await admin.call(deleteGroup, paramsOf(name));
    await makeProofStale(server, admin);
    expect(await admin.try(restoreGroup, paramsOf(name))).toMatchObject({
      status: 403,
      body: { code: 'proof_required' },
    });
    await admin.call(proveWithPassword, { body: { password } });
    expect(await admin.call(restoreGroup, paramsOf(name))).toMatchObject({ is_admin: true, members: [chief.username] });
  });

  test('adds nothing for a member who joined another group meanwhile', async ({ server }) => {
    const { admin, members, name } = await givenGroup(server);
    const { name: other } = await server.given.group();
    await admin.call(deleteGroup, paramsOf(name));
    await admin.call(addGroupMember, { params: { name: other }, body: { username: members[0].username } });
    await admin.call(restoreGroup, paramsOf(name));
    const { user } = await admin.call(getUser, { params: { username: members[0].username } });
    expect(user.groups.toSorted()).toEqual([name, other].toSorted());
  });
});
