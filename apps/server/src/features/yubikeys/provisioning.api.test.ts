import { listAuthKeys, listAuthorizedKeys, renameAuthKey } from '@gatewarden/contract/auth-keys';
import { addWebhook } from '@gatewarden/contract/webhooks';
import * as contract from '@gatewarden/contract/yubikeys';
import { describe, expect, it } from 'vitest';
import type { Person } from '../../../test/given/given.ts';
import { gpgKey } from '../../../test/given/gpg-keys.ts';
import { newSshKey } from '../../../test/given/ssh-keys.ts';
import { startTestServer, type TestServer, testWith } from '../../../test/harness.ts';
import { startReceiver } from '../../../test/receiver.ts';
import { codeOf, connectProvisioner, provisionerEnvironment } from '../../../test/test-provisioner.ts';

const test = testWith({ environment: { ...provisionerEnvironment, GATEWARDEN_OUTBOUND_ALLOW: '127.0.0.0/8' } });
let count = 0;

/** A registered provisioner, and a user for whom it has taken a job unless `isWaiting`. */
async function givenJob(server: TestServer, { isWaiting = false } = {}) {
  count += 1;
  const admin = await server.given.admin();
  const user = await server.given.user({ username: `person${count}` });
  const provisioner = await connectProvisioner(server, { id: `Desk ${count}` });
  await provisioner.register();
  const start = (username = user.username) =>
    admin.call(contract.startYubikeyJob, { body: { worker: provisioner.id, username } }).then(({ id }) => id);
  const jobId = await start();
  if (!isWaiting) await provisioner.takeJob();
  return { admin, user, provisioner, jobId, start, [Symbol.dispose]: () => provisioner[Symbol.dispose]() };
}

const done = (jobId: number, serial = '12345678') => ({
  ...{ jobId, success: true, publicKey: gpgKey, sshKey: newSshKey(), yubikeySerial: serial },
});
const jobOf = (caller: Person, id: number) => caller.call(contract.getYubikeyJob, { params: { id: String(id) } });
const resultOf = (caller: Person, id: number) =>
  caller.try(contract.getYubikeyJobResult, { params: { id: String(id) } });
const ownParams = ({ username }: Person) => ({ params: { username } });
const keysOf = (user: Person) => user.call(listAuthKeys, ownParams(user));
const yubikeysOf = (user: Person) => user.call(contract.listYubikeys, ownParams(user));

describe('a provisioning job', () => {
  test('stores the YubiKey and its keys when the provisioner reports success', async ({ server }) => {
    using given = await givenJob(server, { isWaiting: true });
    const { admin, user, provisioner, jobId } = given;
    expect(await jobOf(user, jobId)).toMatchObject({ state: 'in_progress', worker: provisioner.id, taken_at: null });
    expect((await resultOf(user, jobId)).body).toBeNull();
    const { username } = user;
    expect(await provisioner.takeJob()).toMatchObject({ jobId, firstName: 'Una', email: `${username}@example.com` });
    expect(await jobOf(user, jobId)).toMatchObject({ state: 'in_progress', taken_at: expect.any(String) });
    const listed = await admin.call(contract.listProvisioners, {});
    expect(listed.find(({ id }) => id === provisioner.id)).toMatchObject({
      ...{ connected: true, ip: '127.0.0.1', job: { id: jobId, username } },
    });

    const report = done(jobId);
    await provisioner.report(report);
    expect((await resultOf(user, jobId)).body).toEqual({ success: true, serial: '12345678', error: '' });
    expect(await jobOf(admin, jobId)).toMatchObject({ state: 'success', serial: '12345678', failure: null });
    const [yubikey] = await yubikeysOf(user);
    expect(yubikey).toEqual({ id: expect.any(Number), name: 'YubiKey 1', serial: '12345678', user_id: user.id });
    const shown = { name: null, yubikey_id: yubikey?.id, yubikey_name: 'YubiKey 1', yubikey_serial: '12345678' };
    const keys = await keysOf(user);
    expect(keys).toEqual([
      expect.objectContaining({ ...shown, key_type: 'ssh', key: report.sshKey }),
      expect.objectContaining({ ...shown, key_type: 'gpg', fingerprint: 'ADA3E1BEE8B47B808CF3FE8476494D03F6DE76AD' }),
    ]);
    const lines = await server.stranger().call(listAuthorizedKeys, { query: { username } });
    expect(lines).toBe(`${report.sshKey} ${username} YubiKey 1\n`);
  });

  test('sends the webhook that the interface documents', async ({ server }) => {
    await using receiver = await startReceiver();
    const triggers = { on_user_created: false, on_user_deleted: false, on_user_modified: false };
    const body = { url: receiver.url, description: 'Keys', token: 'secret', enabled: true, on_hwkey_provision: true };
    await (await server.given.admin()).call(addWebhook, { body: { ...body, ...triggers } });
    using given = await givenJob(server);
    const report = done(given.jobId, '777');
    await given.provisioner.report(report);
    const [request] = await receiver.waitFor(1);
    expect(request?.headers['x-defguard-event']).toBe('user_keys');
    const { username } = given.user;
    expect(JSON.parse(request?.body ?? '')).toEqual({
      ...{ username, email: `${username}@example.com`, ssh_key: report.sshKey, serial: '777' },
      pgp_key: expect.stringContaining('BEGIN PGP PUBLIC KEY BLOCK'),
    });
  });

  test('fails with the reason that the provisioner reports, as one line', async ({ server }) => {
    using given = await givenJob(server);
    await given.provisioner.report({ jobId: given.jobId, success: false, error: 'no\r\n card \u202e found' });
    expect(await resultOf(given.user, given.jobId)).toMatchObject({
      status: 404,
      body: { code: 'yubikey_job_failed', message: 'The provisioner reported a failure: no card found' },
    });
    expect(await yubikeysOf(given.user)).toEqual([]);
  });

  test('is one at a time for each provisioner', async ({ server }) => {
    using given = await givenJob(server);
    const { admin, provisioner, user } = given;
    const body = { worker: provisioner.id, username: user.username };
    expect(await admin.try(contract.startYubikeyJob, { body })).toMatchObject({
      ...{ status: 409, body: { code: 'provisioner_busy', field: 'worker' } },
    });
    await admin.call(contract.cancelYubikeyJob, { params: { id: String(given.jobId) } });
    expect(await jobOf(admin, given.jobId)).toMatchObject({ state: 'error', failure: 'canceled' });
    expect((await admin.call(contract.startYubikeyJob, { body })).id).toBeGreaterThan(given.jobId);
  });

  test('has the id 0 for an unknown provisioner, and null as the result of an unknown job', async ({ server }) => {
    const admin = await server.given.admin();
    const body = { worker: 'Nowhere', username: admin.username };
    expect(await admin.call(contract.startYubikeyJob, { body })).toEqual({ id: 0 });
    expect(await resultOf(admin, 0)).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    expect(await resultOf(admin, 999_999)).toMatchObject({ status: 200, body: null });
    expect(await admin.try(contract.startYubikeyJob, { body: { ...body, username: 'nemo' } })).toMatchObject({
      ...{ status: 404, body: { code: 'user_not_found' } },
    });
  });

  test('cannot be started by a user, or followed by another one, without being an administrator', async ({
    server,
  }) => {
    using given = await givenJob(server);
    const other = await server.given.user();
    for (const caller of [given.user, other]) {
      const body = { worker: given.provisioner.id, username: caller.username };
      expect(await caller.try(contract.startYubikeyJob, { body })).toMatchObject({ status: 403 });
    }
    expect(await resultOf(other, given.jobId)).toMatchObject({ status: 403 });
    const params = { id: String(given.jobId) };
    expect(await other.try(contract.cancelYubikeyJob, { params })).toMatchObject({ status: 403 });
    expect(await jobOf(given.user, given.jobId)).toMatchObject({ state: 'in_progress' });
  });

  test('is seen and continued by all replicas', async ({ server, replica }) => {
    using given = await givenJob(server);
    const { provisionerPort: port } = replica;
    using elsewhere = await connectProvisioner(server, { id: given.provisioner.id, port });
    expect(await elsewhere.register()).toBe(false);
    await elsewhere.report(done(given.jobId));
    expect(await jobOf(given.user, given.jobId)).toMatchObject({ state: 'success' });
  });
});

describe('a YubiKey', () => {
  test('that is provisioned again for its user replaces the former keys', async ({ server }) => {
    using given = await givenJob(server);
    const { user, provisioner } = given;
    await provisioner.report(done(given.jobId));
    const [before] = await keysOf(user);
    const again = await given.start();
    await provisioner.takeJob();
    await provisioner.report(done(again));
    expect(await yubikeysOf(user)).toMatchObject([{ name: 'YubiKey 1', serial: '12345678' }]);
    const keys = await keysOf(user);
    expect(keys).toHaveLength(2);
    expect(keys[0]?.key).not.toBe(before?.key);
  });

  test('is renamed with its keys, which have no name of their own, and deleted with them', async ({ server }) => {
    using given = await givenJob(server);
    const { user } = given;
    await given.provisioner.report(done(given.jobId));
    const [yubikey] = await yubikeysOf(user);
    const params = { username: user.username, id: String(yubikey?.id) };
    const [key] = await keysOf(user);
    const ofKey = { username: user.username, id: String(key?.id) };
    expect(await user.try(renameAuthKey, { params: ofKey, body: { name: 'Mine' } })).toMatchObject({
      ...{ status: 400, body: { code: 'auth_key_of_yubikey' } },
    });
    const renamed = await user.call(contract.renameYubikey, { params, body: { name: 'Blue' } });
    expect(renamed).toEqual({ ...yubikey, name: 'Blue' });
    expect((await keysOf(user)).map(({ yubikey_name }) => yubikey_name)).toEqual(['Blue', 'Blue']);

    const other = await server.given.user();
    const elsewhere = { ...params, username: other.username };
    expect(await other.try(contract.deleteYubikey, { params: elsewhere })).toMatchObject({ status: 404 });
    await user.call(contract.deleteYubikey, { params });
    expect(await yubikeysOf(user)).toEqual([]);
    expect(await keysOf(user)).toEqual([]);
  });

  test('has the first free number as its name', async ({ server }) => {
    using given = await givenJob(server);
    const names = ['YubiKey 1', 'YubiKey 3'];
    await server.database.query(
      'insert into yubikey (user_id, name, serial, created_at) select $1, name, name, now() from unnest($2::text[]) name',
      [given.user.id, names],
    );
    await given.provisioner.report(done(given.jobId));
    expect((await yubikeysOf(given.user)).map(({ name }) => name)).toEqual([...names, 'YubiKey 2']);
  });

  test('with suspended keys can only be deleted by an administrator, and is not provisioned', async ({ server }) => {
    using given = await givenJob(server);
    const { admin, user } = given;
    await given.provisioner.report(done(given.jobId));
    await server.database.query('update auth_key set suspended_at = now() where user_id = $1', [user.id]);
    const [yubikey] = await yubikeysOf(user);
    const params = { username: user.username, id: String(yubikey?.id) };
    expect(await user.try(contract.deleteYubikey, { params })).toMatchObject({ body: { code: 'key_suspended' } });
    const again = await given.start();
    await given.provisioner.takeJob();
    expect(await codeOf(given.provisioner.report(done(again)))).toBe('FailedPrecondition');
    expect(await jobOf(admin, again)).toMatchObject({ failure: 'key_refused', detail: 'key_suspended' });
    await admin.call(contract.deleteYubikey, { params });
    expect(await keysOf(user)).toEqual([]);
  });
});

describe('the listener for provisioners', () => {
  it('is off unless it is configured', async () => {
    await using server = await startTestServer();
    const admin = await server.given.admin();
    expect(server.provisionerPort).toBeUndefined();
    expect(await admin.call(contract.getProvisionerListener, {})).toEqual({ enabled: false, url: '', ca: '' });
  });

  test('shows its address and its authority, and has a certificate for the address', async ({ server }) => {
    const facts = await (await server.given.admin()).call(contract.getProvisionerListener, {});
    expect(facts).toMatchObject({ enabled: true, url: `https://localhost:${server.provisionerPort}` });
    expect(facts.ca).toMatch(/^-----BEGIN CERTIFICATE-----/);
    using provisioner = await connectProvisioner(server, { id: 'Reception' });
    expect(await codeOf(provisioner.register())).toBe('OK');
  });
});
