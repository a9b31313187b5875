import { endSession, listSessions } from '@gatewarden/contract/auth';
import {
  addDevice,
  type Device,
  deleteDevice,
  getDevice,
  restoreDevice,
  updateDevice,
} from '@gatewarden/contract/devices';
import { stopUser } from '@gatewarden/contract/emergency-stop';
import { removeGroupMember } from '@gatewarden/contract/groups';
import { updateLocation } from '@gatewarden/contract/locations';
import { patchSettings } from '@gatewarden/contract/settings';
import { getUser, updateUser } from '@gatewarden/contract/users';
import { describe, expect } from 'vitest';
import type { Caller } from '../../../test/caller.ts';
import { makeProofStale } from '../../../test/given/accounts.ts';
import { givenProgram } from '../../../test/given/api-tokens.ts';
import { latestEntry } from '../../../test/given/latest-entry.ts';
import { locationBody, newKeys, removeNetwork } from '../../../test/given/network.ts';
import { startTestServer, test } from '../../../test/harness.ts';

test.beforeEach(({ server }) => removeNetwork(server));

const paramsOf = ({ id }: Pick<Device, 'id'>) => ({ params: { id: String(id) } });
const expired = { status: 404, body: { code: 'undo_expired' } };

async function addressesOf(caller: Caller, username: string, { id }: Device): Promise<unknown> {
  const { devices } = await caller.call(getUser, { params: { username } });
  return devices.find((device) => device.id === id)?.networks.map(({ device_wireguard_ips: ips }) => ips);
}

describe('restoring a device', () => {
  test('brings back all of it and its peer, as one entry of the log', async ({ server }) => {
    const owner = await server.given.user();
    const location = await server.given.location({ address: '10.1.0.1/24,fd00::1/64' });
    await server.given.device(owner);
    const { device, publicKey } = await server.given.device(owner);
    const body = { name: 'Laptop', wireguard_pubkey: publicKey, description: 'in the office' };
    const before = await owner.call(updateDevice, { ...paramsOf(device), body });
    const addresses = await addressesOf(owner, owner.username, device);
    await using gateway = await server.connectGateway(location);
    await owner.call(deleteDevice, paramsOf(device));
    await gateway.until(({ state }) => state?.peers.has(publicKey) === false);
    expect(await owner.try(restoreDevice, paramsOf(device))).toMatchObject({
      status: 201,
      body: { device: before, readdressed_locations: [] },
    });
    await gateway.until(({ state }) => state?.peers.has(publicKey) === true);
    expect(await owner.call(getDevice, paramsOf(device))).toEqual(before);
    expect(await addressesOf(owner, owner.username, device)).toEqual(addresses);
    const published = (await server.events()).map(({ type }) => type).filter((type) => type.startsWith('device.'));
    expect(published.slice(-2)).toEqual(['device.removed', 'device.restored']);
    expect(await latestEntry(server, 'device_restored')).toMatchObject({
      description: `Device Laptop of ${owner.username}`,
    });
  });

  test('names the locations in which another device has its address meanwhile', async ({ server }) => {
    const [owner, other] = [await server.given.user(), await server.given.user()];
    await server.given.location({ name: 'Seoul', address: '10.1.0.1/24' });
    const { device } = await server.given.device(owner);
    await owner.call(deleteDevice, paramsOf(device));
    expect((await server.given.device(other)).configs).toMatchObject([{ address: ['10.1.0.2'] }]);
    await server.given.location({ name: 'Warsaw', address: '10.2.0.1/24' });
    expect(await owner.call(restoreDevice, paramsOf(device))).toMatchObject({
      readdressed_locations: ['Seoul', 'Warsaw'],
    });
    expect(await addressesOf(owner, owner.username, device)).toEqual([['10.1.0.3'], ['10.2.0.3']]);
  });

  test('gives it no address in a network that was renumbered', async ({ server }) => {
    const owner = await server.given.user();
    const location = await server.given.location({ name: 'Seoul', address: '10.1.0.1/24' });
    const { device } = await server.given.device(owner);
    await owner.call(deleteDevice, paramsOf(device));
    const body = { ...locationBody(1, { name: 'Seoul' }), address: '10.7.0.1/24' };
    await (await server.given.admin()).call(updateLocation, { params: { id: String(location.id) }, body });
    await owner.call(restoreDevice, paramsOf(device));
    expect(await addressesOf(owner, owner.username, device)).toEqual([['10.7.0.2']]);
  });

  test('works once, also for two requests at the same time', async ({ server }) => {
    const owner = await server.given.user();
    await server.given.location();
    const { device } = await server.given.device(owner);
    await owner.call(deleteDevice, paramsOf(device));
    const answers = await Promise.all([1, 2, 3].map(() => owner.try(restoreDevice, paramsOf(device))));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 404, 404]);
    await owner.call(deleteDevice, paramsOf(device));
    expect((await owner.try(restoreDevice, paramsOf(device))).status).toBe(201);
  });

  test('is refused after two minutes', async () => {
    await using server = await startTestServer();
    const owner = await server.given.user();
    await server.given.location();
    const { device } = await server.given.device(owner);
    await owner.call(deleteDevice, paramsOf(device));
    server.clock.advance({ minutes: 2 });
    expect(await owner.try(restoreDevice, paramsOf(device))).toMatchObject(expired);
  });

  test('is refused to all others: users, administrators, other sessions and API tokens', async ({ server }) => {
    const [owner, other, admin] = [
      await server.given.user(),
      await server.given.user(),
      await server.given.user({ groups: ['admin'] }),
    ];
    const elsewhere = await server.given.signedIn(owner.username);
    const program = await givenProgram(server, admin);
    await server.given.location();
    const { device } = await server.given.device(owner);
    await owner.call(deleteDevice, paramsOf(device));
    for (const caller of [other, admin, elsewhere, program]) {
      expect(await caller.try(restoreDevice, paramsOf(device))).toMatchObject(expired);
    }
    expect((await server.stranger().try(restoreDevice, paramsOf(device))).status).toBe(401);
    expect(await owner.try(restoreDevice, paramsOf({ id: 2_000_000_000 }))).toMatchObject(expired);
    expect((await owner.try(restoreDevice, paramsOf(device))).status).toBe(201);
  });

  test('is not possible for what an API token removed', async ({ server }) => {
    const admin = await server.given.user({ groups: ['admin'] });
    await server.given.location();
    const { device } = await server.given.device(admin);
    await (await givenProgram(server, admin)).call(deleteDevice, paramsOf(device));
    expect(await admin.try(restoreDevice, paramsOf(device))).toMatchObject(expired);
  });

  test('ends with the session that removed it', async ({ server }) => {
    const owner = await server.given.user();
    const other = await server.given.signedIn(owner.username);
    await server.given.location();
    const { device } = await server.given.device(owner);
    await owner.call(deleteDevice, paramsOf(device));
    const { username } = owner;
    const sessions = await owner.call(listSessions, { params: { username } });
    const current = sessions.find((session) => session.is_current);
    await other.call(endSession, { params: { username, id: String(current?.id) } });
    expect((await owner.try(restoreDevice, paramsOf(device))).status).toBe(401);
    expect(await server.database.query(`select from removed_device where id = ${device.id}`)).toEqual([]);
  });

  test('respects what others took meanwhile', async ({ server }) => {
    const [owner, other] = [await server.given.user(), await server.given.user()];
    await server.given.location();
    const { device, publicKey } = await server.given.device(owner);
    await owner.call(deleteDevice, paramsOf(device));
    const thief = await other.call(addDevice, {
      params: { username: other.username },
      body: { name: 'thief', wireguard_pubkey: publicKey },
    });
    expect(await owner.try(restoreDevice, paramsOf(device))).toMatchObject({
      status: 409,
      body: { code: 'public_key_taken' },
    });
    await other.call(deleteDevice, paramsOf((thief as { device: Device }).device));
    const next = await server.given.device(owner, { name: device.name });
    expect(await owner.try(restoreDevice, paramsOf(device))).toMatchObject({
      status: 409,
      body: { code: 'device_name_taken' },
    });
    await owner.call(updateDevice, {
      ...paramsOf(next.device),
      body: { name: 'renamed', wireguard_pubkey: newKeys().publicKey },
    });
    expect((await owner.try(restoreDevice, paramsOf(device))).status).toBe(201);
  });

  test('gives access only to what the owner may use now', async ({ server }) => {
    const admin = await server.given.user({ groups: ['admin'] });
    const { name } = await server.given.group();
    const owner = await server.given.user({ groups: [name] });
    await server.given.location({ name: 'open' });
    await server.given.location({ name: 'restricted', allowed_groups: [name] });
    const { device } = await server.given.device(owner);
    await admin.call(deleteDevice, paramsOf(device));
    await admin.call(removeGroupMember, { params: { name, username: owner.username } });
    await admin.call(restoreDevice, paramsOf(device));
    const { devices } = await owner.call(getUser, { params: { username: owner.username } });
    expect(devices.map(({ networks }) => networks.map(({ network_name }) => network_name))).toEqual([['open']]);
  });

  test('leaves a device of a disabled owner without access', async ({ server }) => {
    const [admin, owner] = [await server.given.user({ groups: ['admin'] }), await server.given.user()];
    const location = await server.given.location();
    const { device } = await server.given.device(owner);
    await using gateway = await server.connectGateway(location);
    await admin.call(deleteDevice, paramsOf(device));
    await admin.call(updateUser, { params: { username: owner.username }, body: { is_active: false } });
    expect((await owner.try(restoreDevice, paramsOf(device))).status).toBe(401);
    expect((await admin.try(restoreDevice, paramsOf(device))).status).toBe(201);
    expect(await addressesOf(admin, owner.username, device)).toEqual([]);
    expect(gateway.state?.peers.size).toBe(0);
  });

  test('is refused after an emergency stop of the owner', async ({ server }) => {
    const [admin, owner] = [await server.given.user({ groups: ['admin'] }), await server.given.user()];
    await server.given.location();
    const { device } = await server.given.device(owner);
    await admin.call(deleteDevice, paramsOf(device));
    await admin.call(stopUser, { params: { username: owner.username }, body: { disable: false, devices: true } });
    expect(await admin.try(restoreDevice, paramsOf(device))).toMatchObject(expired);
  });

  test('of another user requires a recent proof', async ({ server }) => {
    const [admin, owner] = [await server.given.user({ groups: ['admin'] }), await server.given.user()];
    await server.given.location();
    const { device } = await server.given.device(owner);
    await admin.call(deleteDevice, paramsOf(device));
    await makeProofStale(server, admin);
    expect(await admin.try(restoreDevice, paramsOf(device))).toMatchObject({
      status: 403,
      body: { code: 'proof_required' },
    });
  });

  test('is refused where the owner has reached the limit of devices', async () => {
    await using server = await startTestServer();
    const [admin, owner] = [await server.given.admin(), await server.given.user()];
    await server.given.location();
    const { device } = await server.given.device(owner);
    await owner.call(deleteDevice, paramsOf(device));
    await admin.call(patchSettings, { body: { devices_per_user: 1 } });
    await server.given.device(owner);
    expect(await owner.try(restoreDevice, paramsOf(device))).toMatchObject({
      status: 409,
      body: { code: 'device_limit_reached' },
    });
  });
});

test('gives a device its former addresses when its owner may use a location again', async ({ server }) => {
  const admin = await server.given.user({ groups: ['admin'] });
  const owners = [await server.given.user(), await server.given.user(), await server.given.user()];
  await server.given.location({ address: '10.1.0.1/24' });
  const devices: Device[] = [];
  for (const owner of owners) devices.push((await server.given.device(owner)).device);
  const all = () => Promise.all(owners.map(({ username }, i) => addressesOf(admin, username, devices[i] as Device)));
  const before = await all();
  const setActive = (username: string, is_active: boolean) =>
    admin.call(updateUser, { params: { username }, body: { is_active } });
  for (const { username } of owners) await setActive(username, false);
  expect(await all()).toEqual([[], [], []]);
  for (const { username } of owners.toReversed()) await setActive(username, true);
  expect(await all()).toEqual(before);
});

test('gives no other device a former address that is taken back after the networks changed', async ({ server }) => {
  const admin = await server.given.user({ groups: ['admin'] });
  const [former, other] = [await server.given.user(), await server.given.user()];
  const { name: formers } = await server.given.group({ members: [former.username] });
  const { name: others } = await server.given.group({ members: [other.username] });
  await server.given.location({ name: 'open' });
  const { id } = await server.given.location({ name: 'restricted', allowed_groups: [formers] });
  const devices = [(await server.given.device(former)).device, (await server.given.device(other)).device] as const;
  const edit = (address: string, allowed_groups: string[]) =>
    admin.call(updateLocation, {
      params: { id: String(id) },
      body: locationBody(2, { name: 'restricted', address, allowed_groups }),
    });
  await edit('10.9.0.1/25', [formers]);
  await edit('10.9.0.1/24', [formers]);
  await edit('10.9.0.1/24', ['admin']);
  await edit('10.9.0.1/24', [formers, others]);
  expect(await addressesOf(admin, former.username, devices[0])).toContainEqual(['10.9.0.2']);
  expect(await addressesOf(admin, other.username, devices[1])).toContainEqual(['10.9.0.3']);
});
