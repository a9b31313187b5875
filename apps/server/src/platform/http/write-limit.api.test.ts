import { deleteApiToken, listApiTokens } from '@gatewarden/contract/api-tokens';
import { endSession, endSessions, getMe, signIn } from '@gatewarden/contract/auth';
import { setUsersStatus } from '@gatewarden/contract/bulk-users';
import { stopUser } from '@gatewarden/contract/emergency-stop';
import { proveWithPassword } from '@gatewarden/contract/mfa';
import { listUsers, updateUser } from '@gatewarden/contract/users';
import { expect, it } from 'vitest';
import type { Caller } from '../../../test/caller.ts';
import { givenProgram } from '../../../test/given/api-tokens.ts';
import { type Person, password } from '../../../test/given/given.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';

it('rejects a flood of writes of one user with Retry-After; reads and other users are not affected', async () => {
  await using server = await startTestServer({ environment: { GATEWARDEN_WRITES_PER_SECOND: '1' } });
  const [admin, user] = [await server.given.admin(), await server.given.user()];
  const [program, another] = [await givenProgram(server, user), await givenProgram(server, user, { name: 'Another' })];
  const other = await server.given.user();
  // creating them was a write of the user too
  server.clock.advance({ seconds: 6 });
  const params = { username: user.username };
  const write = (by: Caller, phone: string) => by.try(updateUser, { params, body: { phone } });
  const floods = await Promise.all(Array.from({ length: 12 }, (_, nth) => write(program, `12345${nth}`)));
  expect(floods.map(({ status }) => status).toSorted()).toEqual([...Array(6).fill(200), ...Array(6).fill(429)]);
  const refused = floods.find(({ status }) => status === 429);
  expect(refused?.body).toMatchObject({ code: 'rate_limited', details: { retry_after_seconds: 1 } });
  expect(refused?.headers.get('retry-after')).toBe('1');
  expect((await program.try(getMe, {})).status).toBe(200);
  // another token shares the limit, and their sessions are not affected
  expect((await write(another, '777')).status).toBe(429);
  expect((await write(user, '776')).status).toBe(200);
  expect((await other.try(updateUser, { params: { username: other.username }, body: { phone: '777' } })).status).toBe(
    200,
  );
  expect((await admin.try(updateUser, { params, body: { phone: '778' } })).status).toBe(200);
  server.clock.advance({ seconds: 1 });
  expect([(await write(program, '779')).status, (await write(program, '780')).status]).toEqual([200, 429]);
});

it('limits writes of a user that wait for a lock, so that other users can read and write', async () => {
  await using server = await startTestServer();
  const [admin, user, other] = [await server.given.admin(), await server.given.user(), await server.given.user()];
  const rename = ({ username }: typeof user, phone: string) => ({ params: { username }, body: { phone } });
  await using lock = await server.database.transaction();
  await lock.query('select from "user" where username = $1 for update', [user.username]);
  const { promise: allOthersRefused, resolve } = Promise.withResolvers<void>();
  let answered = 0;
  const flood = Array.from({ length: 200 }, async (_, nth) => {
    const answer = await user.try(updateUser, rename(user, `1234${nth}`));
    answered += 1;
    if (answered === 97) resolve();
    return answer;
  });
  await server.database.untilBlocked(Promise.all(flood), 3);
  const meanwhile = [
    other.try(getMe, {}),
    other.try(updateUser, rename(other, '777')),
    admin.try(listUsers, {}),
    admin.try(updateUser, rename(other, '778')),
    user.try(getMe, {}),
  ];
  expect((await Promise.all(meanwhile)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  await allOthersRefused;
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  expect(await server.database.query(waiting)).toHaveLength(3);
  await lock.commit();
  const refused = (await Promise.all(flood)).filter(({ status }) => status !== 200);
  expect(refused).toHaveLength(97);
  expect(new Set(refused.map(({ body, headers }) => `${body.code} ${headers.get('retry-after')}`))).toEqual(
    new Set(['rate_limited 1']),
  );
});

it.each(['a session without a recent proof', 'an API token'])(
  'lets other administrators change users while writes of one with %s wait for a lock',
  async (means) => {
    await using server = await startTestServer();
    const [admin, user, other] = [await server.given.admin(), await server.given.user(), await server.given.user()];
    const another = await server.given.user({ groups: ['admin'] });
    const isToken = means === 'an API token';
    const [flooding, calling] = isToken
      ? [await givenProgram(server, admin), await givenProgram(server, another)]
      : [admin, another];
    server.clock.advance({ minutes: 16 });
    // complete records, as API clients send them; neither status nor groups change
    const rename = ({ username }: typeof user, phone: string) => ({
      params: { username },
      body: { phone, is_active: true, groups: [] },
    });
    await using lock = await server.database.transaction();
    await lock.query('select from "user" where username = $1 for update', [user.username]);
    const flood = Array.from({ length: 10 }, (_, nth) => flooding.try(updateUser, rename(user, `1234${nth}`)));
    await server.database.untilBlocked(Promise.race(flood), 3);
    expect((await calling.try(updateUser, rename(other, '777'))).status).toBe(200);
    const disable = { body: { users: [other.id], is_active: false } };
    expect((await calling.try(setUsersStatus, disable)).status).toBe(200);
    await lock.commit();
    expect(new Set((await Promise.all(flood)).map(({ status }) => status))).toEqual(new Set([200]));
  },
);

it('allows a user to end access while another session or token exceeds the write limit', async () => {
  await using server = await startTestServer({ environment: { GATEWARDEN_WRITES_PER_SECOND: '1' } });
  const user = await server.given.user();
  const program = await givenProgram(server, user);
  const thief = await signedInAgain(server, user);
  server.clock.advance({ seconds: 6 });
  const params = { username: user.username };
  const write = (by: Caller, nth: number) => by.try(updateUser, { params, body: { phone: `12345${nth}` } });
  await Promise.all([program, thief].flatMap((by) => Array.from({ length: 7 }, (_, nth) => write(by, nth))));
  expect((await write(program, 8)).status).toBe(429);
  expect((await write(user, 8)).status).toBe(429);
  expect((await user.try(endSession, { params: { ...params, id: '999999' } })).status).toBe(404);
  expect((await user.try(proveWithPassword, { body: { password } })).status).toBe(200);
  const [token] = await user.call(listApiTokens, { params });
  expect((await user.try(deleteApiToken, { params: { ...params, id: String(token?.id) } })).status).toBe(200);
  expect((await user.try(endSessions, { params })).status).toBe(200);
  expect((await thief.try(getMe, {})).status).toBe(401);
});

it('allows an emergency stop while writes and tokens of the administrator wait for a lock', async () => {
  await using server = await startTestServer({ environment: { GATEWARDEN_DATABASE_CONNECTIONS: '12' } });
  const [admin, user, other] = [await server.given.admin(), await server.given.user(), await server.given.user()];
  const program = await givenProgram(server, admin);
  const rename = (phone: string) => ({ params: { username: user.username }, body: { phone } });
  await using lock = await server.database.transaction();
  await lock.query('select from "user" where username = $1 for update', [user.username]);
  const held = [admin, program].flatMap((by) =>
    Array.from({ length: 5 }, (_, nth) => by.try(updateUser, rename(`1234${nth}`))),
  );
  await server.database.untilBlocked(Promise.race(held), 6);
  const stop = { params: { username: other.username }, body: { disable: false } };
  expect((await admin.try(stopUser, stop)).status).toBe(200);
  await lock.commit();
  await Promise.all(held);
});

async function signedInAgain(server: TestServer, { username }: Person): Promise<Caller> {
  const caller = server.stranger();
  await caller.call(signIn, { body: { username, password } });
  return caller;
}

it('reserves writes for calls that are declared to end access', async () => {
  await using server = await startTestServer();
  const reserved = server.endpoints.filter(({ endsAccess }) => endsAccess);
  expect(reserved.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual([
    'DELETE /auth/password',
    'DELETE /edges/:id',
    'DELETE /network/:id/sessions/:deviceId',
    'DELETE /oauth/:clientId',
    'DELETE /openid/provider/:name',
    'DELETE /scim/token/:id',
    'DELETE /user/:username/api_token/:id',
    'DELETE /user/:username/external_identity/:id',
    'DELETE /user/:username/oauth_app/:id',
    'DELETE /user/:username/session',
    'DELETE /user/:username/session/:id',
    'POST /auth/email/verify',
    'POST /auth/logout',
    'POST /auth/password',
    'POST /auth/proof',
    'POST /auth/recovery',
    'POST /auth/totp/verify',
    'POST /auth/webauthn',
    'POST /auth/webauthn/start',
    'POST /connect/request/refuse',
    'POST /oauth/:clientId',
    'POST /openid/provider',
    'POST /user/:username/stop',
    'PUT /openid/provider/:name',
    'PUT /user/change_password',
    'PUT /users/status',
  ]);
});
