import { getMe, signIn } from '@gatewarden/contract/auth';
import { signInWithTotp } from '@gatewarden/contract/mfa';
import { expect, it } from 'vitest';
import { password } from '../../../test/given/given.ts';
import { givenTotp } from '../../../test/given/totp.ts';
import { startTestServer, type TestServer, test } from '../../../test/harness.ts';

/** Adds sessions that are newer than those of the user. */
async function addSessions({ database }: TestServer, userId: number, state: string, count: number): Promise<void> {
  await database.query(
    `insert into session (token_hash, user_id, state, device, created_at, expires_at)
     select sha256((n::text || $2::text)::bytea), $1, $2, '', now(), now() + interval '1 day' from generate_series(1, $3::integer) n`,
    [userId, state, count],
  );
}

async function countSessions({ database }: TestServer, userId: number): Promise<Record<string, number>> {
  const rows = await database.query(
    'select state, count(*)::integer as n from session where user_id = $1 group by state order by state',
    [userId],
  );
  return Object.fromEntries(rows.map(({ state, n }) => [String(state), Number(n)]));
}

it('ends the oldest session beyond 100 of a user, also with concurrent sign-ins on two replicas', async () => {
  await using server = await startTestServer({ passwordCost: 'production' });
  await using replica = await server.startReplica();
  const una = await server.given.user();
  await addSessions(server, una.id, 'complete', 98);
  const second = await server.given.signedIn(una.username);
  expect(await second.call(getMe, {})).toMatchObject({ username: una.username });
  expect((await una.try(getMe, {})).status).toBe(200);
  await Promise.all([server, replica, server, replica].map(({ given }) => given.signedIn(una.username)));
  expect(await countSessions(server, una.id)).toEqual({ complete: 100 });
  expect((await una.try(getMe, {})).status).toBe(401);
  expect((await second.try(getMe, {})).status).toBe(200);
});

test('counts half-complete sign-ins separately and completes one after many other sessions began', async ({
  server,
}) => {
  const una = await server.given.user();
  const app = await givenTotp(server, una);
  const browser = server.stranger();
  const credentials = { body: { username: una.username, password } };
  await browser.call(signIn, credentials);
  await addSessions(server, una.id, 'complete', 120);
  await addSessions(server, una.id, 'password', 99);
  await browser.call(signInWithTotp, { body: { code: app.next() } });
  expect(await browser.call(getMe, {})).toMatchObject({ username: una.username });
  expect(await countSessions(server, una.id)).toEqual({ complete: 100, password: 99 });
  for (let count = 0; count < 2; count += 1) await server.stranger().call(signIn, credentials);
  expect(await countSessions(server, una.id)).toEqual({ complete: 100, password: 100 });
});
