import { startDesktop } from '@gatewarden/contract/enrollment';
import { listExternalIdentities, updateProvider } from '@gatewarden/contract/identity-providers';
import { patchEnterpriseSettings, patchSettings } from '@gatewarden/contract/settings';
import { getUser, updateUser } from '@gatewarden/contract/users';
import { expect } from 'vitest';
import { newEdgeClient } from '../../../test/edge-client.ts';
import { givenAccount } from '../../../test/given/accounts.ts';
import { openEdgeBrowser } from '../../../test/given/edge-openid.ts';
import { latestEntry } from '../../../test/given/latest-entry.ts';
import { newKeys } from '../../../test/given/network.ts';
import { givenExternalIdentity, givenProvider, localProviders, newAccount } from '../../../test/given/openid.ts';
import { givenTotp } from '../../../test/given/totp.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { startHostileProvider } from '../../../test/openid-provider/hostile-provider.ts';
import { providerTest as test } from '../../../test/provider-test.ts';

const refused = (code: string) => ({ status: 500, body: { error: 'Internal server error', code } });
const expired = { status: 401, body: { code: 'openid_state_invalid' } };

/** The user whom the answer signed in, and whose token it has. */
async function loginOf(server: TestServer, token: unknown) {
  const started = await newEdgeClient(server).post('/enrollment/start', { token });
  return started.body as { user: { login: string; enrolled: boolean }; admin: { email: string }; instance: object };
}

test('auth_info answers with the address of the provider, and sets two encrypted cookies for the callback', async ({
  server,
  idp,
}) => {
  await givenProvider(server, idp, { display_name: 'Company' });
  const { begin, client } = openEdgeBrowser(server);
  const { status, body, headers, url } = await begin();
  expect({ status, body }).toEqual({
    status: 200,
    body: { url: expect.any(String), button_display_name: 'Company', connection: null },
  });
  const query = new URL(url).searchParams;
  expect(query.get('redirect_uri')).toBe(`http://localhost:${server.edgePort}/openid/callback`);
  expect(query.get('code_challenge_method')).toBe('S256');
  const state = query.get('state') ?? '';
  expect(state).toMatch(/^[A-Za-z0-9_-]{43}$/);
  // a session at the provider is enough here
  expect([query.get('prompt'), query.get('max_age')]).toEqual([null, null]);
  const cookies = headers.getSetCookie();
  const attributes = 'Max-Age=600; Path=/api/v1/openid; HttpOnly; SameSite=Strict';
  expect(cookies.map((line) => line.replace(/=[^;]*/, ''))).toEqual([
    `csrf_proxy_${state.slice(0, 8)}; ${attributes}`,
    `nonce_proxy_${state.slice(0, 8)}; ${attributes}`,
  ]);
  for (const value of [query.get('nonce'), query.get('state')]) expect(client.cookies()).not.toContain(value);
});

test('with a public address, the redirect URI is below it and cookies are Secure, and another core can finish', async () => {
  const environment = { ...localProviders.environment, GATEWARDEN_EDGE_URL: 'https://vpn.example.com' };
  await using server = await startTestServer({ environment });
  await using replica = await server.startReplica();
  await server.given.admin();
  await using idp = await startHostileProvider();
  await givenProvider(server, idp);
  const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' };
  const client = newEdgeClient(server);
  const begun = await client.post('/openid/auth_info', { type: 'enrollment' }, headers);
  const url = String(begun.body['url']);
  expect(new URL(url).searchParams.get('redirect_uri')).toBe('https://vpn.example.com/openid/callback');
  for (const line of begun.headers.getSetCookie()) expect(line).toContain('; HttpOnly; Secure; SameSite=Strict');
  idp.account = newAccount();
  const cookie = client.cookies();
  const finished = await newEdgeClient(replica).post('/openid/callback', idp.authorize(url), { cookie });
  expect(finished).toMatchObject({ status: 200, body: { url: 'https://vpn.example.com/' } });
});

test('a first sign-in creates the account, and its token adds a device', async ({ server, idp, provider }) => {
  const account = newAccount();
  const { signInAs, client } = openEdgeBrowser(server);
  const { status, body } = await signInAs(idp, account);
  expect({ status, body }).toEqual({
    status: 200,
    body: { url: `http://localhost:${server.edgePort}/`, token: expect.stringMatching(/^[0-9A-Za-z]{32}$/) },
  });
  expect(client.cookies()).toBe('');
  expect(await loginOf(server, body['token'])).toMatchObject({
    user: { login: account.preferred_username, enrolled: true },
    admin: { email: account.email },
    instance: { openid_display_name: 'Company' },
  });
  const device = newEdgeClient(server);
  await device.post('/enrollment/start', { token: body['token'] });
  await server.given.location();
  const added = await device.post('/enrollment/create_device', { name: 'Laptop', pubkey: newKeys().publicKey });
  expect(added).toMatchObject({ status: 200, body: { instance: { openid_display_name: 'Company' } } });
  expect(await latestEntry(server, 'client_configuration_token_added')).toMatchObject({
    username: account.preferred_username,
    description: expect.stringContaining(`after sign-in at ${provider.name}`),
  });
  expect(await latestEntry(server, 'user_added')).toMatchObject({
    description: expect.stringContaining(account.preferred_username),
  });
});

test('the token sets no password and no second factor, and drops unused ones', async ({ server, idp }) => {
  await givenProvider(server, idp);
  const account = newAccount();
  const { signInAs } = openEdgeBrowser(server);
  const first = await signInAs(idp, account);
  const second = await signInAs(idp, account);
  const client = newEdgeClient(server);
  expect(await client.post('/enrollment/start', { token: first.body['token'] })).toMatchObject({ status: 401 });
  expect(await client.post('/enrollment/start', { token: second.body['token'] })).toMatchObject({ status: 200 });
  const password = { password: 'Correct-horse-8' };
  expect(await client.post('/enrollment/activate_user', password)).toMatchObject({ status: 400 });
  expect(await client.post('/enrollment/register-mfa/code/start', { method: 'Totp' })).toMatchObject({ status: 400 });
});

test('a linked account signs its user in, and one that is linked by its address too', async ({ server, idp }) => {
  const { name } = await givenProvider(server, idp, { link_by_email: true });
  const admin = await server.given.admin();
  const linked = await server.given.user();
  await givenExternalIdentity(server, linked.id, name);
  const { signInAs } = openEdgeBrowser(server);
  const known = await signInAs(idp, { sub: `subject ${linked.id}` });
  expect(await loginOf(server, known.body['token'])).toMatchObject({ user: { login: linked.username } });
  const found = await server.given.user();
  const { user } = await admin.call(getUser, { params: { username: found.username } });
  const byEmail = await signInAs(idp, newAccount({ email: user.email }));
  expect(await loginOf(server, byEmail.body['token'])).toMatchObject({ user: { login: found.username } });
  const params = { username: found.username };
  expect(await admin.call(listExternalIdentities, { params })).toMatchObject([{ provider: name }]);
  expect(await latestEntry(server, 'external_identity_linked')).toMatchObject({
    description: `${found.username} linked to ${name} by email address`,
  });
});

test('refuses what the console refuses, and changes nothing', async ({ server, idp }) => {
  const { name } = await givenProvider(server, idp);
  const fresh = await givenAccount(server, { isAdmin: true });
  const { signInAs } = openEdgeBrowser(server);
  const other = await server.given.user();
  const { user } = await fresh.call(getUser, { params: { username: other.username } });
  expect(await signInAs(idp, newAccount({ email: user.email }))).toMatchObject(refused('openid_account_exists'));
  expect(await latestEntry(server, 'user_login_failed')).toMatchObject({ username: other.username });
  await givenExternalIdentity(server, other.id, name);
  await fresh.call(updateUser, { params: { username: other.username }, body: { is_active: false } });
  const disabled = { sub: `subject ${other.id}` };
  expect(await signInAs(idp, disabled)).toMatchObject(refused('openid_account_disabled'));
  expect(await signInAs(idp, newAccount({ email_verified: false }))).toMatchObject(refused('openid_email_missing'));
  const unnamed = newAccount({ given_name: undefined, family_name: undefined });
  expect(await signInAs(idp, unnamed)).toMatchObject(refused('openid_name_missing'));
  const taken = newAccount({ preferred_username: other.username });
  expect(await signInAs(idp, taken)).toMatchObject(refused('openid_username_unavailable'));
  await fresh.call(patchSettings, { body: { openid_create_account: false } });
  expect(await signInAs(idp, newAccount())).toMatchObject(refused('openid_account_unknown'));
  await fresh.call(patchSettings, { body: { openid_create_account: true } });
  const tokens = await server.database.query('select from account_token where user_id = $1', [other.id]);
  expect(tokens).toEqual([]);
});

test('asks for the console if the account has a second factor that the provider did not verify', async () => {
  await using server = await startTestServer(localProviders);
  await server.given.admin();
  await using idp = await startHostileProvider();
  const { name } = await givenProvider(server, idp, { trust_second_factor: true });
  const una = await server.given.user();
  await givenExternalIdentity(server, una.id, name);
  await givenTotp(server, una);
  const account = { sub: `subject ${una.id}` };
  const { signInAs } = openEdgeBrowser(server);
  expect(await signInAs(idp, account)).toMatchObject(refused('openid_second_factor_needed'));
  expect(await signInAs(idp, { ...account, amr: ['mfa'] })).toMatchObject({ status: 200 });
});

test('issues no token to people who may not add devices', async () => {
  await using server = await startTestServer(localProviders);
  const admin = await server.given.admin();
  await using idp = await startHostileProvider();
  await givenProvider(server, idp);
  const { signInAs } = openEdgeBrowser(server);
  await admin.call(patchEnterpriseSettings, { body: { admin_device_management: true } });
  expect(await signInAs(idp, newAccount())).toMatchObject({
    status: 403,
    body: { code: 'device_management_restricted' },
  });
  await admin.call(patchEnterpriseSettings, { body: { admin_device_management: false } });
  await admin.call(patchSettings, { body: { wireguard_enabled: false } });
  expect(await signInAs(idp, newAccount())).toMatchObject({ status: 403, body: { code: 'module_disabled' } });
});

test('an answer counts once, for the browser and the purpose that it began with, within ten minutes', async () => {
  await using server = await startTestServer(localProviders);
  await server.given.admin();
  await using idp = await startHostileProvider();
  await givenProvider(server, idp);
  idp.account = newAccount();
  const browser = openEdgeBrowser(server);
  const answer = idp.authorize((await browser.begin()).url);
  // another browser, and none
  const eve = openEdgeBrowser(server);
  expect(await eve.finish(answer)).toMatchObject(expired);
  await eve.begin();
  expect(await eve.finish(answer)).toMatchObject(expired);
  for (const state of ['x', answer.state.slice(0, -4), `${answer.state} `, Buffer.from('a.b').toString('base64')])
    expect(await browser.finish({ ...answer, state })).toMatchObject(expired);
  expect(await browser.finishConnect(answer)).toMatchObject({ status: 400, body: { code: 'openid_state_invalid' } });
  const header = browser.client.cookies();
  const altered = header.replace(
    /csrf_proxy_[^=]+=.{20}/,
    (text) => `${text.slice(0, -1)}${text.endsWith('A') ? 'B' : 'A'}`,
  );
  expect(await newEdgeClient(server).post('/openid/callback', answer, { cookie: altered })).toMatchObject(expired);
  const answers = await Promise.all(Array.from({ length: 50 }, () => browser.finish(answer)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 500)).toEqual([]);
  // a copy of the cookies does not help
  expect(await newEdgeClient(server).post('/openid/callback', answer, { cookie: header })).toMatchObject(expired);
  const late = idp.authorize((await browser.begin()).url);
  server.clock.advance({ minutes: 10, seconds: 1 });
  expect(await browser.finish(late)).toMatchObject(expired);
});

test('an answer of another provider than the one where it began is refused', async ({ server, idp }) => {
  await using other = await startHostileProvider();
  const [own, mixed] = [await givenProvider(server, idp), await givenProvider(server, other)];
  idp.metadata = { authorization_response_iss_parameter_supported: true };
  const browser = openEdgeBrowser(server, own.name);
  idp.account = newAccount();
  const answer = idp.authorize((await browser.begin()).url);
  expect(await browser.finish({ ...answer, iss: other.issuer })).toMatchObject(refused('openid_answer_invalid'));
  const foreign = openEdgeBrowser(server, mixed.name);
  other.account = newAccount();
  const code = other.authorize((await foreign.begin()).url).code;
  const { state } = idp.authorize((await browser.begin()).url);
  expect(await browser.finish({ code, state, iss: idp.issuer })).toMatchObject(refused('openid_code_refused'));
});

test('an earlier sign-in at the provider is enough', async ({ server, idp }) => {
  await givenProvider(server, idp);
  const auth_time = Math.floor(server.clock.now().getTime() / 1000) - 86_400;
  expect(await openEdgeBrowser(server).signInAs(idp, newAccount({ auth_time }))).toMatchObject({ status: 200 });
});

test('a provider that does not answer delays neither sign-ins at others nor those whose address is known', async ({
  server,
  idp,
}) => {
  await using slow = await startHostileProvider();
  const [known, held] = [await givenProvider(server, idp), await givenProvider(server, slow)];
  for (const { name } of [known, held]) await openEdgeBrowser(server, name).begin();
  const answers: (() => void)[] = [];
  slow.routes.set('/token', (_, response) => void answers.push(() => response.writeHead(500).end()));
  slow.account = newAccount();
  // more than the provider gets at a time, of several addresses and one
  const browsers = Array.from({ length: 24 }, () => openEdgeBrowser(server, held.name));
  const urls = await Promise.all(browsers.map(async (browser) => (await browser.begin()).url));
  const waiting = browsers.map((browser, nth) => browser.finish(slow.authorize(urls[nth] ?? '')));
  await expect.poll(() => answers.length).toBe(10);
  expect(await openEdgeBrowser(server, known.name).signInAs(idp, newAccount())).toMatchObject({ status: 200 });
  // its own sign-in page needs no call
  expect(await openEdgeBrowser(server, held.name).begin()).toMatchObject({ status: 200 });
  expect((await Promise.all(waiting.slice(16))).map(({ status }) => status)).toEqual(Array(8).fill(429));
  slow.routes.set('/token', (_, response) => void response.writeHead(500).end());
  for (const answer of answers) answer();
  await Promise.all(waiting);
});

test('a provider that is too slow is logged once in a minute', async () => {
  await using server = await startTestServer(localProviders);
  await server.given.admin();
  await using idp = await startHostileProvider();
  const { name } = await givenProvider(server, idp);
  // each call has time left, all together have not
  const later = (answer: () => void) => void setTimeout(answer, 5_000);
  const browsers = [openEdgeBrowser(server), openEdgeBrowser(server)];
  const urls = await Promise.all(browsers.map(async (browser) => (await browser.begin()).url));
  idp.account = newAccount();
  idp.delay = later;
  const finished = await Promise.all(browsers.map((browser, nth) => browser.finish(idp.authorize(urls[nth] ?? ''))));
  expect(finished).toMatchObject([refused('openid_provider_unreachable'), refused('openid_provider_unreachable')]);
  const line = 'an OpenID provider did not answer a sign-in in time';
  await expect.poll(() => server.logged()).toContain(line);
  expect(server.logged().split(line)).toHaveLength(2);
  expect(server.logged()).toContain(name);
}, 30_000);

test('hostile claims and answers are refused', async ({ server, idp }) => {
  await givenProvider(server, idp);
  const browser = openEdgeBrowser(server);
  const tries: [string, () => void][] = [
    [
      'nonce',
      () => {
        idp.change = ({ claims }) => {
          claims['nonce'] = 'other';
        };
      },
    ],
    [
      'issuer',
      () => {
        idp.change = ({ claims }) => {
          claims['iss'] = 'https://evil.example';
        };
      },
    ],
    [
      'key',
      () => {
        idp.change = (parts) => {
          parts.key = idp.foreignKey;
        };
      },
    ],
    [
      'subject',
      () => {
        idp.change = ({ claims }) => {
          claims['sub'] = 'x'.repeat(10_000);
        };
      },
    ],
  ];
  for (const [, prepare] of tries) {
    prepare();
    expect(await browser.signInAs(idp, newAccount())).toMatchObject(refused('openid_answer_invalid'));
  }
  idp.change = () => undefined;
  const groups = Array.from({ length: 5_000 }, (_, index) => `group-${index}`);
  expect(await browser.signInAs(idp, newAccount({ groups, given_name: '\u0000' }))).toMatchObject({ status: 500 });
});

test('a provider that answers without end is given up, and other calls of the edge go on', async ({ server, idp }) => {
  await givenProvider(server, idp);
  const browser = openEdgeBrowser(server);
  const { url } = await browser.begin();
  idp.account = newAccount();
  idp.routes.set('/token', (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const timer = setInterval(() => response.write(' '.repeat(64)), 100);
    response.on('close', () => clearInterval(timer));
  });
  const slow = browser.finish(idp.authorize(url));
  expect(await newEdgeClient(server).post('/edge', {})).toMatchObject({ status: 200 });
  expect(await slow).toMatchObject(refused('openid_provider_unreachable'));
}, 20_000);

test('without an enabled provider, auth_info and the page offer none', async ({ server, idp }) => {
  const admin = await givenAccount(server, { isAdmin: true });
  const { begin } = openEdgeBrowser(server);
  const none = { status: 400, body: { code: 'openid_provider_not_found' } };
  expect(await begin()).toMatchObject(none);
  const client = newEdgeClient(server);
  const { name } = await givenProvider(server, idp, { display_name: 'Company' });
  expect((await client.post('/edge', {})).body['openid_providers']).toEqual([
    { name, display_name: 'Company', kind: 'custom' },
  ]);
  const body = { name, base_url: idp.issuer, client_id: idp.client.id, enabled: false };
  await admin.call(updateProvider, { params: { name }, body });
  expect(await begin()).toMatchObject(none);
  expect((await client.post('/edge', {})).body['openid_providers']).toEqual([]);
});

test('a client learns that the provider of the instance changed', async ({ server, idp, provider }) => {
  const { name } = provider;
  const user = await server.given.user();
  const params = { username: user.username };
  const { enrollment_token: token } = await user.call(startDesktop, { params, body: {} });
  const client = newEdgeClient(server);
  await client.post('/enrollment/start', { token });
  await server.given.location();
  const added = await client.post('/enrollment/create_device', { name: 'Laptop', pubkey: newKeys().publicKey });
  const poll = (tag = '') => client.post('/poll', { token: added.body['token'] }, { 'if-none-match': tag });
  const tag = (await poll()).headers.get('etag') ?? '';
  expect((await poll(tag)).status).toBe(304);
  const fresh = await givenAccount(server, { isAdmin: true });
  const body = { name, base_url: idp.issuer, client_id: idp.client.id, display_name: 'Other' };
  await fresh.call(updateProvider, { params: { name }, body });
  expect(await poll(tag)).toMatchObject({
    ...{ status: 200, body: { device_config: { instance: { openid_display_name: 'Other' } } } },
  });
});

test('calls with invalid bodies are refused', async ({ server, idp }) => {
  await givenProvider(server, idp);
  const { client } = openEdgeBrowser(server);
  for (const body of [{}, { type: 'other' }, { type: 'mfa', state: 5 }, { type: 'enrollment', state: 'x'.repeat(129) }])
    expect(await client.post('/openid/auth_info', body)).toMatchObject({ status: 422 });
  for (const body of [{}, { code: 'x' }, { code: '', state: 'x' }, { code: 'x', state: 'y'.repeat(513) }])
    for (const path of ['/openid/callback', '/openid/callback/mfa'])
      expect(await client.post(path, body)).toMatchObject({ status: 422 });
});
