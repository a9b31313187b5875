import { listActivity } from '@gatewarden/contract/activity-log';
import { getMe, listSessions, signIn } from '@gatewarden/contract/auth';
import {
  addAuthKey,
  deleteAuthKey,
  listAuthKeys,
  listAuthorizedKeys,
  restoreAuthKey,
} from '@gatewarden/contract/auth-keys';
import { addDevice, deleteDevice, getDevice, switchOnDevice, updateDevice } from '@gatewarden/contract/devices';
import {
  getLastStop,
  listStopGateways,
  listSuspended,
  previewStop,
  stopUser,
} from '@gatewarden/contract/emergency-stop';
import { disableMfa, disableOwnMfa, signInWithRecoveryCode, signInWithTotp } from '@gatewarden/contract/mfa';
import { addNetworkDevice, listNetworkDevices, restartNetworkDevice } from '@gatewarden/contract/network-devices';
import {
  removeSecurityKey,
  restoreSecurityKey,
  signInWithSecurityKey,
  startSecurityKeySignIn,
} from '@gatewarden/contract/security-keys';
import { getUser, updateUser } from '@gatewarden/contract/users';
import { describe, expect, it } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import { eventsAbout } from '../../../test/events-about.ts';
import { givenProgram } from '../../../test/given/api-tokens.ts';
import { type Person, password } from '../../../test/given/given.ts';
import { networkDeviceBody, newKeys, removeNetwork } from '../../../test/given/network.ts';
import { givenSecurityKey } from '../../../test/given/security-keys.ts';
import { newSshKey } from '../../../test/given/ssh-keys.ts';
import { givenTotp } from '../../../test/given/totp.ts';
import { startTestServer, type TestServer, test } from '../../../test/harness.ts';
import { openConsole } from '../../../test/live-console.ts';
import { stopIntervals } from '../../../test/stop-intervals.ts';

const at = (replica: TestServer, { cookie }: { cookie: string | undefined }) => createCaller(replica.url, cookie);

function stop(by: Person, { username }: { username: string }, choice: { disable?: boolean; devices?: boolean } = {}) {
  return by.try(stopUser, { params: { username }, body: { disable: false, ...choice } });
}

function statesFor(by: Person, { username }: { username: string }) {
  return by.call(listStopGateways, { params: { username } });
}

/** A location that only these users may use: devices of other tests are not in it. */
async function givenLocationOf(server: TestServer, ...members: readonly Person[]) {
  const group = await server.given.group({ members: members.map(({ username }) => username) });
  return server.given.location({ allowed_groups: [group.name] });
}

/** The payload of the event of a stop by an administrator. */
async function storedStop(server: TestServer, person: Person) {
  return (await eventsAbout(server, person)).find(({ type }) => type === 'user.stopped')?.payload;
}

/** The log entries of stops of the user, the latest first. */
async function loggedStops(admin: Person, { username }: Person) {
  const { data } = await admin.call(listActivity, { query: { event: ['signed_out_everywhere', 'user_stopped'] } });
  return data.filter((entry) => entry.names['user'] === username || entry.username === username);
}

it('ends sessions, tokens and tunnels on every replica immediately, and returns when each gateway confirmed', async () => {
  stopIntervals();
  await using server = await startTestServer();
  await using replica = await server.startReplica();
  const [admin, user, other] = [await server.given.admin(), await server.given.user(), await server.given.user()];
  const location = await server.given.location({ name: 'Berlin' });
  await server.given.device(user);
  const { publicKey: kept } = await server.given.device(other);
  await using gateway = await server.connectGateway(location);
  await using away = await server.connectGateway(location, { name: 'spare' });
  await away.disconnect();
  await expect.poll(async () => (await server.events()).map(({ type }) => type)).toContain('gateway.disconnected');
  // the gateway is connected to the other replica
  await gateway.connect(replica);
  const program = await givenProgram(server, user);
  await using console = await openConsole(at(replica, user));

  const answer = await stop(admin, user, { disable: true });
  expect(answer).toMatchObject({ status: 200, body: { sessions: 1, tokens: 1, devices: 1 } });
  expect(await console.ended).toBe('by core');
  await gateway.until(({ state }) => state?.peers.size === 1);
  expect([...(gateway.state?.peers.keys() ?? [])]).toEqual([kept]);
  const told = { network_id: location.id, network_name: 'Berlin' };
  const confirmed = { ...told, uid: gateway.id, gateway: 'edge-1', state: 'confirmed', milliseconds: 0 };
  const waits = { ...told, uid: away.id, gateway: 'spare', state: 'away', milliseconds: null };
  await expect.poll(() => statesFor(admin, user)).toEqual([confirmed, waits]);
  for (const core of [server, replica]) {
    expect((await at(core, user).try(getMe, {})).status).toBe(401);
    expect((await createCaller(core.url, undefined, program.token).try(getMe, {})).status).toBe(401);
  }
  const word = { body: { username: user.username, password } };
  expect((await server.stranger().try(signIn, word)).status).toBe(401);

  server.clock.advance({ seconds: 20 });
  await away.connect(replica);
  await expect
    .poll(() => statesFor(admin, user))
    .toEqual([confirmed, { ...waits, state: 'confirmed', milliseconds: 20_000 }]);
});

test('leaves devices switched off until each is switched on again, also when the account changes', async ({
  server,
}) => {
  const [admin, user] = [await server.given.admin(), await server.given.user()];
  const location = await givenLocationOf(server, user);
  const [laptop, phone] = [await server.given.device(user), await server.given.device(user)];
  await server.database.query("update device set created_at = created_at - interval '8 days'");
  await using gateway = await server.connectGateway(location);
  await stop(admin, user, { disable: true });
  await gateway.until(({ state }) => state?.peers.size === 0);
  const params = { username: user.username };
  await admin.call(updateUser, { params, body: { is_active: true } });
  const back = server.stranger();
  await back.call(signIn, { body: { username: user.username, password } });
  expect((await back.call(getUser, { params })).devices.map(({ stopped_at }) => stopped_at)).not.toContain(null);
  const again = await back.call(switchOnDevice, { params: { id: String(phone.device.id) } });
  expect(again).toMatchObject({ id: phone.device.id, stopped_at: null });
  await gateway.until(({ state }) => state?.peers.size === 1);
  expect([...(gateway.state?.peers.keys() ?? [])]).toEqual([phone.publicKey]);
  const off = await admin.call(getDevice, { params: { id: String(laptop.device.id) } });
  expect(off.stopped_at).not.toBeNull();
});

it('suspends keys of the last week until an administrator restores each, also when the account is enabled', async () => {
  await using server = await startTestServer({ now: '2030-01-01T12:00:00Z' });
  const [admin, user] = [await server.given.admin(), await server.given.user()];
  const params = { username: user.username };
  const addKey = (name: string) => user.call(addAuthKey, { params, body: { name, key: newSshKey(), key_type: 'ssh' } });
  await addKey('old');
  server.clock.advance({ hours: 8 * 24 });
  const caller = server.stranger();
  await caller.call(signIn, { body: { username: user.username, password } });
  await caller.call(addAuthKey, { params, body: { name: 'new', key: newSshKey(), key_type: 'ssh' } });
  const proved = server.stranger();
  await proved.call(signIn, { body: { username: admin.username, password } });
  await proved.call(stopUser, { params, body: { disable: true } });
  await proved.call(updateUser, { params, body: { is_active: true } });

  const served = async () => String(await server.stranger().call(listAuthorizedKeys, { query: params }));
  expect(await served()).toMatch(/ old$/m);
  expect(await served()).not.toMatch(/ new$/m);
  const keys = await proved.call(listAuthKeys, { params });
  expect(keys.map(({ name, suspended_at }) => [name, suspended_at])).toEqual([
    ['old', null],
    ['new', '2030-01-09T12:00:00'],
  ]);
  const id = String(keys[1]?.id);
  const owner = server.stranger();
  await owner.call(signIn, { body: { username: user.username, password } });
  const refused = { status: 403, body: { code: 'access_denied' } };
  expect(await owner.try(restoreAuthKey, { params: { ...params, id } })).toMatchObject(refused);
  await proved.call(restoreAuthKey, { params: { ...params, id } });
  expect(await served()).toMatch(/ new$/m);
  expect((await server.events()).at(-1)).toMatchObject({
    type: 'auth-key.restored',
    payload: { owner: user.username },
  });
});

test('lets only administrators restore devices that were added or re-keyed in the last week', async ({ server }) => {
  const [admin, user] = [await server.given.admin(), await server.given.user()];
  await givenLocationOf(server, user);
  const [old, rekeyed, added] = [
    await server.given.device(user),
    await server.given.device(user),
    await server.given.device(user),
  ];
  await server.database.query("update device set created_at = created_at - interval '8 days' where id <> $1", [
    added.device.id,
  ]);
  const replaced = { name: rekeyed.device.name, wireguard_pubkey: newKeys().publicKey };
  await user.call(updateDevice, { params: { id: String(rekeyed.device.id) }, body: replaced });
  await stop(admin, user, { disable: true });
  const params = { username: user.username };
  await admin.call(updateUser, { params, body: { is_active: true } });

  const owner = server.stranger();
  await owner.call(signIn, { body: { username: user.username, password } });
  const { devices } = await owner.call(getUser, { params });
  expect(devices.map(({ suspended_at }) => suspended_at !== null)).toEqual([false, true, true]);
  await owner.call(switchOnDevice, { params: { id: String(old.device.id) } });
  const suspended = { status: 409, body: { code: 'device_suspended' } };
  const id = String(added.device.id);
  const same = { name: 'again', wireguard_pubkey: added.publicKey };
  expect(await owner.try(switchOnDevice, { params: { id } })).toMatchObject(suspended);
  expect(await owner.try(deleteDevice, { params: { id } })).toMatchObject(suspended);
  expect(
    await owner.try(updateDevice, { params: { id }, body: { ...same, wireguard_pubkey: newKeys().publicKey } }),
  ).toMatchObject(suspended);
  expect(await owner.try(addDevice, { params, body: same })).toMatchObject(suspended);
  expect(await admin.call(switchOnDevice, { params: { id } })).toMatchObject({ stopped_at: null, suspended_at: null });
  await owner.call(deleteDevice, { params: { id } });
});

describe('a stop that includes devices', () => {
  /** Network devices of the first administrator and of the one who is stopped, by who set the key and when. */
  async function givenNetworkDevices(server: TestServer) {
    const [admin, user] = [await server.given.admin(), await server.given.user({ groups: ['admin'] })];
    const location = await server.given.location({ allowed_groups: ['admin'] });
    const add = async (by: Person, name: string) =>
      (await by.call(addNetworkDevice, { body: networkDeviceBody(location.id, { name }) })).device;
    const [old, others] = [await add(user, 'old'), await add(admin, 'others')];
    const [rekeyed, enrolled] = [await add(admin, 'rekeyed'), await add(admin, 'enrolled')];
    await server.database.query("update device set created_at = created_at - interval '8 days'");
    const added = await add(user, 'added');
    const pubkey = newKeys().publicKey;
    await user.call(updateDevice, {
      params: { id: String(rekeyed.id) },
      body: { name: 'rekeyed', wireguard_pubkey: pubkey },
    });
    const { enrollment_token: token } = await user.call(restartNetworkDevice, { params: { id: String(enrolled.id) } });
    const { cookie, key } = { cookie: await startEnrollment(server, token), key: newKeys().publicKey };
    await postToEdge(server, '/enrollment/create_device', { pubkey: key }, cookie);
    const changed = [rekeyed.id, enrolled.id, added.id].toSorted((a, b) => a - b);
    return { admin, user, location, changed, unchanged: [old.wireguard_pubkey, others.wireguard_pubkey] };
  }
  const postToEdge = (server: TestServer, path: string, body: object, cookie = '') =>
    fetch(`http://127.0.0.1:${server.edgePort}/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    });
  const startEnrollment = async (server: TestServer, token: string) =>
    (await postToEdge(server, '/enrollment/start', { token })).headers.get('set-cookie') ?? '';

  test.for([[{ disable: false }], [{ disable: true }]] as const)(
    'with %o suspends network devices whose key the user set in the last week, and no others',
    async ([choice], { server }) => {
      await removeNetwork(server);
      const { admin, user, location, changed, unchanged } = await givenNetworkDevices(server);
      const params = { username: user.username };
      await using gateway = await server.connectGateway(location);
      expect(gateway.state?.peers.size).toBe(5);
      const preview = await admin.call(previewStop, { params });
      expect(preview).toMatchObject({ devices: 3, recent_devices: 3 });

      const { body } = await stop(admin, user, choice);
      expect(body).toMatchObject({ devices: 3, gateways: [{ uid: gateway.id }] });
      const expected = choice.disable ? unchanged.slice(1) : unchanged;
      await gateway.until(({ state }) => state?.peers.size === expected.length);
      expect([...(gateway.state?.peers.keys() ?? [])].toSorted()).toEqual(expected.toSorted());
      const items = await admin.call(listSuspended, { query: params });
      expect(items.map(({ kind }) => kind)).toEqual(['device', 'device', 'device']);
      expect(items.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(changed);
      const { suspended } = await admin.call(getUser, { params });
      expect(suspended.devices).toBe(3);
      expect(await admin.call(previewStop, { params })).toMatchObject({ devices: 0, recent_devices: 0 });

      if (choice.disable) await admin.call(updateUser, { params, body: { is_active: true } });
      await admin.call(switchOnDevice, { params: { id: String(changed[0]) } });
      await gateway.until(({ state }) => state?.peers.size === 3);
      expect(await admin.call(listSuspended, { query: params })).toHaveLength(2);
      const stopped = (await admin.call(listNetworkDevices, {})).filter((device) => device.stopped_at !== null);
      expect(stopped.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(changed.slice(1));
    },
  );

  test('leaves network devices in service if devices are not selected', async ({ server }) => {
    await removeNetwork(server);
    const { admin, user } = await givenNetworkDevices(server);
    expect((await stop(admin, user, { devices: false })).body).toMatchObject({ devices: 0 });
    expect(await admin.call(listSuspended, { query: { username: user.username } })).toEqual([]);
  });
});

it('lists suspended items of one user and of all for administrators', async () => {
  await using server = await startTestServer({ now: '2030-01-01T12:00:00Z' });
  const [admin, user, other] = [await server.given.admin(), await server.given.user(), await server.given.user()];
  await server.given.location();
  const { device, publicKey } = await server.given.device(user);
  await givenSecurityKey(server, user);
  const body = { name: 'server', key: newSshKey(), key_type: 'ssh' } as const;
  await other.call(addAuthKey, { params: { username: other.username }, body });
  for (const one of [user, other]) await stop(admin, one, { disable: true });
  const at = { added_at: '2030-01-01T12:00:00', suspended_at: '2030-01-01T12:00:00' };
  const ofUser = { user_id: user.id, username: user.username, ...at };
  const items = await admin.call(listSuspended, { query: { username: user.username } });
  expect(items).toEqual([
    { ...ofUser, kind: 'device', id: device.id, name: device.name, fingerprint: publicKey },
    { ...ofUser, kind: 'security_key', id: items[1]?.id, name: 'Blue key', fingerprint: null },
  ]);
  const all = await admin.call(listSuspended, { query: {} });
  expect(all.map(({ username, kind }) => [username, kind])).toContainEqual([other.username, 'ssh']);
  expect(all).toHaveLength(3);

  const suspendedOf = async ({ username }: { username: string }) =>
    (await admin.call(getUser, { params: { username } })).suspended;
  expect(await suspendedOf(user)).toEqual({ devices: 1, keys: 1, authenticator_app: false });
  expect(await suspendedOf(other)).toEqual({ devices: 0, keys: 1, authenticator_app: false });
  await admin.call(updateUser, { params: { username: user.username }, body: { is_active: true } });
  await admin.call(switchOnDevice, { params: { id: String(device.id) } });
  expect(await suspendedOf(user)).toEqual({ devices: 0, keys: 1, authenticator_app: false });
});

test('refuses to let owners delete or re-add a suspended SSH key', async ({ server }) => {
  const [admin, user] = [await server.given.admin(), await server.given.user()];
  const params = { username: user.username };
  const body = { name: 'new', key: newSshKey(), key_type: 'ssh' } as const;
  await user.call(addAuthKey, { params, body });
  await stop(admin, user, { disable: true });
  await admin.call(updateUser, { params, body: { is_active: true } });
  const owner = server.stranger();
  await owner.call(signIn, { body: { username: user.username, password } });
  const [key] = await owner.call(listAuthKeys, { params });
  const one = { params: { ...params, id: String(key?.id) } };
  const suspended = { status: 409, body: { code: 'key_suspended' } };
  expect(await owner.try(deleteAuthKey, one)).toMatchObject(suspended);
  expect(await owner.try(addAuthKey, { params, body: { ...body, name: 'again' } })).toMatchObject(suspended);
  expect(await server.stranger().call(listAuthorizedKeys, { query: params })).toBe('');
  await admin.call(deleteAuthKey, one);
  expect(await owner.call(listAuthKeys, { params })).toEqual([]);
});

test('asks for a recovery code if the only second factor is suspended', async ({ server }) => {
  const [admin, user] = [await server.given.admin(), await server.given.user()];
  const { recoveryCodes } = await givenSecurityKey(server, user);
  await server.database.query("update recovery_code set created_at = created_at - interval '8 days'");
  await stop(admin, user, { disable: true });
  const params = { username: user.username };
  await admin.call(updateUser, { params, body: { is_active: true } });
  const owner = server.stranger();
  const half = await owner.try(signIn, { body: { username: user.username, password } });
  expect(half).toMatchObject({ status: 201, body: { mfa_method: 'None', webauthn_available: false } });
  expect((await owner.call(startSecurityKeySignIn, {})).publicKey.allowCredentials).toEqual([]);
  await owner.call(signInWithRecoveryCode, { body: { code: String(recoveryCodes[0]) } });
  const { user: shown, security_keys: keys } = await owner.call(getUser, { params });
  expect(shown).toMatchObject({ mfa_enabled: true, webauthn_enabled: false });

  const suspended = { status: 409, body: { code: 'key_suspended' } };
  const one = { params: { ...params, id: String(keys[0]?.id) } };
  expect(await owner.try(removeSecurityKey, one)).toMatchObject(suspended);
  expect(await owner.try(disableOwnMfa, {})).toMatchObject(suspended);
  await admin.call(removeSecurityKey, one);
  expect(await server.stranger().try(signIn, { body: { username: user.username, password } })).toMatchObject({
    status: 200,
  });
});

test('removes the authenticator app and recovery codes of the last week, and still asks for a second factor', async ({
  server,
}) => {
  const [admin, user] = [await server.given.admin(), await server.given.user()];
  const app = await givenTotp(server, user);
  const { recoveryCodes } = app;
  const report = await stop(admin, user, { disable: true });
  const removed = { authenticator_removed: true, recovery_codes: recoveryCodes.length };
  expect(report.body).toMatchObject(removed);
  expect(await storedStop(server, user)).toMatchObject(removed);
  const sentence = 'removed authenticator apps: 1, deleted recovery codes: 8';
  expect(await loggedStops(admin, user)).toMatchObject([{ description: expect.stringContaining(sentence) }]);
  const params = { username: user.username };
  const items = await admin.call(listSuspended, { query: params });
  expect(items).toMatchObject([{ kind: 'authenticator_app', id: user.id, added_at: items[0]?.suspended_at }]);
  const { suspended } = await admin.call(getUser, { params });
  expect(suspended).toEqual({ devices: 0, keys: 0, authenticator_app: true });
  await admin.call(updateUser, { params, body: { is_active: true } });

  const word = { body: { username: user.username, password } };
  const intruder = server.stranger();
  expect(await intruder.try(signIn, word)).toMatchObject({ status: 201, body: { totp_available: false } });
  const wrong = { status: 401, body: { code: 'code_wrong' } };
  expect(await intruder.try(signInWithTotp, { body: { code: app.next() } })).toMatchObject(wrong);
  expect(await intruder.try(signInWithRecoveryCode, { body: { code: recoveryCodes[0] ?? '' } })).toMatchObject(wrong);
  expect((await intruder.try(getMe, {})).status).toBe(401);

  await admin.call(disableMfa, { params });
  expect(await admin.call(listSuspended, { query: params })).toEqual([]);
  expect((await admin.call(getUser, { params })).suspended.authenticator_app).toBe(false);
  expect(await server.stranger().try(signIn, word)).toMatchObject({ status: 200 });
});

test('previews exactly what a stop ends for administrators', async ({ server }) => {
  const [admin, user, other] = [await server.given.admin(), await server.given.user(), await server.given.user()];
  const params = { username: user.username };
  const preview = () => admin.call(previewStop, { params });
  const nothing = { sessions: 0, tokens: 0, devices: 0, recent_devices: 0, keys: 0, recovery_codes: 0 };
  expect(await preview()).toEqual({ ...nothing, sessions: 1, authenticator: false });

  await givenLocationOf(server, user, other);
  const [old] = [await server.given.device(user), await server.given.device(user), await server.given.device(other)];
  await server.database.query("update device set created_at = created_at - interval '8 days' where id = $1", [
    old.device.id,
  ]);
  await user.call(addAuthKey, { params, body: { name: 'server', key: newSshKey(), key_type: 'ssh' } });
  await givenTotp(server, user);
  await givenSecurityKey(server, user);
  await givenProgram(server, user);
  const announced = await preview();
  expect(announced).toMatchObject({ tokens: 1, devices: 2, recent_devices: 1, keys: 2, authenticator: true });
  const { body } = await stop(admin, user, { disable: true });
  const { recent_devices, authenticator, ...same } = announced;
  expect(body).toMatchObject({ ...same, authenticator_removed: authenticator });
  const suspended = await admin.call(listSuspended, { query: params });
  expect(suspended.filter(({ kind }) => kind === 'device')).toHaveLength(recent_devices);
  expect(await preview()).toEqual({ ...nothing, authenticator: false });

  const missing = { status: 404, body: { code: 'user_not_found' } };
  expect(await admin.try(previewStop, { params: { username: 'ghost' } })).toMatchObject(missing);
});

test('retains an older authenticator app and its recovery codes', async ({ server }) => {
  const [admin, user] = [await server.given.admin(), await server.given.user()];
  const app = await givenTotp(server, user);
  const { recoveryCodes } = app;
  await server.database.query("update mfa set totp_added_at = totp_added_at - interval '8 days'");
  await server.database.query("update recovery_code set created_at = created_at - interval '8 days'");
  const report = await stop(admin, user, { disable: true });
  expect(report.body).toMatchObject({ authenticator_removed: false, recovery_codes: 0 });
  const params = { username: user.username };
  expect(await admin.call(listSuspended, { query: params })).toEqual([]);
  await admin.call(updateUser, { params, body: { is_active: true } });
  const owner = server.stranger();
  const half = await owner.try(signIn, { body: { username: user.username, password } });
  expect(half).toMatchObject({ status: 201, body: { totp_available: true } });
  await owner.call(signInWithRecoveryCode, { body: { code: recoveryCodes[0] ?? '' } });
});

test('accepts no security key of the last week at sign-in until an administrator restores it', async ({ server }) => {
  const [admin, user] = [await server.given.admin(), await server.given.user()];
  const key = await givenSecurityKey(server, user);
  const params = { username: user.username };
  await stop(admin, user, { disable: true });
  await admin.call(updateUser, { params, body: { is_active: true } });
  const signInWithKey = async () => {
    const caller = server.stranger();
    await caller.call(signIn, { body: { username: user.username, password } });
    const options = await caller.call(startSecurityKeySignIn, {});
    return caller.try(signInWithSecurityKey, { body: key.sign(options) });
  };
  expect(await signInWithKey()).toMatchObject({ status: 400, body: { code: 'security_key_refused' } });
  const [stored] = (await admin.call(getUser, { params })).security_keys;
  expect(stored?.suspended_at).not.toBeNull();
  await admin.call(restoreSecurityKey, { params: { ...params, id: String(stored?.id) } });
  expect(await signInWithKey()).toMatchObject({ status: 200 });
});

test('signs a user out everywhere else and retains what the user chooses', async ({ server }) => {
  const user = await server.given.user();
  const location = await givenLocationOf(server, user);
  await server.given.device(user);
  await using gateway = await server.connectGateway(location);
  const [elsewhere, program] = [server.stranger(), await givenProgram(server, user)];
  const word = { body: { username: user.username, password } };
  await elsewhere.call(signIn, word);
  const { username } = user;

  const kept = await user.call(stopUser, {
    params: { username },
    body: { disable: false, tokens: false, devices: false },
  });
  expect(kept).toEqual({
    ...{ sessions: 1, tokens: 0, devices: 0, keys: 0, authenticator_removed: false, recovery_codes: 0 },
    gateways: [],
  });
  expect((await elsewhere.try(getMe, {})).status).toBe(401);
  expect((await program.try(getMe, {})).status).toBe(200);
  expect(gateway.state?.peers.size).toBe(1);

  const ended = await user.call(stopUser, { params: { username }, body: { disable: false } });
  // only administrators see the names of gateways
  expect(ended).toMatchObject({ sessions: 0, tokens: 1, devices: 1, gateways: [{ uid: gateway.id, gateway: null }] });
  await gateway.until(({ state }) => state?.peers.size === 0);
  await expect.poll(async () => (await statesFor(user, user))[0]?.state).toBe('confirmed');
  expect(await user.call(listSessions, { params: { username } })).toMatchObject([{ is_current: true }]);
  await server.stranger().call(signIn, word);
});

test('lets only administrators stop other users, and no user disable their own account', async ({ server }) => {
  const [admin, user, other] = [await server.given.admin(), await server.given.user(), await server.given.user()];
  expect(await stop(user, other)).toMatchObject({ status: 403, body: { code: 'privileged_access_required' } });
  for (const person of [admin, user]) {
    const refused = await stop(person, person, { disable: true });
    expect(refused).toMatchObject({ status: 400, body: { code: 'own_account' } });
    expect((await person.try(getMe, {})).status).toBe(200);
  }
  // applies to the last administrator too
  expect(await stop(admin, admin)).toMatchObject({ status: 200 });
  expect(await stop(admin, { username: 'unknown' })).toMatchObject({ status: 404, body: { code: 'user_not_found' } });
});

it('leaves one administrator when two stop each other at the same time', async () => {
  await using server = await startTestServer();
  const admin = await server.given.admin();
  const second = await server.given.user({ groups: ['admin'] });
  await Promise.all([stop(admin, second, { disable: true }), stop(second, admin, { disable: true })]);
  const active = await server.database.query(`select 1 from "user" where is_active`);
  expect(active.length).toBeGreaterThan(0);
});

test('returns gateways that have not reconnected when the stop is repeated', async ({ server }) => {
  const [admin, user] = [await server.given.admin(), await server.given.user()];
  const location = await givenLocationOf(server, user);
  await server.given.device(user);
  await using gateway = await server.connectGateway(location);
  await gateway.disconnect();
  await stop(admin, user);
  const again = await stop(admin, user, { disable: true });
  expect(again.body).toMatchObject({ sessions: 0, tokens: 0, devices: 0, gateways: [{ uid: gateway.id }] });
});

it('shows administrators which stop disabled an account until it is enabled', async () => {
  await using server = await startTestServer({ now: '2030-01-01T12:00:00Z' });
  const [admin, user, other] = [await server.given.admin(), await server.given.user(), await server.given.user()];
  const params = { username: user.username };
  const last = () => admin.call(getLastStop, { params });
  const setActive = (is_active: boolean) => admin.call(updateUser, { params, body: { is_active } });
  await stop(admin, user);
  await setActive(false);
  expect(await last()).toBeNull();
  await setActive(true);

  await givenTotp(server, await server.given.signedIn(user.username));
  await stop(admin, user, { disable: true });
  await stop(admin, other, { disable: true });
  expect(await last()).toEqual({
    // setting up the app used one time step
    at: '2030-01-01T12:00:30',
    by: admin.username,
    ...{ sessions: 1, tokens: 0, devices: 0, keys: 0, authenticator_removed: true, recovery_codes: 8 },
  });
  await setActive(true);
  expect(await last()).toBeNull();
  await setActive(false);
  expect(await last()).toBeNull();
});

test('logs one entry with what ended', async ({ server }) => {
  const [admin, user] = [await server.given.admin(), await server.given.user()];
  const location = await givenLocationOf(server, user);
  await server.given.device(user);
  await using _ = await server.connectGateway(location);
  await stop(admin, user);
  expect(await loggedStops(admin, user)).toMatchObject([{ event: 'user_stopped', username: admin.username }]);
  expect(await storedStop(server, user)).toMatchObject({
    ...{ disabled: false, sessions: 1, tokens: 0, devices: 1, locations: [location.name] },
  });
});

test('is logged as a sign-out if users stop their own account, with the counts of what ended', async ({ server }) => {
  const [admin, user] = [await server.given.admin(), await server.given.user()];
  const elsewhere = server.stranger();
  await elsewhere.call(signIn, { body: { username: user.username, password } });
  await stop(user, user);
  await stop(user, user);
  await stop(admin, user);
  expect(await loggedStops(admin, user)).toMatchObject([
    { event: 'user_stopped', description: `User ${user.username}; sessions: 1`, names: { user: user.username } },
    { event: 'signed_out_everywhere', username: user.username, description: null },
    { event: 'signed_out_everywhere', username: user.username, description: 'sessions: 1' },
  ]);
});
