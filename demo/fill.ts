import { signIn } from '@gatewarden/contract/auth';
import { addDevice } from '@gatewarden/contract/devices';
import { startEnrollment } from '@gatewarden/contract/enrollment';
import { addGroup, addGroupMember } from '@gatewarden/contract/groups';
import { addLocation } from '@gatewarden/contract/locations';
import { addUser, updateUser } from '@gatewarden/contract/users';
import { type Caller, createCaller } from '../apps/server/test/caller.ts';
import { makeDevices } from '../bench/data-set/devices.ts';
import { makeMemberships } from '../bench/data-set/groups.ts';
import type { LoadedDevice } from '../bench/data-set/load-devices.ts';
import { makePeople, type Person } from '../bench/data-set/people.ts';
import type { Random } from '../bench/data-set/random.ts';
import { type KeyPair, newKeyPair } from '../e2e/product/key-pair.ts';
import { addAccessRules } from './access.ts';
import { type Account, addSshKey, causeAttention, exerciseAccounts } from './accounts.ts';
import {
  administrator,
  deviceCount,
  type GroupName,
  groups,
  headcount,
  type Site,
  sites,
  toRequest,
  user,
} from './company.ts';

/** A device that can connect, because the demo has its private key. */
export interface LiveDevice {
  readonly owner: string;
  readonly site: Site;
  readonly publicKey: string;
  /** WireGuard configuration with the private key. */
  readonly configuration: string;
}

export interface FilledInstance {
  readonly admin: Caller;
  /** Location ids by the name of the site. */
  readonly locationIds: ReadonlyMap<string, number>;
  readonly devices: readonly LoadedDevice[];
  readonly liveDevices: readonly LiveDevice[];
  /** Secrets of authenticator apps by username. */
  readonly appSecrets: ReadonlyMap<string, string>;
}

/**
 * Creates people, groups, locations and devices through the API, as an administrator.
 * @throws the reason of the signal soon after it was aborted
 */
export async function fillInstance(url: string, random: Random, signal: AbortSignal): Promise<FilledInstance> {
  const callerOf = () => stoppable(createCaller(url), signal);
  const admin = callerOf();
  await admin.call(signIn, { body: administrator });
  const people = makePeople(headcount, random.fork('people'), new Date());
  const accounts = await addPeople(admin, people);
  const staff = people.filter(({ isActive }) => isActive);
  const groupIds = await addGroups(admin, staff, random);
  const locationIds = new Map<string, number>();
  for (const site of sites) {
    const { id } = await admin.call(addLocation, { body: toRequest(site) });
    locationIds.set(site.name, id);
    if (site.enforcesAccess) await addAccessRules(admin, groupIds, id);
  }
  const devices: LoadedDevice[] = [];
  for (const plan of makeDevices(deviceCount, staff, random.fork('devices'), new Date())) {
    const owner = staff[plan.owner]?.username ?? administrator.username;
    devices.push((await add(admin, owner, plan.name, plan.publicKey)).device);
  }
  await invite(admin, staff);
  const { liveDevices, added } = await addLiveDevices(admin, staff);
  await addSshKey(admin, user.username, 'Travel laptop');
  const needsApp = (username: string) =>
    liveDevices.some(({ owner, site }) => owner === username && site.requiresCode === true);
  const appSecrets = await exerciseAccounts(callerOf, accounts, needsApp);
  await causeAttention(admin, callerOf, staff[5]?.username ?? user.username);
  return { admin, locationIds, devices: [...devices, ...added], liveDevices, appSecrets };
}

function stoppable(caller: Caller, signal: AbortSignal): Caller {
  return {
    ...caller,
    call(endpoint, input) {
      signal.throwIfAborted();
      return caller.call(endpoint, input);
    },
  };
}

/** Returns the users who can sign in. */
async function addPeople(admin: Caller, people: readonly Person[]): Promise<Account[]> {
  const accounts: Account[] = [];
  for (const person of [user, ...people]) {
    const { username, firstName, lastName, email } = person;
    // the others have random passwords or have not enrolled yet
    const isEnrolled = 'isEnrolled' in person && person.isEnrolled;
    const password = 'password' in person ? person.password : isEnrolled ? `Aa-1${crypto.randomUUID()}` : null;
    const phone = 'phone' in person ? (person.phone ?? null) : null;
    const body = { username, first_name: firstName, last_name: lastName, email, phone, password };
    await admin.call(addUser, { body });
    if ('isActive' in person && !person.isActive) {
      await admin.call(updateUser, { params: { username }, body: { is_active: false } });
    } else if (password && person !== user) {
      accounts.push({ username, password });
    }
  }
  return accounts;
}

/** Open invitations, of people who have no password yet. */
async function invite(admin: Caller, people: readonly Person[]): Promise<void> {
  const invited = people.filter(({ isActive, isEnrolled }) => isActive && !isEnrolled).slice(0, 3);
  for (const { username } of invited) await admin.call(startEnrollment, { params: { username }, body: {} });
}

/** Returns the ids of the groups. */
async function addGroups(admin: Caller, staff: readonly Person[], random: Random): Promise<Map<GroupName, number>> {
  const members = groups.map((name, index) =>
    index === 0 ? [user.username, ...liveUsers(staff)] : liveUsersIn(name, staff),
  );
  for (const { group, person } of makeMemberships(staff.length, groups.length, random.fork('groups'))) {
    const username = staff[person]?.username;
    if (username && !members[group]?.includes(username)) members[group]?.push(username);
  }
  const ids = new Map<GroupName, number>();
  for (const [index, name] of groups.entries()) {
    ids.set(name, (await admin.call(addGroup, { body: { name, members: members[index] ?? [] } })).id);
  }
  const second = staff[0]?.username;
  if (second) await admin.call(addGroupMember, { params: { name: 'admin' }, body: { username: second } });
  return ids;
}

function liveUsers(staff: readonly Person[]): string[] {
  return staff
    .filter(({ isEnrolled }) => isEnrolled)
    .slice(1, 3)
    .map(({ username }) => username);
}

function liveUsersIn(name: string, staff: readonly Person[]): string[] {
  return name === 'support' ? liveUsers(staff) : [];
}

/** Devices of the regular user and another one at the first location, and of a third at the second. */
async function addLiveDevices(admin: Caller, staff: readonly Person[]) {
  const [first, second] = sites.filter(({ gateway }) => gateway === 'live');
  const [another = user.username, remote = user.username] = liveUsers(staff);
  const liveDevices: LiveDevice[] = [];
  const added: LoadedDevice[] = [];
  for (const [owner, name, site] of [
    [user.username, 'Travel laptop', first],
    [another, 'Office workstation', first],
    [remote, 'Field laptop', second],
  ] as const) {
    const keys = newKeyPair();
    const { device, configs } = await add(admin, owner, name, keys.publicKey);
    added.push(device);
    const config = configs.find((each) => each.network_name === site?.name)?.config;
    if (site && config)
      liveDevices.push({ owner, site, publicKey: keys.publicKey, configuration: withKey(config, keys) });
  }
  return { liveDevices, added };
}

function withKey(configuration: string, { privateKey }: KeyPair): string {
  return configuration.replace('YOUR_PRIVATE_KEY', privateKey);
}

async function add(admin: Caller, username: string, name: string, publicKey: string) {
  const body = { name, wireguard_pubkey: publicKey };
  const answer = await admin.call(addDevice, { params: { username }, body });
  if (!('configs' in answer)) throw new Error(`no configuration for ${name}`);
  const { device, configs } = answer;
  const loaded: LoadedDevice = {
    id: device.id,
    userId: device.user_id,
    kind: 'user',
    name,
    publicKey,
    createdAt: new Date(),
    locationIds: configs.map((config) => config.network_id),
  };
  return { device: loaded, configs };
}
