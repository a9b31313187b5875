import { listAuthKeys } from '@gatewarden/contract/auth-keys';
import { stopUser } from '@gatewarden/contract/emergency-stop';
import { removeGroupMember } from '@gatewarden/contract/groups';
import { updateUser } from '@gatewarden/contract/users';
import * as contract from '@gatewarden/contract/yubikeys';
import { describe, expect } from 'vitest';
import { givenAccount } from '../../../test/given/accounts.ts';
import type { Person } from '../../../test/given/given.ts';
import { gpgKey } from '../../../test/given/gpg-keys.ts';
import { armored, hugeDsaKey } from '../../../test/given/hostile-gpg-keys.ts';
import { newSshKey } from '../../../test/given/ssh-keys.ts';
import { type TestServer, testWith } from '../../../test/harness.ts';
import { codeOf, connectProvisioner, provisionerEnvironment } from '../../../test/test-provisioner.ts';

const test = testWith({ environment: provisionerEnvironment });
let count = 0;

/** An administrator with a recent proof, also after the clock advanced. */
async function freshAdmin(server: TestServer): Promise<Person> {
  const { username } = await server.given.admin();
  return server.given.signedIn(username);
}

/** A registered provisioner with the token of `admin`, and a user for whom it has taken a job of that administrator. */
async function givenJob(server: TestServer, admin?: Person) {
  count += 1;
  const issuer = admin ?? (await server.given.admin());
  const user = await server.given.user({ username: `target${count}` });
  const provisioner = await connectProvisioner(server, { id: `Desk ${count}`, admin: issuer });
  await provisioner.register();
  const start = async () => {
    const body = { worker: provisioner.id, username: user.username };
    return (await issuer.call(contract.startYubikeyJob, { body })).id;
  };
  const jobId = await start();
  await provisioner.takeJob();
  return { user, provisioner, jobId, start, [Symbol.dispose]: () => provisioner[Symbol.dispose]() };
}

const done = (jobId: number, keys: { publicKey?: string; sshKey?: string } = {}) => ({
  ...{ jobId, success: true, publicKey: gpgKey, sshKey: newSshKey(), yubikeySerial: '12345678', ...keys },
});
const jobOf = (caller: Person, id: number) => caller.call(contract.getYubikeyJob, { params: { id: String(id) } });
const keysOf = (user: Person) => user.call(listAuthKeys, { params: { username: user.username } });
const revoked = 'Unauthenticated';

describe('a provisioner that vanishes', () => {
  test('after it took the job ends it after ten minutes, and its late report stores nothing', async ({ server }) => {
    using given = await givenJob(server);
    const { user, provisioner, jobId } = given;
    server.clock.advance({ minutes: 9 });
    const fresh = await server.given.signedIn(user.username);
    expect(await jobOf(fresh, jobId)).toMatchObject({ state: 'in_progress' });
    server.clock.advance({ minutes: 1, seconds: 1 });
    // the next job for the provisioner does not wait for the periodic check
    const admin = await freshAdmin(server);
    const body = { worker: provisioner.id, username: user.username };
    await admin.call(contract.startYubikeyJob, { body });
    expect(await jobOf(fresh, jobId)).toMatchObject({ state: 'error', failure: 'timed_out' });
    expect(await codeOf(provisioner.report(done(jobId)))).toBe('NotFound');
    expect(await keysOf(fresh)).toEqual([]);
  });

  test('before it took the job ends it after a minute', async ({ server }) => {
    using given = await givenJob(server);
    const { provisioner, user } = given;
    await provisioner.report({ jobId: given.jobId, success: false, error: 'no card' });
    const admin = await freshAdmin(server);
    const body = { worker: provisioner.id, username: user.username };
    const { id } = await admin.call(contract.startYubikeyJob, { body });
    server.clock.advance({ seconds: 61 });
    await admin.call(contract.startYubikeyJob, { body });
    expect(await jobOf(admin, id)).toMatchObject({ state: 'error', failure: 'not_taken' });
  });

  test('and is restarted ends the job when it asks for another one', async ({ server }) => {
    using given = await givenJob(server, await freshAdmin(server));
    const { user, provisioner, jobId } = given;
    expect(await provisioner.takeJob()).toBeUndefined();
    expect(await jobOf(user, jobId)).toMatchObject({ state: 'error', failure: 'restarted' });
    expect(await codeOf(provisioner.report(done(jobId)))).toBe('NotFound');
    expect(await keysOf(user)).toEqual([]);
  });

  test('because it was removed ends the job, and gets no other one until it registers again', async ({ server }) => {
    const admin = await freshAdmin(server);
    using given = await givenJob(server, admin);
    const { user, provisioner, jobId } = given;
    await admin.call(contract.removeProvisioner, { params: { id: provisioner.id } });
    expect(await jobOf(user, jobId)).toMatchObject({ state: 'error', failure: 'provisioner_removed' });
    expect(await codeOf(provisioner.report(done(jobId)))).toBe('NotFound');
    expect(await provisioner.takeJob()).toBeUndefined();
    expect(await provisioner.register()).toBe(true);
  });
});

describe('a provisioner that reports', () => {
  test('twice stores the keys once', async ({ server, replica }) => {
    using given = await givenJob(server, await freshAdmin(server));
    const { provisionerPort: port } = replica;
    const admin = await freshAdmin(server);
    using elsewhere = await connectProvisioner(server, { id: given.provisioner.id, admin, port });
    const reports = [given.provisioner, elsewhere].map((each) => codeOf(each.report(done(given.jobId))));
    expect((await Promise.all(reports)).toSorted()).toEqual(['NotFound', 'OK']);
    expect(await codeOf(given.provisioner.report(done(given.jobId)))).toBe('NotFound');
    const failure = { jobId: given.jobId, success: false, error: 'changed my mind' };
    expect(await codeOf(given.provisioner.report(failure))).toBe('NotFound');
    expect(await jobOf(given.user, given.jobId)).toMatchObject({ state: 'success' });
    expect(await keysOf(given.user)).toHaveLength(2);
  });

  test('the job of another changes nothing', async ({ server }) => {
    const admin = await freshAdmin(server);
    using given = await givenJob(server, admin);
    using other = await connectProvisioner(server, { id: 'Other desk', admin });
    await other.register();
    expect(await codeOf(other.report(done(given.jobId)))).toBe('NotFound');
    expect(await jobOf(given.user, given.jobId)).toMatchObject({ state: 'in_progress' });
    expect(await keysOf(given.user)).toEqual([]);
  });

  test('under the name of another needs the token with which that one registered', async ({ server }) => {
    using given = await givenJob(server, await freshAdmin(server));
    const second = await givenAccount(server, { isAdmin: true });
    using impostor = await connectProvisioner(server, { id: given.provisioner.id, admin: second });
    expect(await codeOf(impostor.register())).toBe('PermissionDenied');
    expect(await codeOf(impostor.takeJob())).toBe('PermissionDenied');
    expect(await codeOf(impostor.report(done(given.jobId)))).toBe('PermissionDenied');
    expect(await jobOf(given.user, given.jobId)).toMatchObject({ state: 'in_progress' });
  });

  test('a job that it has not taken, or that does not exist, changes nothing', async ({ server }) => {
    using given = await givenJob(server, await freshAdmin(server));
    await given.provisioner.report({ jobId: given.jobId, success: false, error: 'no card' });
    const next = await given.start();
    for (const jobId of [next, 0, 4_294_967_295]) {
      expect(await codeOf(given.provisioner.report(done(jobId)))).toBe('NotFound');
    }
    expect(await keysOf(given.user)).toEqual([]);
  });

  const largest = 15_500;
  test.for([
    ['an SSH key that is none', { sshKey: 'x'.repeat(largest / 2) }, 'ssh_key_invalid'],
    ['an OpenPGP key that is none', { publicKey: 'y'.repeat(largest / 2) }, 'gpg_key_invalid'],
    ['a key that is expensive to check', { publicKey: armored(hugeDsaKey(10_000)) }, 'gpg_key_unsupported'],
    [
      'a private key',
      { publicKey: '-----BEGIN PGP PRIVATE KEY BLOCK-----\n\nAA==\n-----END PGP PRIVATE KEY BLOCK-----' },
      'private_key_refused',
    ],
  ] as const)('%s gets an error, and the job fails with its code', async ([, keys, code], { server }) => {
    using given = await givenJob(server, await freshAdmin(server));
    expect(await codeOf(given.provisioner.report(done(given.jobId, keys)))).toBe('InvalidArgument');
    expect(await jobOf(given.user, given.jobId)).toMatchObject({
      ...{ state: 'error', failure: 'key_refused', detail: code },
    });
    expect(await keysOf(given.user)).toEqual([]);
  });

  test('more than 16 kB is refused unread', async ({ server }) => {
    using given = await givenJob(server, await freshAdmin(server));
    const report = given.provisioner.report(done(given.jobId, { publicKey: 'z'.repeat(16_384) }));
    expect(await codeOf(report)).toBe('ResourceExhausted');
    expect(await jobOf(given.user, given.jobId)).toMatchObject({ state: 'in_progress' });
  });

  test('a key that the user has already fails the job and stores neither key', async ({ server }) => {
    using given = await givenJob(server, await freshAdmin(server));
    const report = done(given.jobId);
    await given.provisioner.report(report);
    const next = await given.start();
    await given.provisioner.takeJob();
    const again = { ...report, jobId: next, sshKey: newSshKey(), yubikeySerial: '99999' };
    expect(await codeOf(given.provisioner.report(again))).toBe('FailedPrecondition');
    expect(await jobOf(given.user, next)).toMatchObject({ state: 'error', detail: 'auth_key_taken' });
    expect(await keysOf(given.user)).toHaveLength(2);
  });
});

describe('the token of a provisioner', () => {
  test.for([
    ['no token', null],
    ['a token of another kind', 'Bearer abc'],
    ['a long one', 'a.'.repeat(4_000)],
  ] as const)('is required: %s is refused', async ([, token], { server }) => {
    using provisioner = await connectProvisioner(server, { id: 'Stranger', token });
    expect(await codeOf(provisioner.register())).toBe(revoked);
    expect(await codeOf(provisioner.takeJob())).toBe(revoked);
    expect(await codeOf(provisioner.report(done(1)))).toBe(revoked);
  });

  test('that someone else signed, or that is not signed, is refused', async ({ server }) => {
    const { token } = await (await server.given.admin()).call(contract.getProvisionerToken, {});
    const [, claims = '', signature = ''] = token.split('.');
    const header = (alg: string) => Buffer.from(JSON.stringify({ typ: 'JWT', alg })).toString('base64url');
    const forged = [`${header('none')}.${claims}.`, `${header('HS256')}.${claims}.${'A'.repeat(signature.length)}`];
    for (const each of forged) {
      using provisioner = await connectProvisioner(server, { id: 'Forger', token: each });
      expect(await codeOf(provisioner.register())).toBe(revoked);
    }
  });

  test('names the administrator, and stays the same until tokens are rotated', async ({ server }) => {
    const admin = await freshAdmin(server);
    const { token } = await admin.call(contract.getProvisionerToken, {});
    const [, claims = ''] = token.split('.');
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      ...{ iss: 'Gatewarden', sub: admin.username, client_id: '', jti: expect.any(String) },
    });
    using before = await connectProvisioner(server, { id: 'Rotated', token });
    await before.register();
    const { token: next } = await admin.call(contract.rotateProvisionerTokens, {});
    expect(await codeOf(before.takeJob())).toBe(revoked);
    using after = await connectProvisioner(server, { id: 'Rotated', token: next });
    expect(await after.register()).toBe(false);
    expect(await after.takeJob()).toBeUndefined();
  });

  type Act = (input: { server: TestServer; root: Person; target: Person }) => Promise<unknown>;
  const params = ({ username }: Person) => ({ params: { username } });
  const waysToLoseRights: readonly [string, Act][] = [
    ['is disabled', ({ root, target }) => root.call(updateUser, { ...params(target), body: { is_active: false } })],
    [
      'leaves the group of administrators',
      ({ root, target }) => root.call(removeGroupMember, { params: { name: 'admin', username: target.username } }),
    ],
    ['is stopped', ({ root, target }) => root.call(stopUser, { ...params(target), body: { disable: false } })],
  ];
  test.for(waysToLoseRights)(
    'is refused immediately when its administrator %s',
    async ([, act], { server, replica }) => {
      const root = await freshAdmin(server);
      const target = await givenAccount(server, { isAdmin: true });
      using given = await givenJob(server, target);
      const { provisionerPort: port } = replica;
      using elsewhere = await connectProvisioner(server, { id: given.provisioner.id, admin: target, port });
      await act({ server, root, target });
      for (const each of [given.provisioner, elsewhere]) {
        expect(await codeOf(each.report(done(given.jobId)))).toBe(revoked);
        expect(await codeOf(each.takeJob())).toBe(revoked);
      }
      expect(await jobOf(root, given.jobId)).toMatchObject({ state: 'error', failure: 'access_ended' });
      // rights that are granted again do not bring it back
      await root.call(updateUser, { ...params(target), body: { is_active: true, groups: ['admin'] } });
      expect(await codeOf(given.provisioner.takeJob())).toBe(revoked);
      expect(await keysOf(given.user)).toEqual([]);
    },
  );
});
