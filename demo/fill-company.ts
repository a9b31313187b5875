import { addDevice } from '@gatewarden/contract/devices';
import { addGroup, addGroupMember } from '@gatewarden/contract/groups';
import { addLocation } from '@gatewarden/contract/locations';
import { patchSettings } from '@gatewarden/contract/settings';
import { completeSetup } from '@gatewarden/contract/setup';
import { addUser, updateUser } from '@gatewarden/contract/users';
import type { Caller } from '../apps/server/test/caller.ts';
import { newPublicKey } from '../bench/data-set/devices.ts';
import { makePeople, type Person } from '../bench/data-set/people.ts';
import { createRandom, type Random } from '../bench/data-set/random.ts';
import { administrator, deviceNames, instanceName, password, peopleCount, type Site, sites, teams } from './company.ts';

export interface Company {
  /** Those who work there, in no order that means anything. */
  readonly people: readonly Person[];
}

const random = createRandom('demo');

/** Makes administrator, people, teams, locations and devices, as an administrator would. `admin` ends signed in. */
export async function fillCompany(admin: Caller, setupLink: string): Promise<Company> {
  const token = new URL(setupLink).searchParams.get('token') ?? '';
  await admin.call(completeSetup, { body: { ...administrator, password, token } });
  await admin.call(patchSettings, { body: { instance_name: instanceName } });
  const people = makePeople(peopleCount, random.fork('people'), new Date());
  for (const person of people) await admin.call(addUser, { body: toUser(person) });
  const everybody = people.map(({ username }) => username);
  for (const { name, size } of teams) {
    await admin.call(addGroup, { body: { name, members: pickSome(everybody, size, random) } });
  }
  await admin.call(addGroupMember, { params: { name: 'admin' }, body: { username: everybody[0] ?? '' } });
  for (const [index, site] of sites.entries()) await admin.call(addLocation, { body: toLocation(site, index) });
  for (const { username } of people) await addDevices(admin, username);
  const [left, ...working] = people;
  for (const person of people.filter(({ isActive }) => !isActive)) await disable(admin, person);
  return { people: [left, ...working].filter((person) => person?.isActive === true) as Person[] };
}

async function disable(admin: Caller, { username }: Person): Promise<void> {
  await admin.call(updateUser, { params: { username }, body: { is_active: false } });
}

async function addDevices(admin: Caller, username: string): Promise<void> {
  for (const name of pickSome(deviceNames, 1 + random.below(3), random)) {
    await admin.call(addDevice, { params: { username }, body: { name, wireguard_pubkey: newPublicKey(random) } });
  }
}

function toUser({ username, firstName, lastName, email, phone, isEnrolled }: Person) {
  const names = { username, first_name: firstName, last_name: lastName, email, phone: phone ?? null };
  return isEnrolled ? { ...names, password } : names;
}

function toLocation(site: Site, index: number) {
  return {
    name: site.name,
    address: site.networks.join(', '),
    endpoint: site.endpoint,
    port: 51_820 + index,
    allowed_ips: site.allowedIps.join(', '),
    dns: '10.0.0.53',
    allowed_groups: [...site.teams],
    keepalive_interval: 25,
    peer_disconnect_threshold: 180,
    acl_enabled: false,
    acl_default_allow: false,
    location_mfa_mode: 'disabled' as const,
  };
}

/** That many different ones. */
function pickSome<T>(list: readonly T[], count: number, source: Random): T[] {
  const left = [...list];
  return Array.from({ length: Math.min(count, left.length) }, () => left.splice(source.below(left.length), 1)).flat();
}
