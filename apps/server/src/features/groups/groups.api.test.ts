import { getMe, signIn } from '@gatewarden/contract/auth';
import * as contract from '@gatewarden/contract/groups';
import { addUser, listUsers } from '@gatewarden/contract/users';
import { expect, it } from 'vitest';
import { uniqueName } from '../../../test/calls/unique-name.ts';
import { password } from '../../../test/given/given.ts';
import { latestEntry } from '../../../test/given/latest-entry.ts';
import { startTestServer, type TestServer, test } from '../../../test/harness.ts';

it('has one group of administrators on a fresh instance', async () => {
  await using server = await startTestServer();
  const admin = await server.given.admin();
  expect(await admin.call(contract.listGroupNames, {})).toEqual({ groups: ['admin'] });
  const shown = {
    id: expect.any(Number),
    managed_by: null,
    name: 'admin',
    members: ['rosa'],
    vpn_locations: [],
    is_admin: true,
  };
  expect(await admin.call(contract.listGroups, {})).toEqual([shown]);
  expect(await admin.call(contract.getGroup, { params: { name: 'admin' } })).toEqual(shown);
  expect(await admin.try(contract.getGroup, { params: { name: 'Admin' } })).toMatchObject({
    status: 404,
    body: { code: 'group_not_found' },
  });
});

it('lists groups of thousands of members by name, each once with all its members', async () => {
  await using server = await startTestServer();
  const admin = await server.given.admin();
  const location = await server.given.location();
  await server.database.query(`
    insert into "user" (username, first_name, last_name, email)
    select 'user' || 10000 + n, 'Una', 'User', n || '@example.com' from generate_series(1, 6000) n`);
  await server.database.query(`insert into "group" (name, is_admin)
    select 'group ' || 9 - n, false from generate_series(1, 4) n`);
  await server.database.query(`insert into group_member (group_id, user_id)
    select g.id, u.id from "group" g, "user" u where g.name in ('group 8', 'group 6', 'group 5') and u.username <> 'rosa'`);
  await server.database.query(`insert into location_group (location_id, group_id)
    select ${location.id}, id from "group" where name = 'group 6'`);
  const groups = await admin.call(contract.listGroups, {});
  expect(groups.map(({ name }) => name)).toEqual(['admin', 'group 5', 'group 6', 'group 7', 'group 8']);
  const members = Array.from({ length: 6000 }, (_, nth) => `user${10001 + nth}`);
  expect(groups.map((group) => group.members)).toEqual([['rosa'], members, members, [], members]);
  expect(groups.map((group) => group.vpn_locations)).toEqual([[], [], [location.name], [], []]);
});

test('adds a group with members and returns it', async ({ server }) => {
  const admin = await server.given.admin();
  const { username } = await server.given.user();
  const name = uniqueName('Ops team ');
  const answer = await admin.try(contract.addGroup, {
    body: { name, members: [username], is_admin: true },
  });
  const { id } = await admin.call(contract.getGroup, { params: { name } });
  expect([answer.status, answer.body]).toEqual([201, { id, name, members: [username], is_admin: true }]);
  expect(await admin.call(contract.getGroup, { params: { name } })).toMatchObject({ members: [username] });
  const group = { name, is_admin: true };
  expect((await server.events()).slice(-2)).toMatchObject([
    { type: 'group.members-modified', payload: { group, added: [username], removed: [] } },
    { type: 'group.added', payload: { group } },
  ]);
  for (const event of ['group_members_modified', 'group_added'] as const)
    expect(await latestEntry(server, event)).toMatchObject({ username: 'rosa' });
});

test('rejects names that change the meaning of a path: a membership would become the account itself', async ({
  server,
}) => {
  const admin = await server.given.admin();
  const { name } = await server.given.group();
  for (const dots of ['.', '..', ' .. ', '../user', 'a\\..']) {
    const refusal = { status: 422, body: { code: 'invalid_input', field: 'name' } };
    expect(await admin.try(contract.addGroup, { body: { name: dots } })).toMatchObject(refusal);
    expect(await admin.try(contract.updateGroup, { params: { name }, body: { name: dots } })).toMatchObject(refusal);
  }
  await admin.call(contract.updateGroup, { params: { name }, body: { name: '...' } });
  await admin.call(contract.deleteGroup, { params: { name: '...' } });
});

test('has up to tens of thousands of members', async ({ server }) => {
  const admin = await server.given.admin();
  const prefix = 'user.with.a.long.prefix.that.all.others.share.';
  await server.database.query(
    `insert into "user" (username, first_name, last_name, email)
      select $1 || n, 'U', 'U', n || '@example.com' from generate_series(100000, 119999) n`,
    [prefix],
  );
  const members = Array.from({ length: 20_000 }, (_, index) => `${prefix}${100_000 + index}`);
  const name = uniqueName('all users ');
  await admin.call(contract.addGroup, { body: { name, members } });
  const group = await admin.call(contract.getGroup, { params: { name } });
  expect(group.members.toSorted()).toEqual(members);
});

/** Locks rows by `statement`. Whether `work`, which waits for them, has locked none of the rows of `others` yet. */
async function leavesUnlocked(server: TestServer, statement: string, work: () => Promise<unknown>, others: string) {
  await using lock = await server.database.transaction();
  await lock.query(statement);
  const working = work();
  await server.database.untilBlocked(working);
  const free = await lock.query(`${others} nowait`).then(
    () => true,
    () => false,
  );
  await lock[Symbol.asyncDispose]();
  await working;
  return free;
}

test('locks users before groups and locations', async ({ server }) => {
  const admin = await server.given.admin();
  const user = await server.given.user();
  const [{ name }, other] = [await server.given.group(), await server.given.group()];
  await server.given.location({ allowed_groups: [name, other.name] });
  const params = { name };
  const lockUser = `select from "user" where id = ${user.id} for update`;
  const adding = () => admin.call(contract.addGroupMember, { params, body: { username: user.username } });
  expect(await leavesUnlocked(server, lockUser, adding, 'select from "group" for key share')).toBe(true);
  const removing = () => admin.call(contract.deleteGroup, { params });
  expect(await leavesUnlocked(server, lockUser, removing, 'select from location for no key update')).toBe(true);
});

test('treats absent members as none when adding and as unchanged when editing', async ({ server }) => {
  const admin = await server.given.admin();
  const { username } = await server.given.user();
  const name = uniqueName('ops-');
  await admin.call(contract.addGroup, { body: { name } });
  const params = { name };
  expect(await admin.call(contract.getGroup, { params })).toMatchObject({ members: [], is_admin: false });
  await admin.call(contract.updateGroup, { params, body: { name, members: [username], is_admin: true } });
  await admin.call(contract.updateGroup, { params, body: { name } });
  expect(await admin.call(contract.getGroup, { params })).toMatchObject({ members: [username], is_admin: true });
});

test('creates nothing when a member does not exist', async ({ server }) => {
  const admin = await server.given.admin();
  const before = await admin.call(contract.listGroupNames, {});
  const answer = await admin.try(contract.addGroup, { body: { name: 'none', members: ['rosa', 'missing'] } });
  expect(answer).toMatchObject({
    status: 404,
    body: { code: 'username_unknown', field: 'members', details: { name: 'missing' } },
  });
  expect(await admin.call(contract.listGroupNames, {})).toEqual(before);
});

test('gives a name to one of several concurrent requests', async ({ server, replica }) => {
  const admin = await server.given.admin();
  const elsewhere = replica.stranger();
  await elsewhere.call(signIn, { body: { username: 'rosa', password } });
  const added = await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      (index % 2 ? admin : elsewhere).try(contract.addGroup, { body: { name: 'once' } }),
    ),
  );
  expect(added.map((answer) => answer.status).toSorted()).toEqual([201, 409, 409, 409, 409, 409]);
  expect(added.find((answer) => answer.status === 409)?.body).toMatchObject({
    code: 'group_name_taken',
    field: 'name',
  });

  const groups = [await server.given.group(), await server.given.group()];
  const renamed = await Promise.all(
    groups.map(({ name }, index) =>
      (index ? admin : elsewhere).try(contract.updateGroup, { params: { name }, body: { name: 'same' } }),
    ),
  );
  expect(renamed.map((answer) => answer.status).toSorted()).toEqual([200, 409]);
});

test('renames a group and replaces its members', async ({ server }) => {
  const admin = await server.given.admin();
  const [one, two] = [await server.given.user(), await server.given.user()];
  const { name } = await server.given.group({ members: [one.username] });
  const answer = await admin.try(contract.updateGroup, {
    params: { name },
    body: { name: 'operations', members: [two.username], is_admin: true },
  });
  expect([answer.status, answer.body]).toEqual([200, null]);
  expect((await admin.try(contract.getGroup, { params: { name } })).status).toBe(404);
  expect(await admin.call(contract.getGroup, { params: { name: 'operations' } })).toMatchObject({
    members: [two.username],
    is_admin: true,
  });
  expect(await two.call(getMe, {})).toMatchObject({ groups: ['operations'], is_admin: true });
  expect(await one.call(getMe, {})).toMatchObject({ groups: [], is_admin: false });
  expect((await server.events()).slice(-2)).toMatchObject([
    { type: 'group.members-modified', payload: { added: [two.username], removed: [one.username] } },
    { type: 'group.modified', payload: { before: { name }, after: { name: 'operations' } } },
  ]);
  expect((await admin.try(contract.updateGroup, { params: { name }, body: { name: 'x' } })).body.code).toBe(
    'group_not_found',
  );
});

test('rejects an unknown member and changes nothing', async ({ server }) => {
  const admin = await server.given.admin();
  const { username } = await server.given.user();
  const { name } = await server.given.group({ members: [username] });
  const members = [username, username.toUpperCase()];
  const answer = await admin.try(contract.updateGroup, { params: { name }, body: { name: 'renamed', members } });
  expect(answer).toMatchObject({ status: 422, body: { code: 'username_unknown', field: 'members' } });
  expect(answer.body.details).toEqual({ name: members[1] });
  expect(await admin.call(contract.getGroup, { params: { name } })).toMatchObject({ members: [username] });
});

test('deletes a group without deleting its members', async ({ server }) => {
  const admin = await server.given.admin();
  const user = await server.given.user();
  const { name } = await server.given.group({ members: [user.username] });
  const answer = await admin.try(contract.deleteGroup, { params: { name } });
  expect([answer.status, answer.body]).toEqual([200, null]);
  expect(await user.call(getMe, {})).toMatchObject({ groups: [] });
  expect((await admin.try(contract.deleteGroup, { params: { name } })).body.code).toBe('group_not_found');
  expect((await server.events()).at(-1)).toMatchObject({ type: 'group.removed' });
});

test('adds and removes a member, each only once', async ({ server }) => {
  const admin = await server.given.admin();
  const { username } = await server.given.user();
  const { name } = await server.given.group();
  const before = (await server.events()).length;
  const add = () => admin.try(contract.addGroupMember, { params: { name }, body: { username } });
  const remove = () => admin.try(contract.removeGroupMember, { params: { name, username } });
  const members = async () => (await admin.call(contract.getGroup, { params: { name } })).members;
  for (const again of [false, true]) {
    expect([again, await add()]).toMatchObject([again, { status: 200, body: null }]);
    expect(await members()).toEqual([username]);
  }
  for (const again of [false, true]) {
    expect([again, await remove()]).toMatchObject([again, { status: 200, body: {} }]);
    expect(await members()).toEqual([]);
  }
  const types = (await server.events()).slice(before).map((event) => event.type);
  expect(types).toEqual(['group.member-added', 'group.member-removed']);
});

test('reports whether the group or the member is unknown', async ({ server }) => {
  const admin = await server.given.admin();
  const { name: known } = await server.given.group();
  const add = (name: string, username: string) =>
    admin.try(contract.addGroupMember, { params: { name }, body: { username } });
  const remove = (name: string, username: string) =>
    admin.try(contract.removeGroupMember, { params: { name, username } });
  for (const act of [add, remove]) {
    expect(await act('none', 'rosa')).toMatchObject({ status: 404, body: { code: 'group_not_found' } });
    expect(await act(known, 'missing')).toMatchObject({ status: 404, body: { code: 'user_not_found' } });
  }
});

test('adds every listed user to every listed group and removes no member', async ({ server }) => {
  const admin = await server.given.admin();
  const member = await server.given.user();
  const users = [await server.given.user(), await server.given.user({ groups: ['admin'] })];
  const groups = [await server.given.group(), await server.given.group({ members: [member.username] })].map(
    ({ name }) => name,
  );
  const answer = await admin.try(contract.assignGroups, { body: { groups, users: users.map(({ id }) => id) } });
  expect([answer.status, answer.body]).toEqual([200, {}]);
  const groupsOf = new Map((await admin.call(listUsers, {})).map((user) => [user.id, user.groups]));
  const expected = [[groups[1]], groups, ['admin', ...groups]].map((names) => names.toSorted());
  expect([member, ...users].map(({ id }) => groupsOf.get(id)?.toSorted())).toEqual(expected);
  expect((await server.events()).at(-1)).toMatchObject({ type: 'groups.bulk-assigned' });
});

test('assigns no user when a user or group is unknown or listed twice', async ({ server }) => {
  const admin = await server.given.admin();
  const { id } = await server.given.user();
  const { name } = await server.given.group();
  const assign = (groups: string[], users: number[]) => admin.try(contract.assignGroups, { body: { groups, users } });
  expect(await assign([name, 'none'], [id])).toMatchObject({ status: 400, body: { field: 'groups' } });
  expect(await assign([name], [id, 2_147_483_647])).toMatchObject({ status: 400, body: { field: 'users' } });
  expect(await assign([name, name], [id])).toMatchObject({ status: 400, body: { field: 'groups' } });
  expect(await assign([name], [id, id])).toMatchObject({ status: 400, body: { field: 'users' } });
  expect(await admin.call(contract.getGroup, { params: { name } })).toMatchObject({ members: [] });
});

const joins = [
  ['POST', '/group', 404, (name: string, username: string) => ({ name: `${name}-2`, members: [username] })],
  ['PUT', '/group/:name', 422, (name: string, username: string) => ({ name, members: [username] })],
  ['POST', '/group/:name', 404, (_: string, username: string) => ({ username })],
  ['POST', '/groups-assign', 400, (name: string, _: string, id: number) => ({ groups: [name], users: [id] })],
] as const;

test.for(joins)(
  'answers %s %s with %s while the member is being deleted',
  async ([method, path, status, body], { server }) => {
    const admin = await server.given.admin();
    const { username, id } = await admin.call(addUser, {
      body: {
        username: uniqueName('gone-'),
        first_name: 'G',
        last_name: 'One',
        email: `${uniqueName('gone-')}@example.com`,
      },
    });
    const { name } = await server.given.group();
    await using deleting = await server.database.transaction();
    await deleting.query('delete from "user" where id = $1', [id]);
    const joining = admin.send(method, path.replace(':name', name), {
      body: JSON.stringify(body(name, username, id)),
      headers: { 'content-type': 'application/json' },
    });
    await server.database.untilBlocked(joining);
    await deleting.commit();
    expect((await joining).status).toBe(status);
  },
);

test('adds no user to a group that is being deleted', async ({ server }) => {
  const admin = await server.given.admin();
  const { id } = await server.given.user();
  const { name } = await server.given.group();
  await using deleting = await server.database.transaction();
  await deleting.query('delete from "group" where name = $1', [name]);
  const joining = admin.try(contract.assignGroups, { body: { groups: [name], users: [id] } });
  await server.database.untilBlocked(joining);
  await deleting.commit();
  expect(await joining).toMatchObject({ status: 400, body: { code: 'group_name_unknown' } });
});
