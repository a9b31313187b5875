import { endSessions } from '@gatewarden/contract/auth';
import { stopUser } from '@gatewarden/contract/emergency-stop';
import {
  deleteProvider,
  listExternalIdentities,
  unlinkExternalIdentity,
  updateProvider,
} from '@gatewarden/contract/identity-providers';
import { previewLocationMfa } from '@gatewarden/contract/location-mfa';
import { listUserAccess } from '@gatewarden/contract/locations';
import { getUser, updateUser } from '@gatewarden/contract/users';
import { expect } from 'vitest';
import { newEdgeClient } from '../../../test/edge-client.ts';
import { givenAccount } from '../../../test/given/accounts.ts';
import { connectMethods, givenProtected } from '../../../test/given/connect.ts';
import { openEdgeBrowser } from '../../../test/given/edge-openid.ts';
import { givenExternalLocation } from '../../../test/given/external-connect.ts';
import { latestEntry } from '../../../test/given/latest-entry.ts';
import { givenExternalIdentity, givenProvider, localProviders, newAccount } from '../../../test/given/openid.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { type HostileProvider, startHostileProvider } from '../../../test/openid-provider/hostile-provider.ts';
import { providerTest as test } from '../../../test/provider-test.ts';

const pending = { status: 428, body: { code: 'connect_pending' } };
const missing = { status: 400, body: { error: 'login session not found' } };
const unauthorized = { status: 401, body: { error: 'unauthorized' } };
const unavailable = { status: 400, body: { error: 'selected MFA method not available' } };

test('a device connects after its owner signed in at the provider; its client waits with 428', async ({
  server,
  replica,
  idp,
  provider,
}) => {
  const given = await givenExternalLocation(server, provider);
  const { location, una, publicKey, device } = given;
  await using gateway = await server.connectGateway(location);
  const started = await given.start();
  expect(started).toMatchObject({
    status: 200,
    body: { token: expect.stringMatching(/^[0-9A-Za-z]{32}$/), challenge: null },
  });
  const token = String(started.body['token']);
  expect(await given.finish(token)).toMatchObject(pending);
  const browser = openEdgeBrowser(server);
  const begun = await browser.begin({ type: 'mfa', state: token });
  expect(begun.body).toMatchObject({
    button_display_name: 'Company',
    connection: { device: device.name, location: location.name },
  });
  const query = new URL(begun.url).searchParams;
  expect(query.get('redirect_uri')).toBe(`http://localhost:${server.edgePort}/openid/mfa/callback`);
  // random: the provider and its logs learn nothing with which the attempt could be completed
  const state = query.get('state') ?? '';
  expect(state).toMatch(/^[A-Za-z0-9_-]{43}$/);
  for (const text of [begun.url, decodeURIComponent(begun.url), Buffer.from(state, 'base64').toString()])
    expect(text).not.toContain(token);
  expect(browser.client.cookies()).not.toContain(token);
  idp.account = given.account;
  const confirmed = await browser.finishConnect(idp.authorize(begun.url));
  expect({ status: confirmed.status, body: confirmed.body }).toEqual({ status: 200, body: {} });
  expect(browser.client.cookies()).toBe('');
  expect(await given.sessions()).toEqual([]);
  // at another core
  const finished = await newEdgeClient(replica).post('/client-mfa/finish', { token });
  expect(finished).toMatchObject({ status: 200, body: { preshared_key: expect.any(String), token: null } });
  const key = String(finished.body['preshared_key']);
  await gateway.until(({ state: now }) => now?.peers.get(publicKey)?.presharedKey === key);
  expect(await given.sessions()).toMatchObject([{ username: una.username, method: 'external' }]);
  expect(await latestEntry(server, 'vpn_client_connected_mfa')).toMatchObject({ username: una.username });
  expect(await given.finish(token)).toMatchObject(missing);
});

test('the sign-in of another person is refused and ends the attempt', async ({ server, idp, provider }) => {
  const given = await givenExternalLocation(server, provider);
  const other = await server.given.user();
  await givenExternalIdentity(server, other.id, provider.name);
  const tries = [{ sub: `subject ${other.id}` }, newAccount()];
  for (const account of tries) {
    const token = await given.startedToken();
    expect(await openEdgeBrowser(server).confirm(idp, account, token)).toMatchObject(unauthorized);
    expect(await given.finish(token)).toMatchObject(missing);
    expect(await latestEntry(server, 'vpn_client_mfa_failed')).toMatchObject({
      description: expect.stringContaining(given.una.username),
    });
  }
  // no account was created
  const [created] = await server.database.query('select from "user" where username = $1', [
    tries[1] && (tries[1] as { preferred_username?: string }).preferred_username,
  ]);
  expect(created).toBeUndefined();
});

test('an owner whom the provider may link by the address is linked', async ({ server, idp, provider }) => {
  const admin = await givenAccount(server, { isAdmin: true });
  const given = await givenExternalLocation(server, provider);
  await server.database.query('delete from external_identity where user_id = $1', [given.una.id]);
  const { user } = await admin.call(getUser, { params: { username: given.una.username } });
  const account = newAccount({ email: user.email });
  const refused = await given.startedToken();
  expect(await openEdgeBrowser(server).confirm(idp, account, refused)).toMatchObject(unauthorized);
  const params = { name: provider.name };
  const body = { name: provider.name, base_url: idp.issuer, client_id: idp.client.id, link_by_email: true };
  await admin.call(updateProvider, { params, body });
  const token = await given.startedToken();
  expect(await openEdgeBrowser(server).confirm(idp, account, token)).toMatchObject({ status: 200 });
  expect(await given.finish(token)).toMatchObject({ status: 200 });
});

test('bad states, unknown and complete attempts and other methods are refused as documented', async ({
  server,
  idp,
  provider,
}) => {
  const given = await givenExternalLocation(server, provider);
  const browser = openEdgeBrowser(server);
  const begin = (state?: unknown) => browser.begin({ type: 'mfa', state });
  expect(await begin()).toMatchObject({ status: 400, body: { error: 'invalid token' } });
  expect(await begin('A'.repeat(32))).toMatchObject(missing);
  const token = await given.startedToken();
  idp.account = given.account;
  const answer = idp.authorize((await begin(token)).url);
  const invalid = { status: 400, body: { error: 'invalid state' } };
  expect(await browser.finishConnect({ ...answer, state: 'x' })).toMatchObject(invalid);
  // with the beginning of the right one
  const state = `${answer.state.slice(0, 8)}${'A'.repeat(35)}`;
  expect(await browser.finishConnect({ ...answer, state })).toMatchObject(invalid);
  expect(await openEdgeBrowser(server).finishConnect(answer)).toMatchObject(invalid);
  expect(await browser.finish(answer)).toMatchObject({ status: 401 });
  const second = await begin(token);
  const cookies = browser.client.cookies();
  const answers = await Promise.all(Array.from({ length: 50 }, () => browser.finishConnect(idp.authorize(second.url))));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  expect(await openEdgeBrowser(server).begin({ type: 'mfa', state: token })).toMatchObject(missing);
  const again = await newEdgeClient(server).post('/openid/callback/mfa', idp.authorize(second.url), {
    cookie: cookies,
  });
  expect(again).toMatchObject({ status: 400 });
  // one approval begins one session
  const finished = await Promise.all(Array.from({ length: 20 }, () => given.finish(token)));
  expect(finished.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(finished.filter(({ status }) => status >= 500)).toEqual([]);
});

test('methods fit the mode of the location, and an attempt with a code cannot be completed at the provider', async ({
  server,
  provider,
}) => {
  const given = await givenExternalLocation(server, provider);
  for (const method of [0, 1, 3, 4]) expect(await given.start({ method })).toMatchObject(unavailable);
  const internal = await givenProtected(server);
  expect(await internal.start(connectMethods.external)).toMatchObject(unavailable);
  const { body } = await internal.start();
  expect(await openEdgeBrowser(server).begin({ type: 'mfa', state: body['token'] })).toMatchObject(missing);
  const fresh = await givenAccount(server, { isAdmin: true });
  await server.database.query('update identity_provider set is_enabled = false');
  expect(await given.start()).toMatchObject(unavailable);
  expect(await fresh.call(previewLocationMfa, { params: { id: String(given.location.id) } })).toMatchObject({
    has_provider: false,
  });
});

test('an approval that no client has collected ends with the access of the owner, and does not return with it', async ({
  server,
  replica,
  idp,
  provider,
}) => {
  const admin = await givenAccount(server, { isAdmin: true });
  const group = await server.given.group();
  const given = await givenExternalLocation(server, provider, { allowed_groups: [] });
  const params = { username: given.una.username };
  const setActive = (is_active: boolean) => admin.call(updateUser, { params, body: { is_active } });
  const setGroups = (groups: string[]) => admin.call(updateUser, { params, body: { groups } });
  const approved = async () => {
    const token = await given.startedToken();
    expect(await openEdgeBrowser(server).confirm(idp, given.account, token)).toMatchObject({ status: 200 });
    return token;
  };
  const atReplica = (token: string) => newEdgeClient(replica).post('/client-mfa/finish', { token });
  const ofDisabled = await approved();
  const unapproved = await given.startedToken();
  await setActive(false);
  await setActive(true);
  expect(await atReplica(ofDisabled)).toMatchObject(missing);
  expect(await given.finish(unapproved)).toMatchObject(missing);

  await setGroups([group.name]);
  await server.database.query(
    'insert into location_group (location_id, group_id) select $1, id from "group" where name = $2',
    [given.location.id, group.name],
  );
  const ofFormerMember = await approved();
  await setGroups([]);
  await setGroups([group.name]);
  expect(await atReplica(ofFormerMember)).toMatchObject(missing);
  expect(await given.sessions()).toEqual([]);
});

test('attempts end when their owner signs out everywhere', async ({ server, replica, idp, provider }) => {
  const given = await givenExternalLocation(server, provider);
  const params = { username: given.una.username };
  const token = await given.startedToken();
  expect(await openEdgeBrowser(server).confirm(idp, given.account, token)).toMatchObject({ status: 200 });
  const other = await givenExternalLocation(server, provider);
  const unaffected = await other.startedToken();
  await given.una.call(endSessions, { params });
  expect(await newEdgeClient(replica).post('/client-mfa/finish', { token })).toMatchObject(missing);
  expect(await other.finish(unaffected)).toMatchObject(pending);
});

const seconds = (date: Date) => Math.floor(date.getTime() / 1000);

test('asks the provider for a fresh sign-in, and refuses one before the request or in the future', async ({
  server,
  idp,
  provider,
}) => {
  const given = await givenExternalLocation(server, provider);
  const token = await given.startedToken();
  const browser = openEdgeBrowser(server);
  const query = new URL((await browser.begin({ type: 'mfa', state: token })).url).searchParams;
  expect([query.get('prompt'), query.get('max_age')]).toEqual(['login', '0']);
  const now = seconds(server.clock.now());
  const confirm = (auth_time: unknown) => browser.confirm(idp, { ...given.account, auth_time }, token);
  for (const time of [now - 45, now - 86_400])
    expect(await confirm(time)).toMatchObject({ status: 401, body: { code: 'openid_sign_in_stale' } });
  expect(await confirm(`${now}`)).toMatchObject({ status: 401, body: { code: 'openid_answer_invalid' } });
  for (const time of [now + 45, now + 86_400])
    expect(await confirm(time)).toMatchObject({ status: 401, body: { code: 'openid_answer_invalid' } });
  // another try is possible
  expect(await given.finish(token)).toMatchObject(pending);
  // clocks differ
  expect(await confirm(now - 10)).toMatchObject({ status: 200 });
  expect(await given.finish(token)).toMatchObject({ status: 200 });
});

test('accepts a time of sign-in that the clock of the provider has reached earlier', async ({
  server,
  idp,
  provider,
}) => {
  const given = await givenExternalLocation(server, provider);
  const auth_time = seconds(server.clock.now()) + 15;
  const token = await given.startedToken();
  expect(await openEdgeBrowser(server).confirm(idp, { ...given.account, auth_time }, token)).toMatchObject({
    status: 200,
  });
});

test('a provider that does not say when the person signed in is believed', async ({ server, idp, provider }) => {
  const given = await givenExternalLocation(server, provider);
  const token = await given.startedToken();
  expect(await openEdgeBrowser(server).confirm(idp, given.account, token)).toMatchObject({ status: 200 });
});

test('Google is asked to choose an account, because it refuses to ask for a sign-in', async ({
  server,
  idp,
  provider,
}) => {
  await server.database.query(`update identity_provider set kind = 'google'`);
  const given = await givenExternalLocation(server, provider);
  const begun = await openEdgeBrowser(server).begin({ type: 'mfa', state: await given.startedToken() });
  const query = new URL(begun.url).searchParams;
  expect([query.get('prompt'), query.get('max_age')]).toEqual(['select_account', '0']);
  expect(idp.issuer).toContain(new URL(begun.url).host);
});

test('several tabs sign in for several devices, in any order', async ({ server, idp, provider }) => {
  const browser = openEdgeBrowser(server);
  const tabs: { given: Awaited<ReturnType<typeof givenExternalLocation>>; token: string; url: string }[] = [];
  for (let tab = 0; tab < 3; tab += 1) {
    const given = await givenExternalLocation(server, provider);
    const token = await given.startedToken();
    tabs.push({ given, token, url: (await browser.begin({ type: 'mfa', state: token })).url });
  }
  for (const { given, token, url } of tabs.toReversed()) {
    idp.account = given.account;
    expect(await browser.finishConnect(idp.authorize(url))).toMatchObject({ status: 200 });
    expect(await given.finish(token)).toMatchObject({ status: 200 });
  }
  expect(browser.client.cookies()).toBe('');
});

test('a browser has the cookies of the newest four sign-ins', async ({ server, idp, provider }) => {
  const given = await givenExternalLocation(server, provider);
  const token = await given.startedToken();
  const browser = openEdgeBrowser(server);
  const urls: string[] = [];
  for (let tab = 0; tab < 6; tab += 1) urls.push((await browser.begin({ type: 'mfa', state: token })).url);
  expect(browser.client.cookies().split('; ')).toHaveLength(8);
  idp.account = given.account;
  const finish = (tab: number) => browser.finishConnect(idp.authorize(urls[tab] ?? ''));
  expect(await finish(1)).toMatchObject({ status: 400, body: { code: 'openid_state_invalid' } });
  expect(await finish(2)).toMatchObject({ status: 200 });
});

test('an attempt lasts five minutes, and the fifth from the same address replaces one that no browser opened', async () => {
  await using server = await startTestServer(localProviders);
  await server.given.admin();
  await using idp = await startHostileProvider();
  const given = await givenExternalLocation(server, await givenProvider(server, idp));
  const first = await given.startedToken();
  let token = '';
  for (let attempt = 0; attempt < 4; attempt += 1) token = await given.startedToken();
  expect(await openEdgeBrowser(server).begin({ type: 'mfa', state: first })).toMatchObject(missing);
  expect(await openEdgeBrowser(server).confirm(idp, given.account, token)).toMatchObject({ status: 200 });
  server.clock.advance({ minutes: 5, seconds: 1 });
  expect(await given.finish(token)).toMatchObject({ status: 400, body: { error: 'invalid token' } });
});

test('strangers behind the address of the owner do not end an attempt that was opened in a browser', async ({
  server,
  idp,
  provider,
}) => {
  const given = await givenExternalLocation(server, provider);
  const [token, unopened] = [await given.startedToken(), await given.startedToken()];
  const browser = openEdgeBrowser(server);
  const { url } = await browser.begin({ type: 'mfa', state: token });
  // a stranger opens attempts too
  for (let attempt = 0; attempt < 20; attempt += 1)
    await openEdgeBrowser(server).begin({ type: 'mfa', state: await given.startedToken() });
  for (let attempt = 0; attempt < 20; attempt += 1) await given.startedToken();
  expect(await given.finish(unopened)).toMatchObject(missing);
  idp.account = given.account;
  expect(await browser.finishConnect(idp.authorize(url))).toMatchObject({ status: 200 });
  for (let attempt = 0; attempt < 20; attempt += 1) await given.startedToken();
  expect(await given.finish(token)).toMatchObject({ status: 200 });
});

test('an attempt in a location that changed its mode is refused', async ({ server, idp, provider }) => {
  const given = await givenExternalLocation(server, provider);
  const token = await given.startedToken();
  const browser = openEdgeBrowser(server);
  const begun = await browser.begin({ type: 'mfa', state: token });
  await server.database.query(`update location set mfa_mode = 'internal' where id = $1`, [given.location.id]);
  expect(await browser.begin({ type: 'mfa', state: token })).toMatchObject(unauthorized);
  idp.account = given.account;
  expect(await browser.finishConnect(idp.authorize(begun.url))).toMatchObject({ status: 401 });
  expect(await given.finish(token)).toMatchObject({ status: 428 });
});

test('an owner who is disabled after the sign-in does not connect', async ({ server, idp, provider }) => {
  const given = await givenExternalLocation(server, provider);
  const token = await given.startedToken();
  expect(await openEdgeBrowser(server).confirm(idp, given.account, token)).toMatchObject({ status: 200 });
  const fresh = await givenAccount(server, { isAdmin: true });
  await fresh.call(updateUser, { params: { username: given.una.username }, body: { is_active: false } });
  expect(await given.finish(token)).toMatchObject(missing);
});

test('a provider that fails leaves the attempt to another try', async ({ server, idp, provider }) => {
  const given = await givenExternalLocation(server, provider);
  const token = await given.startedToken();
  const browser = openEdgeBrowser(server);
  idp.routes.set('/token', (_, response) => void response.writeHead(500).end());
  expect(await browser.confirm(idp, given.account, token)).toMatchObject(unauthorized);
  expect(await given.finish(token)).toMatchObject(pending);
  idp.routes.clear();
  expect(await browser.confirm(idp, given.account, token)).toMatchObject({ status: 200 });
});

type End = (given: {
  readonly server: TestServer;
  readonly idp: HostileProvider;
  readonly name: string;
  readonly username: string;
}) => Promise<unknown>;

const change = async ({ server, idp, name }: Parameters<End>[0], changes: object) => {
  const fresh = await givenAccount(server, { isAdmin: true });
  const body = { name, base_url: idp.issuer, client_id: idp.client.id, ...changes };
  return fresh.call(updateProvider, { params: { name }, body });
};

test.for([
  [
    'the removed link',
    async ({ server, username }) => {
      const fresh = await givenAccount(server, { isAdmin: true });
      const [link] = await fresh.call(listExternalIdentities, { params: { username } });
      const params = { username, id: String(link?.id) };
      await fresh.call(unlinkExternalIdentity, { params, query: { last_credential: 'remove' } });
    },
    'owner',
  ],
  ['the provider that is turned off', (given) => change(given, { enabled: false }), 'all'],
  ['another client of the provider', (given) => change(given, { client_id: 'other' }), 'all'],
  [
    'the deleted provider',
    async ({ server, name }) =>
      (await givenAccount(server, { isAdmin: true })).call(deleteProvider, { params: { name } }),
    'all',
  ],
  [
    'an emergency stop',
    async ({ server, username }) =>
      (await givenAccount(server, { isAdmin: true })).call(stopUser, {
        params: { username },
        body: { disable: false },
      }),
    'owner',
  ],
] as const satisfies readonly (readonly [string, End, 'owner' | 'all'])[])(
  'a session ends with %s, and so does an approval of another owner if it concerns all',
  async ([, end, concerned], { server, idp, provider }) => {
    const given = await givenExternalLocation(server, provider);
    const other = await givenExternalLocation(server, provider);
    const approved = async ({ startedToken, account }: typeof given) => {
      const token = await startedToken();
      expect(await openEdgeBrowser(server).confirm(idp, account, token)).toMatchObject({ status: 200 });
      return token;
    };
    expect(await given.finish(await approved(given))).toMatchObject({ status: 200 });
    const waiting = await approved(other);
    await end({ server, idp, name: provider.name, username: given.una.username });
    expect(await given.sessions()).toEqual([]);
    expect(await other.finish(waiting)).toMatchObject(concerned === 'all' ? missing : { status: 200 });
  },
);

test('an approval that no client has collected ends with the link', async ({ server, idp, provider }) => {
  const given = await givenExternalLocation(server, provider);
  const token = await given.startedToken();
  expect(await openEdgeBrowser(server).confirm(idp, given.account, token)).toMatchObject({ status: 200 });
  const fresh = await givenAccount(server, { isAdmin: true });
  const { username } = given.una;
  const [link] = await fresh.call(listExternalIdentities, { params: { username } });
  const params = { username, id: String(link?.id) };
  await fresh.call(unlinkExternalIdentity, { params, query: { last_credential: 'remove' } });
  expect(await given.finish(token)).toMatchObject(missing);
});

test('says who cannot sign in at a provider', async ({ server, provider }) => {
  const given = await givenExternalLocation(server, provider);
  const other = await server.given.user();
  const params = { id: String(given.location.id) };
  const preview = await given.admin.call(previewLocationMfa, { params });
  expect(preview).toMatchObject({ has_provider: true });
  expect(preview.without_provider).toBeLessThan(preview.people);
  expect(preview.names_without_provider).not.toContain(given.una.username);
  const obstacleOf = async (username: string) =>
    (await given.admin.call(listUserAccess, { params: { username } })).find(
      ({ location_id }) => location_id === given.location.id,
    )?.obstacle;
  expect(await obstacleOf(given.una.username)).toBeNull();
  expect(await obstacleOf(other.username)).toBe('second_factor_required');
  await server.database.query('update identity_provider set links_by_email = true');
  expect(await obstacleOf(other.username)).toBeNull();
});
