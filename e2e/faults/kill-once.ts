import { setTimeout as delay } from 'node:timers/promises';
import { getMe, signIn } from '@gatewarden/contract/auth';
import { addDevice } from '@gatewarden/contract/devices';
import { addGroup, deleteGroup, listGroups, updateGroup } from '@gatewarden/contract/groups';
import { addLocation } from '@gatewarden/contract/locations';
import { completeSetup } from '@gatewarden/contract/setup';
import { addUser, getUser, listUsers } from '@gatewarden/contract/users';
import { type Caller, createCaller } from '../../apps/server/test/caller.ts';
import { newKeyPair } from '../product/key-pair.ts';
import { locationBody } from '../product/location-body.ts';
import { type Product, startProduct } from '../product/start-product.ts';

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

const credentials: Credentials = { username: 'ada', password: 'Correct-horse-7' };
const networks = ['10.81.0.1/16', 'fd81::1/64'];

/** A running instance with an administrator and two locations of two networks each. */
export async function prepareInstance(dataDir: string): Promise<{ product: Product; credentials: Credentials }> {
  const product = await startProduct({ dataDir });
  const admin = createCaller(product.url);
  const token = new URL(product.setupLink ?? '').searchParams.get('token') ?? '';
  const names = { first_name: 'Ada', last_name: 'Root', email: 'root@example.com' };
  await admin.call(completeSetup, { body: { ...credentials, ...names, token } });
  for (const [index, name] of ['North', 'South'].entries()) {
    const address = networks.map((network) => network.replace('81', String(81 + index))).join(', ');
    await admin.call(addLocation, { body: locationBody({ name, address, port: 51_820 + index }) });
  }
  return { product, credentials };
}

/** Acknowledged writes, which must exist after the kill. */
interface Acknowledged {
  readonly users: Set<string>;
  readonly groups: Map<string, readonly string[]>;
  readonly deletedGroups: Set<string>;
  readonly devices: Map<string, string>;
}

interface Round {
  /** Core in the state after the previous round. */
  readonly product: Product;
  readonly credentials: Credentials;
  readonly round: number;
  readonly killAfterMilliseconds: number;
}

/**
 * Writes from several callers in parallel, kills core, restarts it and checks. Returns core for the next round, and the
 * number of acknowledged writes.
 * @throws Error that names a lost or partial write
 */
export async function killOnce({
  product,
  credentials: account,
  round,
  killAfterMilliseconds,
}: Round): Promise<{ product: Product; writes: number }> {
  const done: Acknowledged = { users: new Set(), groups: new Map(), deletedGroups: new Set(), devices: new Map() };
  const admin = await signedIn(product, account);
  const writers = Array.from({ length: 4 }, (_, writer) => write(admin, `r${round}w${writer}`, done));
  await delay(killAfterMilliseconds);
  await product.kill();
  await Promise.all(writers);

  const next = await startProduct({ dataDir: product.dataDir });
  try {
    await check(await signedIn(next, account), done, `r${round}w`);
  } catch (error) {
    await next.kill();
    throw error;
  }
  const writes = done.users.size + done.groups.size + done.deletedGroups.size + done.devices.size;
  return { product: next, writes };
}

async function signedIn(product: Product, { username, password }: Credentials): Promise<Caller> {
  const caller = createCaller(product.url);
  await caller.call(signIn, { body: { username, password } });
  await caller.call(getMe, {});
  return caller;
}

/** Makes changes of several rows each, until core is killed. */
async function write(admin: Caller, prefix: string, done: Acknowledged): Promise<void> {
  const names: string[] = [];
  try {
    for (let step = 0; ; step += 1) {
      const username = `${prefix}s${step}`;
      const person = { username, first_name: 'Una', last_name: 'User', email: `${username}@example.com` };
      await admin.call(addUser, { body: person });
      done.users.add(username);
      names.push(username);
      const members = names.slice(-3);
      await admin.call(addGroup, { body: { name: username, members } });
      done.groups.set(username, members.toSorted());
      const { publicKey } = newKeyPair();
      const body = { name: 'laptop', wireguard_pubkey: publicKey };
      await admin.call(addDevice, { params: { username }, body });
      done.devices.set(username, publicKey);
      await admin.call(updateGroup, { params: { name: username }, body: { name: username, members: [username] } });
      done.groups.set(username, [username]);
      if (step % 2 === 1) {
        await admin.call(deleteGroup, { params: { name: username } });
        done.groups.delete(username);
        done.deletedGroups.add(username);
      }
    }
  } catch (error) {
    // a broken connection is expected after the kill; an error answer of core is a failure
    if (!(error instanceof TypeError)) throw error;
  }
}

async function check(admin: Caller, done: Acknowledged, prefix: string): Promise<void> {
  const users = new Set((await admin.call(listUsers, {})).map((user) => user.username));
  for (const username of done.users) assert(users.has(username), `user ${username} is lost`);

  const groups = new Map((await admin.call(listGroups, {})).map((group) => [group.name, group.members]));
  for (const [name, members] of groups) {
    if (name.startsWith(prefix)) checkMembers(name, members.toSorted(), done);
  }
  for (const name of done.groups.keys()) assert(groups.has(name) || mayBeDeleted(name), `group ${name} is lost`);
  for (const name of done.deletedGroups) assert(!groups.has(name), `group ${name} is back`);

  for (const username of users) {
    if (username.startsWith(prefix)) await checkDevices(admin, username, done);
  }
}

/** The change after the last acknowledged one may have been committed or not, but never partially. */
function checkMembers(name: string, members: readonly string[], done: Acknowledged): void {
  const writer = name.slice(0, name.indexOf('s'));
  const step = Number(name.slice(name.indexOf('s') + 1));
  const whole = [step - 2, step - 1, step].filter((number) => number >= 0).map((number) => `${writer}s${number}`);
  const allowed = [whole.toSorted().join(), name];
  assert(allowed.includes(members.join()), `group ${name} has the members ${members.join() || 'none'}`);
  const acknowledged = done.groups.get(name);
  if (acknowledged?.length === 1) assert(members.join() === name, `the new members of ${name} are lost`);
}

function mayBeDeleted(name: string): boolean {
  return Number(name.slice(name.indexOf('s') + 1)) % 2 === 1;
}

async function checkDevices(admin: Caller, username: string, done: Acknowledged): Promise<void> {
  const { devices } = await admin.call(getUser, { params: { username } });
  const expected = done.devices.get(username);
  if (expected)
    assert(
      devices.some((device) => device.wireguard_pubkey === expected),
      `a device of ${username} is lost`,
    );
  for (const device of devices) {
    const addresses = device.networks.map((network) => network.device_wireguard_ips.length);
    assert(addresses.join() === '2,2', `a device of ${username} has addresses ${addresses.join() || 'in no location'}`);
  }
}

function assert(condition: boolean, failure: string): void {
  if (!condition) throw new Error(failure);
}
