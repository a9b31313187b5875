import { getMe, signIn } from '@gatewarden/contract/auth';
import * as contract from '@gatewarden/contract/groups';
import { addUser, listUsers } from '@gatewarden/contract/users';
import { expect, it } from 'vitest';
import { password } from '../../../test/given/given.ts';
import { latestEntry } from '../../../test/given/latest-entry.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { measureLongestPause } from '../../../test/longest-pause.ts';

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

it('adds a group with members and returns what was sent', async () => {
  await using server = await startTestServer();
  const admin = await server.given.admin();
  const { username } = await server.given.user();
  const answer = await admin.try(contract.addGroup, {
    body: { name: 'Ops team', members: [username], is_admin: true },
  });
  expect([answer.status, answer.body]).toEqual([201, { name: 'Ops team', members: [username], is_admin: true }]);
  expect(await admin.call(contract.getGroup, { params: { name: 'Ops team' } })).toMatchObject({ members: [username] });
  const group = { name: 'Ops team', is_admin: true };
  expect((await server.events()).slice(-2)).toMatchObject([
    { type: 'group.members-modified', payload: { group, added: [username], removed: [] } },
    { type: 'group.added', payload: { group } },
  ]);
  for (const event of ['group_members_modified', 'group_added'] as const)
    expect(await latestEntry(server, event)).toMatchObject({ username: 'rosa' });
});

it('rejects names that change the meaning of a path: a membership would become the account itself', async () => {
  await using server = await startTestServer();
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

it('answers other requests while a group with many members is added', async () => {
  await using server = await startTestServer();
  const admin = await server.given.admin();
  const prefix = 'user.with.a.long.prefix.that.all.others.share.';
  await server.database.query(
    `insert into "user" (username, first_name, last_name, email)
      select $1 || n, 'U', 'U', n || '@example.com' from generate_series(100000, 119999) n`,
    [prefix],
  );
  const members = Array.from({ length: 20_000 }, (_, index) => `${prefix}${100_000 + index}`);
  const adding = () => admin.call(contract.addGroup, { body: { name: 'all users', members } });
  expect(await measureLongestPause(adding)).toBeLessThan(0.25);
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

it('locks users before groups and locations', async () => {
  await using server = await startTestServer();
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

it('treats absent members as none when adding and as unchanged when editing', async () => {
  await using server = await startTestServer();
  const admin = await server.given.admin();
  const { username } = await server.given.user();
  await admin.call(contract.addGroup, { body: { name: 'ops' } });
  const params = { name: 'ops' };
  expect(await admin.call(contract.getGroup, { params })).toMatchObject({ members: [], is_admin: false });
  await admin.call(contract.updateGroup, { params, body: { name: 'ops', members: [username], is_admin: true } });
  await admin.call(contract.updateGroup, { params, body: { name: 'ops' } });
  expect(await admin.call(contract.getGroup, { params })).toMatchObject({ members: [username], is_admin: true });
});

it('creates nothing when a member does not exist', async () => {
  await using server = await startTestServer();
  const admin = await server.given.admin();
  const answer = await admin.try(contract.addGroup, { body: { name: 'ops', members: ['rosa', 'missing'] } });
  expect(answer).toMatchObject({
    status: 404,
    body: { code: 'username_unknown', field: 'members', details: { name: 'missing' } },
  });
  expect(await admin.call(contract.listGroupNames, {})).toEqual({ groups: ['admin'] });
});

it('gives a name to one of several concurrent requests', async () => {
  await using server = await startTestServer();
  await using replica = await server.startReplica();
  const admin = await server.given.admin();
  const elsewhere = replica.stranger();
  await elsewhere.call(signIn, { body: { username: 'rosa', password } });
  const added = await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      (index % 2 ? admin : elsewhere).try(contract.addGroup, { body: { name: 'ops' } }),
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

it('renames a group and replaces its members', async () => {
  await using server = await startTestServer();
  const admin = await server.given.admin();
  const [one, two] = [await server.given.user(), await server.given.user()];
  await server.given.group({ name: 'ops', members: [one.username] });
  const answer = await admin.try(contract.updateGroup, {
    params: { name: 'ops' },
    body: { name: 'operations', members: [two.username], is_admin: true },
  });
  expect([answer.status, answer.body]).toEqual([200, null]);
  expect((await admin.try(contract.getGroup, { params: { name: 'ops' } })).status).toBe(404);
  expect(await admin.call(contract.getGroup, { params: { name: 'operations' } })).toMatchObject({
    members: [two.username],
    is_admin: true,
  });
  expect(await two.call(getMe, {})).toMatchObject({ groups: ['operations'], is_admin: true });
  expect(await one.call(getMe, {})).toMatchObject({ groups: [], is_admin: false });
  expect((await server.events()).slice(-2)).toMatchObject([
    { type: 'group.members-modified', payload: { added: [two.username], removed: [one.username] } },
    { type: 'group.modified', payload: { before: { name: 'ops' }, after: { name: 'operations' } } },
  ]);
  expect((await admin.try(contract.updateGroup, { params: { name: 'ops' }, body: { name: 'x' } })).body.code).toBe(
    'group_not_found',
  );
});

it('rejects an unknown member and changes nothing', async () => {
  await using server = await startTestServer();
  const admin = await server.given.admin();
  const { username } = await server.given.user();
  await server.given.group({ name: 'ops', members: [username] });
  const members = [username, username.toUpperCase()];
  const answer = await admin.try(contract.updateGroup, { params: { name: 'ops' }, body: { name: 'renamed', members } });
  expect(answer).toMatchObject({ status: 422, body: { code: 'username_unknown', field: 'members' } });
  expect(answer.body.details).toEqual({ name: members[1] });
  expect(await admin.call(contract.getGroup, { params: { name: 'ops' } })).toMatchObject({ members: [username] });
});

it('deletes a group without deleting its members', async () => {
  await using server = await startTestServer();
  const admin = await server.given.admin();
  const user = await server.given.user();
  await server.given.group({ name: 'ops', members: [user.username] });
  const answer = await admin.try(contract.deleteGroup, { params: { name: 'ops' } });
  expect([answer.status, answer.body]).toEqual([200, null]);
  expect(await user.call(getMe, {})).toMatchObject({ groups: [] });
  expect((await admin.try(contract.deleteGroup, { params: { name: 'ops' } })).body.code).toBe('group_not_found');
  expect((await server.events()).at(-1)).toMatchObject({ type: 'group.removed' });
});

it('adds and removes a member, each only once', async () => {
  await using server = await startTestServer();
  const admin = await server.given.admin();
  const { username } = await server.given.user();
  await server.given.group({ name: 'ops' });
  const add = () => admin.try(contract.addGroupMember, { params: { name: 'ops' }, body: { username } });
  const remove = () => admin.try(contract.removeGroupMember, { params: { name: 'ops', username } });
  const members = async () => (await admin.call(contract.getGroup, { params: { name: 'ops' } })).members;
  for (const again of [false, true]) {
    expect([again, await add()]).toMatchObject([again, { status: 200, body: null }]);
    expect(await members()).toEqual([username]);
  }
  for (const again of [false, true]) {
    expect([again, await remove()]).toMatchObject([again, { status: 200, body: {} }]);
    expect(await members()).toEqual([]);
  }
  const types = (await server.events()).map((event) => event.type);
  expect(types.filter((type) => type.startsWith('group.member-')).slice(1)).toEqual([
    'group.member-added',
    'group.member-removed',
  ]);
});

it('reports whether the group or the member is unknown', async () => {
  await using server = await startTestServer();
  const admin = await server.given.admin();
  await server.given.group({ name: 'ops' });
  const add = (name: string, username: string) =>
    admin.try(contract.addGroupMember, { params: { name }, body: { username } });
  const remove = (name: string, username: string) =>
    admin.try(contract.removeGroupMember, { params: { name, username } });
  for (const act of [add, remove]) {
    expect(await act('none', 'rosa')).toMatchObject({ status: 404, body: { code: 'group_not_found' } });
    expect(await act('ops', 'missing')).toMatchObject({ status: 404, body: { code: 'user_not_found' } });
  }
});

it('adds every listed user to every listed group and removes no member', async () => {
  await using server = await startTestServer();
  const admin = await server.given.admin();
  const users = [await server.given.user(), await server.given.user({ groups: ['admin'] })];
  const groups = [await server.given.group(), await server.given.group({ members: ['rosa'] })].map(({ name }) => name);
  const answer = await admin.try(contract.assignGroups, { body: { groups, users: users.map(({ id }) => id) } });
  expect([answer.status, answer.body]).toEqual([200, {}]);
  const listed = await admin.call(listUsers, {});
  expect(listed.map((user) => user.groups)).toEqual([['admin', groups[1]], groups, ['admin', ...groups]]);
  expect((await server.events()).at(-1)).toMatchObject({ type: 'groups.bulk-assigned' });
});

it('assigns no user when a user or group is unknown or listed twice', async () => {
  await using server = await startTestServer();
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

it.each(joins)('answers %s %s with %s while the member is being deleted', async (method, path, status, body) => {
  await using server = await startTestServer();
  const admin = await server.given.admin();
  const { username, id } = await admin.call(addUser, {
    body: { username: 'gone', first_name: 'G', last_name: 'One', email: 'gone@example.com' },
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
});

it('adds no user to a group that is being deleted', async () => {
  await using server = await startTestServer();
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
