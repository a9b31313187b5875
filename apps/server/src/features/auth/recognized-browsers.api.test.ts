import { changeOwnPassword, endSessions } from '@gatewarden/contract/auth';
import { stopUser } from '@gatewarden/contract/emergency-stop';
import { setUserPassword } from '@gatewarden/contract/users';
import { expect } from 'vitest';
import { eventsAbout } from '../../../test/events-about.ts';
import { type Person, password } from '../../../test/given/given.ts';
import { type TestServer, test } from '../../../test/harness.ts';

const wrong = 'Wrong-horse-7';

/** Signs in as a browser with this cookie and returns its new cookie. */
async function signInWith(server: TestServer, login: string, word: string, cookie = '') {
  const answer = await server.stranger().send('POST', '/auth', {
    body: JSON.stringify({ username: login, password: word }),
    headers: { 'content-type': 'application/json', cookie },
  });
  const set = answer.headers.getSetCookie().find((line) => line.startsWith('gatewarden_browser='));
  return { status: answer.status, set, cookie: set?.split(';')[0] ?? cookie };
}

async function lockElsewhere(server: TestServer, { username }: Person): Promise<void> {
  for (const login of [username, `${username}@example.com`]) {
    for (let attempt = 0; attempt < 6; attempt += 1) await signInWith(server, login, wrong);
  }
}

test('signs in from a recognized browser while the account is locked elsewhere', async ({ server, replica }) => {
  const una = await server.given.user();
  const { set, cookie } = await signInWith(server, una.username, password);
  expect(set).toMatch(/Max-Age=15552000; Path=\/api\/v1\/auth; HttpOnly; SameSite=Strict/);
  await lockElsewhere(server, una);
  expect((await signInWith(server, una.username, password)).status).toBe(429);
  const next = await signInWith(replica, una.username, password, cookie);
  expect(next.status).toBe(200);
  // the token is replaced with each sign-in
  expect(next.cookie).not.toBe(cookie);
  expect((await signInWith(server, una.username, password, cookie)).status).toBe(429);
  expect((await signInWith(server, una.username, password, next.cookie)).status).toBe(200);
});

test('counts wrong passwords of a recognized browser without locking other browsers', async ({ server }) => {
  const una = await server.given.user();
  const { cookie } = await signInWith(server, una.username, password);
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 6; attempt += 1) {
    statuses.push((await signInWith(server, una.username, wrong, cookie)).status);
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  expect((await signInWith(server, una.username, password)).status).toBe(200);
});

test('recognizes a browser only for the accounts with earlier sign-ins there', async ({ server }) => {
  const [una, bob, eve] = [await server.given.user(), await server.given.user(), await server.given.user()];
  const first = await signInWith(server, una.username, password);
  const { cookie } = await signInWith(server, bob.username, password, first.cookie);
  for (const person of [una, bob, eve]) await lockElsewhere(server, person);
  expect((await signInWith(server, eve.username, password, cookie)).status).toBe(429);
  const back = await signInWith(server, una.username, password, cookie);
  expect(back.status).toBe(200);
  expect((await signInWith(server, bob.username, password, back.cookie)).status).toBe(200);
  const forged = `gatewarden_browser=${Buffer.alloc(64).toString('base64url')}`;
  expect((await signInWith(server, una.username, password, forged)).status).toBe(429);
});

test.for([
  [
    'the user changed the password',
    (una: Person) => una.call(changeOwnPassword, { body: { old_password: password, new_password: password } }),
  ],
  ['the user ended the other sessions', (una: Person) => una.call(endSessions, { params: una })],
  ['an emergency stop', (una: Person) => una.call(stopUser, { params: una, body: { disable: false } })],
] as const)('no longer recognizes a browser after %s', async ([, end], { server }) => {
  const una = await server.given.user();
  const { cookie } = await signInWith(server, una.username, password);
  await end(una);
  await lockElsewhere(server, una);
  expect((await signInWith(server, una.username, password, cookie)).status).toBe(429);
});

test('no longer recognizes a browser after an administrator set the password', async ({ server }) => {
  const [admin, una] = [await server.given.admin(), await server.given.user()];
  const { cookie } = await signInWith(server, una.username, password);
  await admin.call(setUserPassword, { params: una, body: { new_password: password } });
  await lockElsewhere(server, una);
  expect((await signInWith(server, una.username, password, cookie)).status).toBe(429);
});

test('stores no more than 20 browsers of an account', async ({ server }) => {
  const una = await server.given.user();
  for (let count = 0; count < 22; count += 1) await signInWith(server, una.username, password);
  const [row] = await server.database.query(
    'select count(*)::integer as n from recognized_browser where user_id = $1',
    [una.id],
  );
  expect(row).toEqual({ n: 20 });
});

test('logs each lock once with its scope, also if more attempts follow', async ({ server }) => {
  const una = await server.given.user();
  const { cookie } = await signInWith(server, una.username, password);
  const locks = async () => (await eventsAbout(server, una)).filter(({ type }) => type === 'user.locked');
  await lockElsewhere(server, una);
  await expect.poll(locks).toMatchObject([{ payload: { place: 'other browsers', minutes: 5 } }]);
  for (let attempt = 0; attempt < 7; attempt += 1) await signInWith(server, una.username, wrong, cookie);
  await expect.poll(locks).toMatchObject([{}, { payload: { place: 'one browser', user: { id: una.id } } }]);
  server.clock.advance({ minutes: 6 });
  await lockElsewhere(server, una);
  await expect.poll(locks).toMatchObject([{}, {}, { payload: { place: 'other browsers' } }]);
});
