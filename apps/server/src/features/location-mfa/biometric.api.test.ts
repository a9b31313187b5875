import { deleteDevice, updateDevice } from '@gatewarden/contract/devices';
import { stopUser } from '@gatewarden/contract/emergency-stop';
import { previewLocationMfa } from '@gatewarden/contract/location-mfa';
import { disableMfa } from '@gatewarden/contract/mfa';
import { updateUser } from '@gatewarden/contract/users';
import { expect } from 'vitest';
import { givenAccount } from '../../../test/given/accounts.ts';
import { connectMethods, givenPhone, givenProtected } from '../../../test/given/connect.ts';
import { latestEntry } from '../../../test/given/latest-entry.ts';
import { newKeys, removeNetwork } from '../../../test/given/network.ts';
import { type TestServer, test } from '../../../test/harness.ts';

test.beforeEach(({ server }) => removeNetwork(server));

const unavailable = { status: 400, body: { error: 'selected MFA method not available' } };
const unauthorized = { status: 401, body: { error: 'unauthorized' } };
const missing = { status: 400, body: { error: 'login session not found' } };

async function givenUnlockedPhone(server: TestServer) {
  const given = await givenProtected(server);
  const phone = await givenPhone(server, given.una);
  const startOf = (publicKey: string) => given.start(connectMethods.biometric, publicKey);
  return { ...given, phone, startOf, start: () => startOf(phone.publicKey) };
}

test('a phone connects with a signature of its key, and its peer has the preshared key', async ({ server }) => {
  const { location, una, phone, start, finish, sessions } = await givenUnlockedPhone(server);
  await using gateway = await server.connectGateway(location);
  const { status, body } = await start();
  const challenge = expect.stringMatching(/^[0-9A-Za-z]{44}$/);
  expect({ status, body }).toEqual({ status: 200, body: { token: expect.any(String), challenge } });
  const finished = await finish(body['token'], phone.signature(body['challenge']));
  expect(finished).toMatchObject({ status: 200, body: { preshared_key: expect.any(String), token: null } });
  await gateway.until(({ state }) => {
    return state?.peers.get(phone.publicKey)?.presharedKey === finished.body['preshared_key'];
  });
  expect(await sessions()).toMatchObject([{ device_id: phone.id, username: una.username, method: 'biometric' }]);
  expect(await latestEntry(server, 'vpn_client_connected_mfa')).toMatchObject({ username: una.username });
});

test('the signature of a challenge is valid once, and only for the attempt with this challenge', async ({ server }) => {
  const { phone, start, finish } = await givenUnlockedPhone(server);
  const former = await start();
  const { body } = await start();
  const signature = phone.signature(body['challenge']);
  expect(await finish(former.body['token'], signature)).toMatchObject(unauthorized);
  expect(await finish(body['token'], phone.signature(former.body['challenge']))).toMatchObject(unauthorized);
  const answers = await Promise.all(Array.from({ length: 10 }, () => finish(body['token'], signature)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  expect(await finish(body['token'], signature)).toMatchObject(missing);
});

test('wrong signatures are refused and logged, and do not make the owner wait', async ({ server }) => {
  const { una, phone, start, finish } = await givenUnlockedPhone(server);
  const { body } = await start();
  const signature = phone.signature(body['challenge']);
  for (const code of ['000000', phone.signature('other'), signature.slice(0, 40), `${signature}AAAA`, '\u0000', '𐏿'])
    expect(await finish(body['token'], code)).toMatchObject(unauthorized);
  expect(await latestEntry(server, 'vpn_client_mfa_failed')).toMatchObject({ username: una.username });
  expect(await finish(body['token'], signature)).toMatchObject({ status: 200 });
});

test('an attempt without a signature is refused', async ({ server }) => {
  const { client, start, finish } = await givenUnlockedPhone(server);
  const { token } = (await start()).body;
  const invalid = { status: 400, body: { error: 'invalid token' } };
  for (const code of ['', null])
    expect(await client.post('/client-mfa/finish', { token, code })).toMatchObject(invalid);
  expect(await client.post('/client-mfa/finish', { token })).toMatchObject(invalid);
  expect(await client.post('/client-mfa/finish', { token, code: 1 })).toMatchObject({ status: 422 });
  expect(await finish(token, 'A'.repeat(257))).toMatchObject({ status: 422 });
});

test('the key of another phone of the user proves nothing', async ({ server }) => {
  const { una, publicKey, phone, start, startOf, finish } = await givenUnlockedPhone(server);
  const other = await givenPhone(server, una);
  const { body } = await start();
  expect(await finish(body['token'], other.signature(body['challenge']))).toMatchObject(unauthorized);
  // a device without a key of its own
  expect(await startOf(publicKey)).toMatchObject(unavailable);
  expect(await finish(body['token'], phone.signature(body['challenge']))).toMatchObject({ status: 200 });
});

test('a phone whose key was replaced or removed, or whose owner is disabled, is refused', async ({ server }) => {
  const { una, phone, start, finish } = await givenUnlockedPhone(server);
  const first = await start();
  const current = await phone.register();
  expect(await finish(first.body['token'], phone.signature(first.body['challenge']))).toMatchObject(unauthorized);
  const second = await start();
  const params = { id: String(phone.id) };
  const body = { name: 'Phone', description: null, wireguard_pubkey: newKeys().publicKey };
  await una.call(updateDevice, { params, body });
  const ended = { status: 400, body: { error: 'login session not found' } };
  expect(await finish(second.body['token'], current.signature(second.body['challenge']))).toMatchObject(ended);
  const next = await givenUnlockedPhone(server);
  const third = await next.start();
  const fresh = await givenAccount(server, { isAdmin: true });
  await fresh.call(updateUser, { params: { username: next.una.username }, body: { is_active: false } });
  expect(await finish(third.body['token'], next.phone.signature(third.body['challenge']))).toMatchObject(missing);
  expect(await next.start()).toMatchObject(unauthorized);
});

test.for([
  ['another key of the phone', ({ phone }) => phone.register()],
  ['removed factors', ({ fresh, una }) => fresh.call(disableMfa, { params: { username: una.username } })],
  [
    'an emergency stop',
    ({ fresh, una }) => fresh.call(stopUser, { params: { username: una.username }, body: { disable: false } }),
  ],
  ['the removal of the phone', ({ una, phone }) => una.call(deleteDevice, { params: { id: String(phone.id) } })],
] as const satisfies readonly [
  string,
  (
    given: Awaited<ReturnType<typeof givenUnlockedPhone>> & { fresh: Awaited<ReturnType<typeof givenAccount>> },
  ) => unknown,
][])('the session of a phone ends with %s', async ([, end], { server }) => {
  const given = await givenUnlockedPhone(server);
  const { body } = await given.start();
  await given.finish(body['token'], given.phone.signature(body['challenge']));
  expect(await given.sessions()).toHaveLength(1);
  await end({ ...given, fresh: await givenAccount(server, { isAdmin: true }) });
  expect(await given.sessions()).toEqual([]);
});

test('a person with a phone can connect to a location that requires a second factor', async ({ server }) => {
  const admin = await server.given.admin();
  const location = await server.given.location();
  const preview = () => admin.call(previewLocationMfa, { params: { id: String(location.id) } });
  const before = await preview();
  const una = await server.given.user();
  expect((await preview()).without_factor).toBe(before.without_factor + 1);
  await givenPhone(server, una);
  expect((await preview()).without_factor).toBe(before.without_factor);
});
