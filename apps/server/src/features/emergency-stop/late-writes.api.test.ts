import { addApiToken } from '@gatewarden/contract/api-tokens';
import { changeOwnPassword, endSession, getMe, listSessions, signIn, signOut } from '@gatewarden/contract/auth';
import { addAuthKey } from '@gatewarden/contract/auth-keys';
import { addDevice, type Device, deleteDevice, switchOnDevice, updateDevice } from '@gatewarden/contract/devices';
import { stopUser } from '@gatewarden/contract/emergency-stop';
import { assignGroups, deleteGroup, removeGroupMember, updateGroup } from '@gatewarden/contract/groups';
import { updateUser } from '@gatewarden/contract/users';
import { expect } from 'vitest';
import { makeProofStale } from '../../../test/given/accounts.ts';
import { givenProgram, type Program } from '../../../test/given/api-tokens.ts';
import { type Person, password } from '../../../test/given/given.ts';
import { newKeys } from '../../../test/given/network.ts';
import { newSshKey } from '../../../test/given/ssh-keys.ts';
import { type TestServer, test } from '../../../test/harness.ts';
import { sendUnfinishedRequest, type UnfinishedRequest } from '../../../test/unfinished-request.ts';

const unauthenticated = { status: 401, code: 'unauthenticated' };
const denied = { status: 403, body: { code: 'access_denied' } };
const refused = { status: 401, body: { code: 'unauthenticated' } };

const stop = (by: Person, { username }: Person) =>
  by.try(stopUser, { params: { username }, body: { disable: true, devices: true, tokens: true } });

const addKey = (by: Pick<Person, 'try'>, { username }: { username: string }, name = 'key') =>
  by.try(addAuthKey, { params: { username }, body: { name, key: newSshKey(), key_type: 'ssh' } });

const newPassword = { old_password: password, new_password: 'Another-horse-8' };

/** The lock of migration 0009, which each transaction that writes to the activity log takes at its end. */
const activityLogLock = 7_203_114_504;

/** The state after an emergency stop. */
async function givenSuspendedDevice(server: TestServer, owner: Person): Promise<Device> {
  const { device } = await server.given.device(owner);
  await server.database.query('update device set stopped_at = $2, suspended_at = $2 where id = $1', [
    device.id,
    server.clock.now(),
  ]);
  return device;
}

const givenAdminGroup = (server: TestServer) => server.given.group({ is_admin: true });

async function count(server: TestServer, what: string): Promise<number> {
  const [row] = await server.database.query(`select count(*)::int as count from ${what}`);
  return Number(row?.['count']);
}

/** Resolves once the request is admitted and all but the last byte of its body is sent. */
async function sendWithDelayedBody(
  server: TestServer,
  by: Person | Program,
  [method, path, body]: readonly [method: string, path: string, body: unknown],
): Promise<UnfinishedRequest> {
  // then the next request with the session or token stores its use
  server.clock.advance({ seconds: 61 });
  const isToken = 'token' in by;
  const headers = isToken ? { authorization: `Bearer ${by.token}` } : { cookie: by.cookie ?? '', origin: server.url };
  const delayed = sendUnfinishedRequest(server.url, { method, path, body, headers: headers as Record<string, string> });
  const table = isToken ? 'api_token' : 'session';
  const used = `${table} where last_used_at = '${server.clock.now().toISOString()}'`;
  await expect.poll(() => count(server, used)).toBe(1);
  return delayed;
}

test('refuses requests with delayed bodies after their session or token ended', async ({ server }) => {
  await server.given.location();
  const [admin, bob] = [await server.given.admin(), await server.given.user()];
  const group = (await givenAdminGroup(server)).name;
  const thief = await server.given.user({ groups: [group] });
  const program = await givenProgram(server, thief);
  const device = { name: 'late', wireguard_pubkey: newKeys().publicKey };
  const key = { name: 'late', key: newSshKey(), key_type: 'ssh' };
  const delayed = [
    await sendWithDelayedBody(server, thief, ['PUT', `/user/${bob.username}`, { groups: [group] }]),
    await sendWithDelayedBody(server, thief, [
      'PUT',
      `/user/${bob.username}/password`,
      { new_password: 'Another-horse-8' },
    ]),
    await sendWithDelayedBody(server, thief, ['POST', `/device/${thief.username}`, device]),
    await sendWithDelayedBody(server, thief, ['POST', `/user/${thief.username}/auth_key`, key]),
    await sendWithDelayedBody(server, program, [
      'POST',
      '/user',
      { username: 'ghost', first_name: 'G', last_name: 'X', email: 'g@example.com', password },
    ]),
  ];
  expect((await stop(admin, thief)).status).toBe(200);
  for (const one of delayed) expect(await one.finish()).toEqual(unauthenticated);
  expect((await bob.try(getMe, {})).body).toMatchObject({ groups: [], is_admin: false });
  expect(await count(server, `device where user_id = ${thief.id}`)).toBe(0);
  expect(await count(server, `auth_key where user_id = ${thief.id}`)).toBe(0);
  expect(await count(server, `"user" where username = 'ghost'`)).toBe(0);
});

test('refuses requests of other sessions with delayed bodies after a password change', async ({ server }) => {
  await server.given.location();
  const owner = await server.given.user();
  const thief = await server.given.signedIn(owner.username);
  const device = { name: 'late', wireguard_pubkey: newKeys().publicKey };
  const delayed = [
    await sendWithDelayedBody(server, thief, ['POST', '/auth/totp/init', {}]),
    await sendWithDelayedBody(server, thief, ['POST', `/device/${owner.username}`, device]),
  ];
  await owner.call(changeOwnPassword, { body: newPassword });
  for (const one of delayed) expect(await one.finish()).toEqual(unauthenticated);
  expect(await count(server, `device where user_id = ${owner.id}`)).toBe(0);
  expect(await count(server, `mfa where user_id = ${owner.id}`)).toBe(0);
});

test('refuses a request whose body was delayed until the proof expired', async ({ server }) => {
  const user = await server.given.user();
  const delayed = await sendWithDelayedBody(server, user, ['POST', '/auth/totp/init', {}]);
  await makeProofStale(server, user);
  expect(await delayed.finish()).toEqual({ status: 403, code: 'proof_required' });
  expect(await count(server, `mfa where user_id = ${user.id}`)).toBe(0);
});

test('applies the rights at the time when the body is complete', async ({ server }) => {
  const [admin, bob] = [await server.given.admin(), await server.given.user()];
  const group = (await givenAdminGroup(server)).name;
  const former = await server.given.user({ groups: [group] });
  const delayed = await sendWithDelayedBody(server, former, ['PUT', `/user/${bob.username}`, { phone: '12345' }]);
  const proved = await server.given.signedIn(admin.username);
  await proved.call(updateUser, { params: { username: former.username }, body: { groups: [] } });
  expect(await delayed.finish()).toEqual({ status: 403, code: 'privileged_access_required' });
});

test('suspends or refuses each of 40 keys added during a stop', async ({ server }) => {
  const [admin, thief] = [await server.given.admin(), await server.given.user()];
  await using lock = await server.database.transaction();
  await lock.query('select from "user" where id = $1 for update', [thief.id]);
  const adding = Array.from({ length: 40 }, (_, nth) => addKey(thief, thief, `key ${nth}`));
  await server.database.untilBlocked(Promise.all(adding), 3);
  const stopped = stop(admin, thief);
  await server.database.untilBlocked(stopped, 4);
  await lock.commit();
  expect((await stopped).status).toBe(200);
  const added = (await Promise.all(adding)).filter(({ status }) => status === 201);
  expect(await count(server, `auth_key where user_id = ${thief.id} and suspended_at is null`)).toBe(0);
  expect(await count(server, `auth_key where user_id = ${thief.id}`)).toBe(added.length);
  expect(added.length).toBeLessThanOrEqual(3);
});

test('rolls back changes in flight when the session or token ends', async ({ server }) => {
  await server.given.location();
  const [admin, bob] = [await server.given.admin(), await server.given.user()];
  const thief = await server.given.user({ groups: [(await givenAdminGroup(server)).name] });
  const program = await givenProgram(server, thief);
  await using lock = await server.database.transaction();
  await lock.query('select from "user" where id = $1 for update', [bob.id]);
  const device = { name: 'late', wireguard_pubkey: newKeys().publicKey };
  const addDeviceTo = program.try(addDevice, { params: { username: bob.username }, body: device });
  const adding = [addKey(thief, bob), addDeviceTo];
  await server.database.untilBlocked(Promise.race(adding), 2);
  expect((await stop(admin, thief)).status).toBe(200);
  await lock.commit();
  for (const answer of await Promise.all(adding)) expect(answer).toMatchObject(refused);
  expect(await count(server, `auth_key where user_id = ${bob.id}`)).toBe(0);
  expect(await count(server, `device where user_id = ${bob.id}`)).toBe(0);
});

test('rolls back changes in flight when the caller loses administrator rights', async ({ server }) => {
  await server.given.location();
  const [admin, bob] = [await server.given.admin(), await server.given.user()];
  const [left, ended] = [(await givenAdminGroup(server)).name, (await givenAdminGroup(server)).name];
  const staff = (await server.given.group()).name;
  const former = await server.given.user({ groups: [left] });
  const other = await server.given.user({ groups: [ended] });
  const program = await givenProgram(server, former);
  await using lock = await server.database.transaction();
  await lock.query('select from "user" where id = $1 for update', [bob.id]);
  const device = { name: 'late', wireguard_pubkey: newKeys().publicKey };
  const changing = [
    addKey(former, bob),
    program.try(addDevice, { params: { username: bob.username }, body: device }),
    other.try(assignGroups, { body: { groups: [staff], users: [bob.id] } }),
  ];
  await server.database.untilBlocked(Promise.race(changing), 3);
  const membership = { name: left, username: former.username };
  expect((await admin.try(removeGroupMember, { params: membership })).status).toBe(200);
  const group = { name: ended, members: [other.username], is_admin: false };
  expect((await admin.try(updateGroup, { params: { name: ended }, body: group })).status).toBe(200);
  await lock.commit();
  for (const answer of await Promise.all(changing)) expect(answer).toMatchObject(denied);
  expect(await count(server, `auth_key where user_id = ${bob.id}`)).toBe(0);
  expect(await count(server, `device where user_id = ${bob.id}`)).toBe(0);
  expect((await bob.try(getMe, {})).body).toMatchObject({ groups: [] });
  // calls without such rights still succeed
  expect((await addKey(former, former)).status).toBe(201);
});

test('rolls back changes of another user’s devices in flight when the caller loses the rights', async ({ server }) => {
  await server.given.location();
  const [admin, bob] = [await server.given.admin(), await server.given.user()];
  const { name } = await givenAdminGroup(server);
  const former = await server.given.user({ groups: [name] });
  const changed = (await server.given.device(bob)).device;
  const removed = (await server.given.device(bob)).device;
  const suspended = await givenSuspendedDevice(server, bob);
  const listed = () => server.database.query('select * from device order by id');
  const before = await listed();
  await using lock = await server.database.transaction();
  await lock.query('select from "user" where id = $1 for update', [bob.id]);
  const body = { name: changed.name, wireguard_pubkey: newKeys().publicKey };
  const changing = [
    former.try(updateDevice, { params: { id: String(changed.id) }, body }),
    former.try(deleteDevice, { params: { id: String(removed.id) } }),
    former.try(switchOnDevice, { params: { id: String(suspended.id) } }),
  ];
  await server.database.untilBlocked(Promise.race(changing), 3);
  expect((await admin.try(removeGroupMember, { params: { name, username: former.username } })).status).toBe(200);
  await lock.commit();
  for (const answer of await Promise.all(changing)) expect(answer).toMatchObject(denied);
  expect(await listed()).toEqual(before);
});

test('rolls back a change that would commit after one that removes the rights of its caller', async ({ server }) => {
  await server.given.location();
  const [admin, bob] = [await server.given.admin(), await server.given.user()];
  const { name } = await givenAdminGroup(server);
  const former = await server.given.user({ groups: [name] });
  const own = await givenSuspendedDevice(server, former);
  await using lock = await server.database.transaction();
  await lock.query(`select pg_advisory_xact_lock(${activityLogLock})`);
  const taking = admin.try(removeGroupMember, { params: { name, username: former.username } });
  await server.database.untilBlocked(taking);
  const changing = [addKey(former, bob), former.try(switchOnDevice, { params: { id: String(own.id) } })];
  await server.database.untilBlocked(Promise.race(changing), 3);
  await lock.commit();
  expect((await taking).status).toBe(200);
  for (const answer of await Promise.all(changing)) expect(answer).toMatchObject(denied);
  expect(await count(server, `auth_key where user_id = ${bob.id}`)).toBe(0);
  expect(await count(server, `device where id = ${own.id} and suspended_at is null`)).toBe(0);
});

test('refuses a change of administrator rights if the caller loses them while it waits', async ({ server }) => {
  const [admin, bob] = [await server.given.admin(), await server.given.user()];
  const group = await givenAdminGroup(server);
  const former = await server.given.user({ groups: [group.name] });
  await using lock = await server.database.transaction();
  await lock.query('select from "group" where name = $1 for update', [group.name]);
  const params = { name: group.name, username: former.username };
  const taking = admin.try(removeGroupMember, { params });
  await server.database.untilBlocked(taking);
  const ofBob = former.try(updateUser, { params: { username: bob.username }, body: { groups: [group.name] } });
  await server.database.untilBlocked(ofBob, 2);
  await lock.commit();
  expect((await taking).status).toBe(200);
  expect(await ofBob).toMatchObject(denied);
  expect((await bob.try(getMe, {})).body).toMatchObject({ groups: [], is_admin: false });
});

test('lets administrators give up their own rights', async ({ server }) => {
  await server.given.admin();
  const [left, ended, removed] = [
    await givenAdminGroup(server),
    await givenAdminGroup(server),
    await givenAdminGroup(server),
  ];
  const [one, two, three] = [
    await server.given.user({ groups: [left.name] }),
    await server.given.user({ groups: [ended.name] }),
    await server.given.user({ groups: [removed.name] }),
  ];
  const { username } = one;
  expect((await one.try(updateUser, { params: { username }, body: { groups: [] } })).status).toBe(200);
  const body = { name: ended.name, members: [two.username], is_admin: false };
  expect((await two.try(updateGroup, { params: { name: ended.name }, body })).status).toBe(200);
  expect((await three.try(deleteGroup, { params: { name: removed.name } })).status).toBe(200);
  for (const former of [one, two, three]) expect((await former.try(getMe, {})).body).toMatchObject({ is_admin: false });
});

test('waits for a change that is about to commit, and suspends what it added', async ({ server }) => {
  const [admin, thief, bob] = [await server.given.admin(), await server.given.user(), await server.given.user()];
  await using lock = await server.database.transaction();
  await lock.query(`select pg_advisory_xact_lock(${activityLogLock})`);
  const adding = addKey(thief, thief);
  await server.database.untilBlocked(adding);
  const stopped = stop(admin, thief);
  await server.database.untilBlocked(stopped, 2);
  await lock.commit();
  expect([(await adding).status, (await stopped).status]).toEqual([201, 200]);
  expect(await count(server, `auth_key where user_id = ${thief.id} and suspended_at is not null`)).toBe(1);
  expect((await addKey(bob, bob)).status).toBe(201);
});

test('commits a change if the transaction that would end its session rolls back', async ({ server }) => {
  const user = await server.given.user();
  const ending = await server.database.transaction();
  await ending.query('delete from session where user_id = $1', [user.id]);
  const adding = addKey(user, user);
  await server.database.untilBlocked(adding);
  await ending[Symbol.asyncDispose]();
  expect((await adding).status).toBe(201);
  expect(await count(server, `auth_key where user_id = ${user.id}`)).toBe(1);
});

test('lets callers end their own session or token', async ({ server }) => {
  const user = await server.given.user();
  const { username } = user;
  const program = await givenProgram(server, user);
  const body = { disable: false, devices: false, tokens: true };
  expect((await program.try(stopUser, { params: { username }, body })).status).toBe(200);
  expect(await count(server, `api_token where user_id = ${user.id}`)).toBe(0);

  const again = await server.given.signedIn(username);
  const [{ id } = { id: 0 }] = await again.call(listSessions, { params: { username } });
  expect((await again.try(endSession, { params: { username, id: String(id) } })).status).toBe(200);
  const last = await server.given.signedIn(username);
  expect((await last.try(signOut, {})).status).toBe(200);
  expect(await count(server, `session where user_id = ${user.id}`)).toBe(0);

  const caller = server.stranger();
  await caller.call(signIn, { body: { username, password } });
  expect((await caller.try(addApiToken, { params: { username }, body: { name: 'Script' } })).status).toBe(201);
});
