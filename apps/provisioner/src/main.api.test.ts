import { listAuthKeys } from '@gatewarden/contract/auth-keys';
import * as contract from '@gatewarden/contract/yubikeys';
import { expect } from 'vitest';
import type { Person } from '../../server/test/given/given.ts';
import { type TestServer, testWith } from '../../server/test/harness.ts';
import { provisionerEnvironment } from '../../server/test/test-provisioner.ts';
import { type SpawnedProvisioner, spawnProvisioner } from '../test/spawn-provisioner.ts';

const test = testWith({ environment: provisionerEnvironment });
/** Starting the program and creating keys takes seconds, and much longer on a busy machine. */
const wait = { timeout: 60_000 };
const testMilliseconds = 150_000;

async function startJob(server: TestServer, worker: string) {
  const admin = await server.given.admin();
  const user = await server.given.user();
  const isListed = async () => (await admin.call(contract.listProvisioners, {})).some(({ id }) => id === worker);
  await expect.poll(isListed, wait).toBe(true);
  const { id } = await admin.call(contract.startYubikeyJob, { body: { worker, username: user.username } });
  return { admin, user, id };
}

const jobOf = (caller: Person, id: number) => caller.call(contract.getYubikeyJob, { params: { id: String(id) } });
const keysOf = (user: Person) => user.call(listAuthKeys, { params: { username: user.username } });

const algorithms = [
  ['curve25519', /^ssh-ed25519 /],
  ['rsa4096', /^ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAACAQ/],
] as const;

test.for(algorithms)(
  'creates real keys (%s) for a job of core, and deletes the private ones',
  { timeout: testMilliseconds },
  async ([algorithm, sshKey], { server }) => {
    const args = ['--id', algorithm, '--card', 'software', '--algorithm', algorithm];
    await using provisioner = await spawnProvisioner(server, args);
    const { admin, user, id } = await startJob(server, algorithm);
    expect(provisioner.logged()).toContain('registered; waiting for jobs');
    await expect.poll(async () => (await jobOf(admin, id)).state, wait).not.toBe('in_progress');
    expect(await jobOf(admin, id)).toMatchObject({ state: 'success', serial: expect.stringMatching(/^\d{8}$/) });
    const keys = await keysOf(user);
    expect(keys.map(({ key_type }) => key_type)).toEqual(['ssh', 'gpg']);
    expect(keys[0]?.key).toMatch(sshKey);
    provisioner.kill('SIGTERM');
    expect(await provisioner.ended).toBe(0);
    expect(await provisioner.keyFolders()).toEqual([]);
  },
);

/** Resolves when it has the job. */
async function taken(admin: Person, id: number): Promise<void> {
  await expect.poll(async () => (await jobOf(admin, id)).taken_at, wait).not.toBeNull();
}

async function killMidway(server: TestServer, provisioner: SpawnedProvisioner, id: number): Promise<void> {
  await taken(await server.given.admin(), id);
  provisioner.kill('SIGKILL');
  await provisioner.ended;
}

test('that is killed midway leaves a job that ends when it starts again, and no key', {
  timeout: testMilliseconds,
}, async ({ server }) => {
  const args = ['--id', 'killed', '--card', 'software', '--algorithm', 'rsa4096'];
  await using provisioner = await spawnProvisioner(server, args);
  const { admin, user, id } = await startJob(server, 'killed');
  await killMidway(server, provisioner, id);
  expect(await jobOf(admin, id)).toMatchObject({ state: 'in_progress' });
  await using again = await spawnProvisioner(server, args);
  await expect.poll(async () => (await jobOf(admin, id)).failure, wait).toBe('restarted');
  expect(await keysOf(user)).toEqual([]);
  again.kill('SIGTERM');
  await again.ended;
});

test('reports why a card cannot be used, and stops with a sentence when its token is refused', {
  timeout: testMilliseconds,
}, async ({ server }) => {
  await using provisioner = await spawnProvisioner(server, ['--id', 'reader', '--card-retries', '0']);
  const { admin, id } = await startJob(server, 'reader');
  await expect.poll(async () => (await jobOf(admin, id)).state, wait).toBe('error');
  // there is no reader on the machine of a test
  expect(await jobOf(admin, id)).toMatchObject({
    ...{ failure: 'reported', detail: expect.stringMatching(/^The card could not be provisioned: /) },
  });
  await using stranger = await spawnProvisioner(server, ['--id', 'stranger'], 'abc');
  expect(await stranger.ended).toBe(3);
  expect(stranger.logged()).toContain('Core does not accept the token.');
  expect(provisioner.printed()).toBe('');
});
