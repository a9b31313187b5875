import { signIn } from '@gatewarden/contract/auth';
import { listOwnConnections } from '@gatewarden/contract/browser-connect';
import { updateDevice } from '@gatewarden/contract/devices';
import {
  listExternalIdentities,
  unlinkExternalIdentity,
  updateProvider,
} from '@gatewarden/contract/identity-providers';
import { endLocationSession } from '@gatewarden/contract/location-mfa';
import { getUser } from '@gatewarden/contract/users';
import { expect } from 'vitest';
import { givenAccount } from '../../../test/given/accounts.ts';
import { givenProgram } from '../../../test/given/api-tokens.ts';
import { openEdgeBrowser } from '../../../test/given/edge-openid.ts';
import { givenExternalLocation } from '../../../test/given/external-connect.ts';
import { password } from '../../../test/given/given.ts';
import { latestEntry } from '../../../test/given/latest-entry.ts';
import { newKeys, removeNetwork } from '../../../test/given/network.ts';
import {
  givenExternalIdentity,
  givenProvider,
  localProviders,
  newAccount,
  openConsole,
} from '../../../test/given/openid.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { type HostileProvider, startHostileProvider } from '../../../test/openid-provider/hostile-provider.ts';
import { startRealProvider } from '../../../test/openid-provider/real-provider.ts';
import { providerTest as test } from '../../../test/provider-test.ts';

type External = Awaited<ReturnType<typeof givenExternalLocation>>;

/** The browser of a signed-in person at the console of a core. */
function openAt(
  server: Pick<TestServer, 'url'>,
  { location, device }: External,
  caller: { cookie: string | undefined },
) {
  const browser = openConsole(server.url);
  browser.setCookie(`${caller.cookie}; path=/`);
  const begin = (body: object = {}) =>
    browser.api('POST', `/network/${location.id}/sessions/${device.id}/openid`, body);
  return {
    ...browser,
    begin,
    begun: async (body: object = {}) => String((await begin(body)).body['url']),
    finish: (answer: object) => browser.api('POST', '/connect/openid', answer),
    /** Signs the account in at the provider. */
    async confirm(idp: HostileProvider, account: Record<string, unknown>, body: object = {}) {
      const url = String((await begin(body)).body['url']);
      idp.account = { ...account };
      return browser.api('POST', '/connect/openid', idp.authorize(url));
    },
  };
}

const invalidState = { status: 400, body: { code: 'openid_state_invalid' } };
const mismatch = { status: 403, body: { code: 'connect_account_mismatch' } };
const seconds = (date: Date) => Math.floor(date.getTime() / 1000);

test('the owner authorizes a device without a client after a fresh sign-in at a certified provider', async ({
  server,
  replica,
}) => {
  await removeNetwork(server);
  await server.given.admin();
  await server.database.query('delete from identity_provider');
  const callbackUrl = `http://localhost:${new URL(server.url).port}/auth/callback`;
  await using idp = await startRealProvider([callbackUrl], () => server.clock.now());
  const provider = await givenProvider(server, idp, { display_name: 'Company' });
  const given = await givenExternalLocation(server, provider, { mfa_session_hours: 2 });
  await using gateway = await server.connectGateway(given.location);
  const { una } = given;
  const row = { device: 'Laptop', mfa_mode: 'external', provider: 'Company', session: null };
  expect(await una.call(listOwnConnections, {})).toMatchObject([row]);
  const { devices } = await una.call(getUser, { params: { username: una.username } });
  expect(devices[0]?.networks).toMatchObject([{ can_authorize: true }]);
  idp.account = { sub: `subject ${una.id}`, claims: {} };
  const browser = openAt(server, given, una);
  const url = await browser.begun();
  const query = new URL(url).searchParams;
  expect([query.get('prompt'), query.get('max_age')]).toEqual(['login', '0']);
  expect(query.get('state')).toMatch(/^connect\.[A-Za-z0-9_-]{43}$/);
  const callback = await browser.followTo(url, callbackUrl);
  const answer = Object.fromEntries(callback.searchParams);
  const finished = await browser.finish(answer);
  expect(finished).toMatchObject({ status: 200, body: { device_id: given.device.id, location_id: given.location.id } });
  await gateway.until(({ state }) => state?.peers.has(given.publicKey) === true);
  expect(gateway.state?.peers.get(given.publicKey)).not.toHaveProperty('presharedKey');
  const session = { method: 'external', has_preshared_key: false, expires_at: finished.body['expires_at'] };
  expect(await una.call(listOwnConnections, {})).toMatchObject([{ session }]);
  expect(await latestEntry(server, 'vpn_client_connected_mfa')).toMatchObject({ username: una.username });

  // a page that was reloaded before it received the answer, at another core
  const reloaded = openAt(replica, given, una);
  const cookie = `gatewarden_connect_${String(answer['state']).slice('connect.'.length, 'connect.'.length + 8)}`;
  reloaded.setCookie(`${cookie}=${browser.cookie(cookie)}; path=/`);
  expect(await reloaded.finish(answer)).toEqual(finished);
  const events = (await server.events()).filter(({ type }) => type === 'location-mfa.connected');
  expect(events.at(-1)).toMatchObject({ payload: { method: 'external', inBrowser: true, withoutPresharedKey: true } });
  expect(await given.sessions()).toHaveLength(1);
  await una.call(endLocationSession, { params: { id: String(given.location.id), deviceId: String(given.device.id) } });
  expect(await browser.finish(answer)).toMatchObject(invalidState);
  expect(await given.sessions()).toEqual([]);
});

test('another account is refused and logged, nothing of it changes, and the owner can try again', async ({
  server,
  idp,
  provider,
}) => {
  const given = await givenExternalLocation(server, provider);
  const browser = openAt(server, given, given.una);
  const other = await server.given.user();
  await givenExternalIdentity(server, other.id, provider.name);
  const stranger = newAccount();
  for (const account of [{ sub: `subject ${other.id}` }, stranger, { sub: 'without an address' }]) {
    expect(await browser.confirm(idp, account)).toMatchObject(mismatch);
    expect(await latestEntry(server, 'vpn_client_mfa_failed')).toMatchObject({
      description: expect.stringContaining(given.una.username),
    });
  }
  const [created] = await server.database.query('select from "user" where username = $1', [
    (stranger as { preferred_username?: string }).preferred_username,
  ]);
  expect(created).toBeUndefined();
  expect(await given.sessions()).toEqual([]);
  expect(await browser.confirm(idp, given.account)).toMatchObject({ status: 200 });
});

test('an account that is not linked yet is named, unless the provider may link it by the address', async ({
  server,
  idp,
  provider,
}) => {
  const given = await givenExternalLocation(server, provider);
  await server.database.query('delete from external_identity where user_id = $1', [given.una.id]);
  const account = newAccount({ email: `${given.una.username}@example.com` });
  const browser = openAt(server, given, given.una);
  expect(await browser.confirm(idp, account)).toMatchObject({ status: 409, body: { code: 'openid_account_exists' } });
  const fresh = await givenAccount(server, { isAdmin: true });
  const params = { name: provider.name };
  const body = { name: provider.name, base_url: idp.issuer, client_id: idp.client.id, link_by_email: true };
  await fresh.call(updateProvider, { params, body });
  expect(await browser.confirm(idp, account)).toMatchObject({ status: 200 });
});

test('only the browser and the user that began it can finish it, once and in time', async () => {
  await using server = await startTestServer(localProviders);
  await server.given.admin();
  await using idp = await startHostileProvider();
  const given = await givenExternalLocation(server, await givenProvider(server, idp));
  const browser = openAt(server, given, given.una);
  idp.account = given.account;
  const answer = idp.authorize(await browser.begun());
  expect(await openAt(server, given, given.una).finish(answer)).toMatchObject(invalidState);
  const state = `${answer.state.slice(0, 16)}${'A'.repeat(35)}`;
  for (const changed of ['x', 'connect.', `connect.${answer.state}`, answer.state.slice(8), state])
    expect(await browser.finish({ ...answer, state: changed })).toMatchObject(invalidState);
  // another user in the same browser
  const other = await server.given.user();
  const session = String(given.una.cookie);
  browser.setCookie(`${other.cookie}; path=/`);
  expect(await browser.finish(answer)).toMatchObject(invalidState);
  browser.setCookie(`${session}; path=/`);
  const answers = await Promise.all(Array.from({ length: 50 }, () => browser.finish(answer)));
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  const events = (await server.events()).filter(({ type }) => type === 'location-mfa.connected');
  expect(events).toHaveLength(1);
  const late = idp.authorize(await browser.begun());
  server.clock.advance({ minutes: 10, seconds: 1 });
  expect(await browser.finish(late)).toMatchObject(invalidState);
  // neither at the edge
  const token = await given.startedToken();
  const edge = openEdgeBrowser(server);
  await edge.begin({ type: 'mfa', state: token });
  const console = idp.authorize(await browser.begun());
  expect(await edge.finishConnect(console)).toMatchObject({ status: 400, body: { error: 'invalid state' } });
});

test('an earlier sign-in at the provider is refused, and another try is possible', async ({
  server,
  idp,
  provider,
}) => {
  const given = await givenExternalLocation(server, provider);
  const browser = openAt(server, given, given.una);
  const now = seconds(server.clock.now());
  const confirm = (auth_time: unknown) => browser.confirm(idp, { ...given.account, auth_time });
  for (const time of [now - 45, now - 86_400])
    expect(await confirm(time)).toMatchObject({ status: 403, body: { code: 'openid_sign_in_stale' } });
  expect(await confirm(now - 10)).toMatchObject({ status: 200 });
});

test('a provider that fails is named as the cause, and another try is possible', async ({ server, idp, provider }) => {
  const given = await givenExternalLocation(server, provider);
  const browser = openAt(server, given, given.una);
  idp.routes.set('/token', (_, response) => void response.writeHead(500).end());
  expect(await browser.confirm(idp, given.account)).toMatchObject({
    ...{ status: 502, body: { code: expect.stringMatching(/^openid_(answer_invalid|provider_unreachable)$/) } },
  });
  idp.routes.clear();
  expect(await browser.confirm(idp, given.account)).toMatchObject({ status: 200 });
  await server.database.query(`update identity_provider set base_url = 'http://127.0.0.1:1'`);
  expect(await browser.begin()).toMatchObject({ status: 502, body: { code: 'openid_provider_unreachable' } });
  await server.database.query('update identity_provider set is_enabled = false');
  expect(await browser.begin()).toMatchObject({ status: 404, body: { code: 'openid_provider_not_found' } });
  expect(await given.una.call(listOwnConnections, {})).toMatchObject([{ provider: null }]);
});

test('a browser can have the newest four sign-ins open', async ({ server, idp, provider }) => {
  const given = await givenExternalLocation(server, provider);
  const browser = openAt(server, given, given.una);
  const urls: string[] = [];
  for (let tab = 0; tab < 6; tab += 1) urls.push(await browser.begun());
  idp.account = given.account;
  const finish = (tab: number) => browser.finish(idp.authorize(urls[tab] ?? ''));
  expect(await finish(1)).toMatchObject(invalidState);
  expect(await finish(2)).toMatchObject({ status: 200 });
  expect(await finish(5)).toMatchObject({ status: 200 });
});

test('only the owner begins it, in a location that asks for a provider, and programs do not', async ({
  server,
  provider,
}) => {
  const given = await givenExternalLocation(server, provider);
  const hidden = { status: 404, body: { code: 'device_not_found' } };
  for (const caller of [given.admin, await server.given.user()])
    expect(await openAt(server, given, caller).begin()).toMatchObject(hidden);
  const path = `/network/${given.location.id}/sessions/${given.device.id}/openid`;
  const program = await givenProgram(server, given.una);
  const init = { body: '{}', headers: { 'content-type': 'application/json' } };
  expect((await program.send('POST', path, init)).status).toBe(403);
  await server.database.query(`update location set mfa_mode = 'internal' where id = $1`, [given.location.id]);
  const browser = openAt(server, given, given.una);
  expect(await browser.begin()).toMatchObject({ status: 400, body: { code: 'connect_method_unavailable' } });
});

test('a device with a client is authorized only if the owner says so', async ({ server, idp, provider }) => {
  const given = await givenExternalLocation(server, provider);
  const token = await given.startedToken();
  await openEdgeBrowser(server).confirm(idp, given.account, token);
  expect(await given.finish(token)).toMatchObject({ status: 200 });
  const browser = openAt(server, given, given.una);
  expect(await browser.begin()).toMatchObject({ status: 409, body: { code: 'connect_client_used' } });
  expect(await browser.confirm(idp, given.account, { without_client: true })).toMatchObject({ status: 200 });
  expect(await given.una.call(listOwnConnections, {})).toMatchObject([{ session: { has_preshared_key: false } }]);
});

test('a location or device that changes during the sign-in is refused', async ({ server, idp, provider }) => {
  const given = await givenExternalLocation(server, provider);
  const browser = openAt(server, given, given.una);
  idp.account = given.account;
  const refused = { status: 403, body: { code: 'connect_refused' } };
  const first = idp.authorize(await browser.begun());
  await server.database.query(`update location set mfa_mode = 'internal' where id = $1`, [given.location.id]);
  expect(await browser.finish(first)).toMatchObject(refused);
  await server.database.query(`update location set mfa_mode = 'external' where id = $1`, [given.location.id]);
  const second = idp.authorize(await browser.begun());
  await server.database.query('delete from device where id = $1', [given.device.id]);
  expect(await browser.finish(second)).toMatchObject(refused);
});

test('the session ends with the link and with another key of the device', async ({ server, idp, provider }) => {
  const given = await givenExternalLocation(server, provider);
  const { una, device } = given;
  const browser = openAt(server, given, una);
  expect(await browser.confirm(idp, given.account)).toMatchObject({ status: 200 });
  const body = { name: 'Laptop', description: null, wireguard_pubkey: newKeys().publicKey };
  await una.call(updateDevice, { params: { id: String(device.id) }, body });
  expect(await given.sessions()).toEqual([]);
  expect(await browser.confirm(idp, given.account)).toMatchObject({ status: 200 });
  const fresh = await givenAccount(server, { isAdmin: true });
  const { username } = una;
  const [link] = await fresh.call(listExternalIdentities, { params: { username } });
  const params = { username, id: String(link?.id) };
  await fresh.call(unlinkExternalIdentity, { params, query: { last_credential: 'remove' } });
  expect(await given.sessions()).toEqual([]);
});

test('a sign-in authorizes only the key that the device had, and only in the session in which it began', async ({
  server,
  idp,
  provider,
}) => {
  const given = await givenExternalLocation(server, provider);
  const { una, device } = given;
  const browser = openAt(server, given, una);
  idp.account = { sub: `subject ${una.id}` };
  const url = await browser.begun();
  const name = 'Laptop';
  await una.call(updateDevice, {
    params: { id: String(device.id) },
    body: { name, wireguard_pubkey: newKeys().publicKey },
  });
  expect(await browser.finish(idp.authorize(url))).toMatchObject({ status: 403, body: { code: 'connect_refused' } });
  const second = await browser.begun();
  const answer = idp.authorize(second);
  const elsewhere = server.stranger();
  await elsewhere.call(signIn, { body: { username: una.username, password } });
  browser.setCookie(`${elsewhere.cookie}; path=/`);
  expect(await browser.finish(answer)).toMatchObject(invalidState);
  expect(await given.sessions()).toEqual([]);
});
