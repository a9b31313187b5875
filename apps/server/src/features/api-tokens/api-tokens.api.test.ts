import { listActivity } from '@gatewarden/contract/activity-log';
import { addApiToken, deleteApiToken, listApiTokens, renameApiToken } from '@gatewarden/contract/api-tokens';
import { getMe, listSessions, signOut } from '@gatewarden/contract/auth';
import { listUserDevices } from '@gatewarden/contract/devices';
import type { BodyInputOf } from '@gatewarden/contract/endpoint';
import { updateGroup } from '@gatewarden/contract/groups';
import { addUser, deleteUser, getUser, listUsers, setUserPassword, updateUser } from '@gatewarden/contract/users';
import { expect, it } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import { tablesContaining } from '../../../test/calls/examples.ts';
import { makeProofStale } from '../../../test/given/accounts.ts';
import { givenProgram } from '../../../test/given/api-tokens.ts';
import { type Person, password } from '../../../test/given/given.ts';
import { latestEntry } from '../../../test/given/latest-entry.ts';
import { givenTotp } from '../../../test/given/totp.ts';
import { startTestServer, type TestServer, test } from '../../../test/harness.ts';
import { openConsole } from '../../../test/live-console.ts';
import { stopIntervals } from '../../../test/stop-intervals.ts';

function add(person: Person, body: Partial<BodyInputOf<typeof addApiToken>> = {}) {
  return person.try(addApiToken, { params: { username: person.username }, body: { name: 'Script', ...body } });
}

function tokensOf(person: Person, username = person.username) {
  return person.call(listApiTokens, { params: { username } });
}

/** The same token on another replica. */
const at = (replica: TestServer, { token }: { token: string }) => createCaller(replica.url, undefined, token);

const refused = { status: 401, body: { code: 'unauthenticated' } };

it('acts as its owner, and is neither listed nor stored', async () => {
  await using server = await startTestServer({ now: '2030-01-31T12:00:00Z' });
  const user = await server.given.user();
  const program = await givenProgram(server, user, {
    scopes: ['devices:read'],
    expires_at: '2030-03-01T13:00:00+01:00',
  });
  expect(program.token).toMatch(/^gwt_[0-9A-Za-z]{49}$/);
  expect(await program.call(getMe, {})).toEqual(await user.call(getMe, {}));
  expect(await program.call(listUserDevices, { params: { username: user.username } })).toEqual([]);
  expect(await tokensOf(user)).toEqual([
    {
      id: program.id,
      name: 'Script',
      created_at: '2030-01-31T12:00:00',
      expires_at: '2030-03-01T12:00:00',
      scopes: ['devices:read'],
      last_used_at: '2030-01-31T12:00:00',
    },
  ]);
  expect(await tablesContaining(server, program.token.slice(4, 40))).toEqual([]);
  expect(server.logged()).not.toContain(program.token);
});

test('has all rights of its owner by default, as clients of the reference expect', async ({ server }) => {
  const admin = await server.given.user({ groups: ['admin'] });
  const program = await givenProgram(server, admin);
  expect(await tokensOf(admin)).toMatchObject([{ scopes: ['write'], expires_at: null }]);
  const someone = { username: 'made', first_name: 'Ma', last_name: 'De', email: 'made@example.com' };
  expect((await program.try(addUser, { body: someone })).status).toBe(201);
  expect(await program.call(listUsers, {})).toEqual(await admin.call(listUsers, {}));
});

test('shows the devices of a user to `users:read`, but not the list of devices', async ({ server }) => {
  const user = await server.given.user();
  await server.given.location();
  const { device } = await server.given.device(user);
  const params = { username: user.username };
  const program = await givenProgram(server, user, { scopes: ['users:read'] });
  expect(await program.call(getUser, { params })).toMatchObject({ devices: [{ id: device.id }] });
  expect(await program.try(listUserDevices, { params })).toMatchObject({
    status: 403,
    body: { code: 'scope_missing', details: { scope: 'devices:read' } },
  });
});

test('needs no second factor', async ({ server }) => {
  const user = await server.given.user();
  const program = await givenProgram(server, user);
  await givenTotp(server, user);
  expect((await program.try(getMe, {})).status).toBe(200);
});

test('is the only credential: a session cookie does not replace a wrong token', async ({ server }) => {
  const user = await server.given.user();
  const { token } = await givenProgram(server, user);
  const session = user.cookie?.split('=')[1] ?? '';
  const other = token.at(-1) === 'a' ? 'b' : 'a';
  for (const header of [
    '',
    'Bearer',
    `Bearer ${session}`,
    `Bearer ${token.slice(0, -1)}${other}`,
    `Bearer ${token} ${token}`,
    `Basic ${btoa(`${user.username}:${password}`)}`,
    `Token ${token}`,
    token,
  ]) {
    const { status } = await user.send('GET', '/me', { headers: { authorization: header } });
    expect([header, status]).toEqual([header, 401]);
  }
  expect((await user.send('GET', '/me', { headers: { authorization: `bEARER ${token}` } })).status).toBe(200);
  await user.call(signOut, {});
  expect((await user.send('GET', '/me', { headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
});

test('loses the rights that its owner loses, on every replica from the next call on', async ({ server, replica }) => {
  const admin = await server.given.admin();
  const { name } = await server.given.group({ is_admin: true });
  const user = await server.given.user({ groups: [name] });
  const here = await givenProgram(server, user);
  const there = at(replica, here);
  expect((await there.try(listUsers, {})).status).toBe(200);
  const changes = { name, members: [user.username], is_admin: false };
  await admin.call(updateGroup, { params: { name }, body: changes });
  for (const program of [here, there]) {
    expect(await program.try(listUsers, {})).toMatchObject({ status: 403, body: { code: 'access_denied' } });
    expect((await program.try(getMe, {})).status).toBe(200);
  }
});

it('is deleted on every replica when its owner is disabled or deleted, and not restored by enabling', async () => {
  stopIntervals();
  await using server = await startTestServer();
  await using replica = await server.startReplica();
  const admin = await server.given.admin();
  for (const end of ['disable', 'delete'] as const) {
    const user = await server.given.user();
    const params = { username: user.username };
    const there = at(replica, await givenProgram(server, user));
    await using console = await openConsole(there);
    if (end === 'delete') await admin.call(deleteUser, { params });
    else await admin.call(updateUser, { params, body: { is_active: false } });
    expect(await there.try(getMe, {})).toMatchObject(refused);
    expect(await console.ended).toBe('by core');
    if (end === 'delete') continue;
    expect(await admin.try(addApiToken, { params, body: { name: 'x' } })).toMatchObject({
      body: { code: 'user_disabled' },
    });
    await admin.call(updateUser, { params, body: { is_active: true } });
    expect(await there.try(getMe, {})).toMatchObject(refused);
    expect(await tokensOf(admin, user.username)).toEqual([]);
  }
});

test('stops working when it is deleted, and its streams end on every replica', async ({ server, replica }) => {
  const user = await server.given.user();
  const [ending, staying] = [await givenProgram(server, user), await givenProgram(server, user)];
  await using stream = await openConsole(at(replica, ending));
  await using other = await openConsole(at(replica, staying));
  const { username } = user;
  await user.call(deleteApiToken, { params: { username, id: String(ending.id) } });
  expect(await stream.ended).toBe('by core');
  expect(await ending.try(getMe, {})).toMatchObject(refused);
  await other.untilStale('api-tokens');
  expect((await staying.try(getMe, {})).status).toBe(200);
});

it('is refused after it has expired, and remains in the list', async () => {
  await using server = await startTestServer({ now: '2030-01-31T12:00:00Z' });
  const user = await server.given.user();
  const expires_at = '2030-01-31T13:00:00Z';
  const program = await givenProgram(server, user, { expires_at });
  server.clock.advance({ minutes: 59 });
  expect((await program.try(getMe, {})).status).toBe(200);
  server.clock.advance({ minutes: 1 });
  expect(await program.try(getMe, {})).toMatchObject(refused);
  const late = await add(await server.given.user(), { expires_at });
  expect(late).toMatchObject({ status: 400, body: { code: 'api_token_expiry_past', field: 'expires_at' } });
  expect(await tokensOf(user)).toMatchObject([{ id: program.id, expires_at: '2030-01-31T13:00:00' }]);
});

it('records its use at most once a minute', async () => {
  await using server = await startTestServer({ now: '2030-01-31T12:00:00Z' });
  const user = await server.given.user();
  const program = await givenProgram(server, user);
  const used = async () => (await tokensOf(user))[0]?.last_used_at;
  expect(await used()).toBeNull();
  await program.call(getMe, {});
  await expect.poll(used).toBe('2030-01-31T12:00:00');
  server.clock.advance({ seconds: 59 });
  await program.call(getMe, {});
  server.clock.advance({ seconds: 1 });
  expect(await used()).toBe('2030-01-31T12:00:00');
  await program.call(getMe, {});
  await expect.poll(used).toBe('2030-01-31T12:01:00');
});

test('cannot change credentials, even if its owner is an administrator', async ({ server }) => {
  const admin = await server.given.user({ groups: ['admin'] });
  const { username } = await server.given.user();
  const program = await givenProgram(server, admin);
  const own = { username: admin.username };
  const answers = [
    await program.try(addApiToken, { params: own, body: { name: 'another' } }),
    await program.try(renameApiToken, { params: { ...own, id: String(program.id) }, body: { name: 'other' } }),
    await program.try(deleteApiToken, { params: { ...own, id: String(program.id) } }),
    await program.try(setUserPassword, { params: { username }, body: { new_password: 'Battery-staple-8' } }),
  ];
  for (const answer of answers) expect(answer).toMatchObject({ status: 403, body: { code: 'session_required' } });
  expect(await program.call(listApiTokens, { params: own })).toHaveLength(1);
});

test('is created, renamed and deleted only in a session with a recent proof', async ({ server }) => {
  const user = await server.given.user();
  const { id } = await givenProgram(server, user);
  await makeProofStale(server, user);
  const params = { username: user.username, id: String(id) };
  const answers = [
    await add(user),
    await user.try(renameApiToken, { params, body: { name: 'other' } }),
    await user.try(deleteApiToken, { params }),
  ];
  for (const answer of answers) expect(answer).toMatchObject({ status: 403, body: { code: 'proof_required' } });
  expect(await tokensOf(user)).toMatchObject([{ name: 'Script' }]);
});

test('is visible and changeable only for its owner and administrators', async ({ server }) => {
  const [admin, owner, other] = [await server.given.admin(), await server.given.user(), await server.given.user()];
  const before = (await server.events()).length;
  const { id } = await givenProgram(server, owner);
  const disguised = { username: other.username, id: String(id) };
  const missing = { status: 404, body: { code: 'api_token_not_found' } };
  for (const caller of [other, admin]) {
    expect(await caller.try(renameApiToken, { params: disguised, body: { name: 'Mine' } })).toMatchObject(missing);
    expect(await caller.try(deleteApiToken, { params: disguised })).toMatchObject(missing);
  }
  const params = { username: owner.username, id: String(id) };
  await admin.call(renameApiToken, { params, body: { name: 'Seen' } });
  await admin.call(deleteApiToken, { params });
  const unknownUser = await admin.try(addApiToken, { params: { username: 'unknown' }, body: { name: 'x' } });
  expect(unknownUser).toMatchObject({ status: 404, body: { code: 'user_not_found' } });
  const events = (await server.events()).slice(before).filter(({ type }) => type.startsWith('api-token.'));
  expect(events).toMatchObject([
    {
      type: 'api-token.added',
      payload: { token: { id, name: 'Script', scopes: ['write'] } },
    },
    {
      type: 'api-token.renamed',
      payload: { before: { name: 'Script' }, after: { name: 'Seen' } },
    },
    {
      type: 'api-token.removed',
      payload: { token: { id, name: 'Seen' }, owner: owner.username },
    },
  ]);
  expect(await latestEntry(server, 'api_token_added')).toMatchObject({ username: owner.username });
  for (const event of ['api_token_renamed', 'api_token_removed'] as const)
    expect(await latestEntry(server, event)).toMatchObject({ username: admin.username });
});

test('is named in the activity log with each of its actions', async ({ server }) => {
  const user = await server.given.user();
  const program = await givenProgram(server, user, { name: 'Nightly =sync' });
  await program.call(updateUser, { params: { username: user.username }, body: { phone: '5551234' } });
  const { data } = await user.call(listActivity, {});
  expect(data.slice(0, 2)).toMatchObject([
    { event: 'user_modified', username: user.username, device: 'test (API token: Nightly =sync)' },
    { event: 'api_token_added', username: user.username, device: 'test' },
  ]);
});

test('cannot be forged by a User-Agent, in the log or in the list of sessions', async ({ server }) => {
  const user = await server.given.user();
  const headers = { 'user-agent': 'curl (API token: nightly)', 'content-type': 'application/json' };
  const browser = server.stranger();
  await browser.send('POST', '/auth', { headers, body: JSON.stringify({ username: user.username, password }) });
  await browser.send('PUT', `/user/${user.username}`, { headers, body: JSON.stringify({ phone: '5551234' }) });
  const { data } = await user.call(listActivity, {});
  const shown = [...data, ...(await user.call(listSessions, { params: { username: user.username } }))];
  const forged = shown.filter(({ device }) => device?.startsWith('curl'));
  expect(forged.length).toBeGreaterThan(2);
  expect(forged.map(({ device }) => device)).toEqual(forged.map(() => 'curl ([removed]: nightly)'));
});

test('skips the check of the origin for programs, but not for browsers', async ({ server }) => {
  const user = await server.given.user();
  const { token } = await givenProgram(server, user);
  const foreign = { origin: 'https://evil.example', 'content-type': 'application/json' };
  const authorization = `Bearer ${token}`;
  const path = `/user/${user.username}`;
  const body = JSON.stringify({ phone: '5551234' });
  const program = await server.stranger().send('PUT', path, { body, headers: { ...foreign, authorization } });
  expect(program.status).toBe(200);
  const statuses = [
    await user.send('PUT', path, { body, headers: { ...foreign, authorization } }),
    await user.send('PUT', path, { body, headers: foreign }),
    await server.stranger().send('POST', '/auth', {
      body: JSON.stringify({ username: user.username, password }),
      headers: { ...foreign, authorization },
    }),
  ].map(({ status }) => status);
  expect(statuses).toEqual([403, 403, 403]);
});

test('is limited to a hundred per user, also for concurrent requests', async ({ server }) => {
  const user = await server.given.user();
  await server.database.query(
    `insert into api_token (user_id, name, token_hash, scopes, created_at)
     select $1, 'old', sha256(n::text::bytea), '{read}', now() from generate_series(1, 98) n`,
    [user.id],
  );
  const answers = await Promise.all(Array.from({ length: 5 }, () => add(user)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409, 409]);
  expect(await add(user)).toMatchObject({ status: 409, body: { code: 'api_token_limit_reached' } });
});
