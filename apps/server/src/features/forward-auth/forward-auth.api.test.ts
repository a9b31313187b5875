import { signIn } from '@gatewarden/contract/auth';
import { updateUser } from '@gatewarden/contract/users';
import { expect } from 'vitest';
import { type Caller, createCaller } from '../../../test/caller.ts';
import { password } from '../../../test/given/given.ts';
import { givenTotp } from '../../../test/given/totp.ts';
import { testWith } from '../../../test/harness.ts';

const environment = { GATEWARDEN_URL: 'https://vpn.example.com', GATEWARDEN_COOKIE_DOMAIN: 'example.com' };
const test = testWith({ environment });
const wanted = {
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'wiki.example.com',
  'x-forwarded-uri': '/page?a=1&b=2',
};

async function ask(caller: Caller, headers: Record<string, string> = wanted, query = '') {
  const answer = await caller.send('GET', `/forward_auth${query}`, { headers });
  return [answer.status, answer.headers.get('location') ?? answer.headers.get('remote-user'), await answer.text()];
}

test('returns the signed-in user to the proxy and redirects others to sign in and back', async ({ server }) => {
  const una = await server.given.user();
  expect(await ask(una)).toEqual([200, una.username, '']);
  const back = `https://vpn.example.com/sign-in?r=${encodeURIComponent('https://wiki.example.com/page?a=1&b=2')}`;
  expect(await ask(server.stranger())).toEqual([303, back, '']);
  expect(await ask(server.stranger(), wanted, '?refuse_with=401')).toEqual([401, back, '']);
});

test.for<Record<string, string>>([
  {},
  { 'x-forwarded-host': 'vpn.example.com', 'x-forwarded-proto': 'https' },
  { ...wanted, 'x-forwarded-host': 'evil.example' },
  { ...wanted, 'x-forwarded-host': 'wiki.example.com, evil.example' },
  { ...wanted, 'x-forwarded-host': 'wiki.example.com:none' },
  { ...wanted, 'x-forwarded-uri': '@evil.example/' },
  { ...wanted, 'x-forwarded-proto': 'javascript' },
])('omits the return address for forwarded headers %j', async (headers, { server }) => {
  expect(await ask(server.stranger(), headers)).toEqual([303, 'https://vpn.example.com/sign-in', '']);
});

test('refuses half-complete sign-ins, users disabled on another replica, and API tokens', async ({
  server,
  replica,
}) => {
  const [una, bob] = [await server.given.user(), await server.given.user()];
  const app = await givenTotp(server, una);
  const half = server.stranger();
  await half.call(signIn, { body: { username: una.username, password } });
  expect((await ask(half))[0]).toBe(303);
  expect(app.next()).toMatch(/^\d{6}$/);
  expect((await ask(server.stranger(), { ...wanted, authorization: 'Bearer gwt_none' }))[0]).toBe(303);

  const admin = await server.given.admin();
  const elsewhere = createCaller(replica.url, bob.cookie);
  expect((await ask(elsewhere))[0]).toBe(200);
  await admin.call(updateUser, { params: { username: bob.username }, body: { is_active: false } });
  expect((await ask(elsewhere))[0]).toBe(303);
});

test('finds the session among cookies of the same name that an application set', async ({ server }) => {
  const una = await server.given.user();
  const junk = '__Secure-gatewarden_session=junk';
  for (const cookie of [`${junk}; ${una.cookie}`, `${una.cookie}; a=1; ${junk}`]) {
    expect(await ask(server.stranger(), { ...wanted, cookie })).toEqual([200, una.username, '']);
  }
});

test('sets the session cookie for the whole cookie domain', async ({ server }) => {
  const una = await server.given.user();
  const answer = await server.stranger().send('POST', '/auth', {
    body: JSON.stringify({ username: una.username, password }),
    headers: { 'content-type': 'application/json' },
  });
  expect(answer.headers.getSetCookie()[0]).toMatch(/; Domain=example\.com;.*; Secure/);
  const out = await una.send('POST', '/auth/logout');
  expect(out.headers.getSetCookie()[0]).toMatch(/; Domain=example\.com;/);
});

test('redirects after sign-in only to allowed addresses', async ({ server }) => {
  const back = async (r: string) => {
    const answer = await server.stranger().send('GET', `/forward_auth/return?r=${encodeURIComponent(r)}`);
    return [answer.status, answer.headers.get('location')];
  };
  expect(await back('https://wiki.example.com/page')).toEqual([303, 'https://wiki.example.com/page']);
  for (const address of ['https://evil.example/', '//evil.example', 'javascript:alert(1)']) {
    expect(await back(address)).toEqual([303, 'https://vpn.example.com/']);
  }
});
