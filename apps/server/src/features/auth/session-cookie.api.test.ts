import { randomBytes } from 'node:crypto';
import { signOut } from '@gatewarden/contract/auth';
import { expect, it } from 'vitest';
import type { Caller } from '../../../test/caller.ts';
import { startTestServer, type TestServer, test } from '../../../test/harness.ts';
import { hashToken } from '../../platform/crypto/tokens.ts';

interface ApiDocument {
  readonly components: { readonly securitySchemes: { readonly cookie: { readonly name: string } } };
}

const name = 'gatewarden_session';

const tokenOf = ({ cookie }: Caller) => (cookie ?? '').slice(`${name}=`.length);

async function statusWith(server: TestServer, cookie: string): Promise<number> {
  return (await server.stranger().send('GET', '/me', { headers: { cookie } })).status;
}

it.each([
  [{}, name],
  [{ GATEWARDEN_URL: 'https://vpn.example.com' }, `__Host-${name}`],
  [{ GATEWARDEN_URL: 'https://vpn.example.com', GATEWARDEN_COOKIE_DOMAIN: 'example.com' }, `__Secure-${name}`],
  [{ GATEWARDEN_URL: 'http://vpn.example.com', GATEWARDEN_COOKIE_DOMAIN: 'example.com' }, name],
])('uses a name prefix that restricts who can set the cookie: %j', async (environment, expected) => {
  await using server = await startTestServer({ environment });
  const user = await server.given.user();
  expect(user.cookie).toMatch(new RegExp(`^${expected}=[\\w-]{86}$`));
  expect((await user.send('GET', '/me')).status).toBe(200);
  const document = (await (await server.stranger().send('GET', '/api-docs')).json()) as ApiDocument;
  expect(document.components.securitySchemes.cookie.name).toBe(expected);
});

it('ignores the name without prefix if users use https, so that no other host can set a session', async () => {
  await using server = await startTestServer({ environment: { GATEWARDEN_URL: 'https://vpn.example.com' } });
  const user = await server.given.user();
  const token = (user.cookie ?? '').split('=')[1];
  expect(await statusWith(server, `__Host-${name}=${token}`)).toBe(200);
  for (const other of [name, `__Secure-${name}`, `__host-${name}`, `\u00a0__Host-${name}`]) {
    expect([other, await statusWith(server, `${other}=${token}`)]).toEqual([other, 401]);
  }
});

test('finds the session among other cookies of the same name, in any order', async ({ server }) => {
  const sessionTokens = await server.sessionTokens();
  const token = tokenOf(await server.given.user());
  const others = [`${name}=junk`, `${name}=`, `${name}=${sessionTokens.make()}`, 'a=1'];
  expect(await statusWith(server, [...others, `${name}=${token}`].join('; '))).toBe(200);
  expect(await statusWith(server, [`${name}=${token}`, ...others].join('; '))).toBe(200);
  expect(await statusWith(server, `${name}=${token};${name}=${token}`)).toBe(200);
});

test('refuses a request with two valid sessions in any order', async ({ server }) => {
  const [una, bob] = [tokenOf(await server.given.user()), tokenOf(await server.given.user())];
  expect(await statusWith(server, `${name}=${una}; ${name}=${bob}`)).toBe(401);
  expect(await statusWith(server, `${name}=${bob}; ${name}=${una}`)).toBe(401);
});

test('refuses more than eight tokens', async ({ server }) => {
  const sessionTokens = await server.sessionTokens();
  const token = tokenOf(await server.given.user());
  const guesses = Array.from({ length: 8 }, () => `${name}=${sessionTokens.make()}`);
  expect(await statusWith(server, [`${name}=${token}`, ...guesses.slice(1)].join('; '))).toBe(200);
  expect(await statusWith(server, [`${name}=${token}`, ...guesses].join('; '))).toBe(401);
});

test('runs no query for tokens that this instance did not issue', async ({ server }) => {
  const sessionTokens = await server.sessionTokens();
  const user = await server.given.user();
  const ended = sessionTokens.make();
  const guesses = Array.from({ length: 40 }, () => `${name}=${randomBytes(64).toString('base64url')}`);
  await using lock = await server.database.transaction();
  await lock.query('lock table session in access exclusive mode');
  expect(await Promise.all(guesses.map((cookie) => statusWith(server, cookie)))).toEqual(guesses.map(() => 401));
  const forwarded = await server.stranger().send('GET', '/forward_auth', { headers: { cookie: guesses[0] ?? '' } });
  expect(forwarded.status).toBe(303);
  // tokens with a valid signature are looked up
  const asked = [statusWith(server, `${name}=${ended}`), statusWith(server, user.cookie ?? '')];
  await server.database.untilBlocked(Promise.race(asked), 2);
  await lock.commit();
  expect(await Promise.all(asked)).toEqual([401, 200]);
});

test('ends the session at sign-out if the request has another cookie of the same name', async ({ server }) => {
  const sessionTokens = await server.sessionTokens();
  const user = await server.given.user();
  const token = tokenOf(user);
  const both = server.stranger();
  await both.send('POST', '/auth/logout', {
    headers: { cookie: `${name}=${sessionTokens.make()}; ${name}=${token}` },
  });
  expect(await server.database.query('select 1 from session where token_hash = $1', [hashToken(token)])).toEqual([]);
  expect((await user.try(signOut, {})).status).toBe(401);
});
