import { addDevice, deleteDevice, switchOnDevice, updateDevice } from '@gatewarden/contract/devices';
import { removeGroupMember, updateGroup } from '@gatewarden/contract/groups';
import { deleteLocation, updateLocation } from '@gatewarden/contract/locations';
import { getUser } from '@gatewarden/contract/users';
import { expect } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import type { Person } from '../../../test/given/given.ts';
import { locationBody, newKeys, removeNetwork } from '../../../test/given/network.ts';
import { type TestServer, test } from '../../../test/harness.ts';

test.beforeEach(({ server }) => removeNetwork(server));

/** The administrator on two cores, by turns. */
async function onBoth(server: TestServer, replica: TestServer) {
  const admin = await server.given.admin();
  const callers = [createCaller(server.url, admin.cookie), createCaller(replica.url, admin.cookie)] as const;
  return (nth: number) => callers[nth % 2 ? 1 : 0];
}

const newDevice = (name: string, { publicKey } = newKeys()) => ({ name, wireguard_pubkey: publicKey });
const tenTimes = <T>(work: (nth: number) => Promise<T>) =>
  Promise.all(Array.from({ length: 10 }, (_, nth) => work(nth)));

test('lets one of many concurrent requests take a key or a name, on two replicas', async ({ server, replica }) => {
  const caller = await onBoth(server, replica);
  await server.given.location();
  const users = await tenTimes(() => server.given.user());
  const keys = newKeys();
  const sameKey = await tenTimes((nth) =>
    caller(nth).try(addDevice, { params: { username: users[nth]?.username ?? '' }, body: newDevice('laptop', keys) }),
  );
  expect(sameKey.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
  expect(new Set(sameKey.map(({ body }) => body.code))).toEqual(new Set([undefined, 'public_key_taken']));

  const username = users[0]?.username ?? '';
  const sameName = await tenTimes((nth) =>
    caller(nth).try(addDevice, { params: { username }, body: newDevice('phone') }),
  );
  expect(sameName.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
  expect(new Set(sameName.map(({ body }) => body.code))).toEqual(new Set([undefined, 'device_name_taken']));
});

test('lets one of many concurrent edits take a name', async ({ server, replica }) => {
  const caller = await onBoth(server, replica);
  const admin = await server.given.admin();
  await server.given.location();
  const devices = await tenTimes(() => server.given.device(admin));
  const answers = await tenTimes((nth) =>
    caller(nth).try(updateDevice, { params: { id: String(devices[nth]?.device.id) }, body: newDevice('the one') }),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
});

test('assigns each address once, also the last one, on two replicas', async ({ server, replica }) => {
  const caller = await onBoth(server, replica);
  await server.given.location({ address: '10.1.0.1/29,fd00::1/64' });
  const users = await tenTimes(() => server.given.user());
  const answers = await tenTimes((nth) =>
    caller(nth).try(addDevice, { params: { username: users[nth]?.username ?? '' }, body: newDevice('laptop') }),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(5).fill(201), ...Array(5).fill(409)]);
  const addresses = answers.flatMap(({ body }) => body.configs?.flatMap((config) => config.address) ?? []);
  const expected = [2, 3, 4, 5, 6].flatMap((host) => [`10.1.0.${host}`, `fd00::${host}`]);
  expect(addresses.sort()).toEqual(expected.sort());
});

/** Blocks transactions before they change what the gateways of a location run, after they wrote what decides on it. */
async function lockStates(server: TestServer) {
  const transaction = await server.database.transaction();
  await transaction.query('select from location_state for update');
  return transaction;
}

async function locationsOf(server: TestServer, username: string): Promise<string[][]> {
  const { devices } = await (await server.given.admin()).call(getUser, { params: { username } });
  return devices.map(({ networks }) => networks.map((network) => network.network_name));
}

test('assigns a device that is being added to a location that is added concurrently', async ({ server }) => {
  const admin = await server.given.admin();
  await server.given.location({ name: 'a' });
  await using lock = await lockStates(server);
  const adding = server.given.device(admin);
  await server.database.untilBlocked(adding);
  const appearing = server.given.location({ name: 'b' });
  await server.database.untilBlocked(appearing, 2);
  await lock.commit();
  await Promise.all([adding, appearing]);
  expect(await locationsOf(server, admin.username)).toEqual([['a', 'b']]);
});

test("assigns a user's first device to a location that its owner gains concurrently", async ({ server }) => {
  const admin = await server.given.admin();
  const user = await server.given.user();
  const { name } = await server.given.group({ members: [user.username] });
  await server.given.location({ name: 'open' });
  await server.given.location({ name: 'restricted', allowed_groups: ['admin'] });
  await using lock = await lockStates(server);
  const adding = server.given.device(user);
  await server.database.untilBlocked(adding);
  const promoting = admin.call(updateGroup, { params: { name }, body: { name, is_admin: true } });
  await server.database.untilBlocked(promoting, 2);
  await lock.commit();
  await Promise.all([adding, promoting]);
  expect(await locationsOf(server, user.username)).toEqual([['open', 'restricted']]);
});

test('removes an assignment that a concurrent edit of the location adds', async ({ server }) => {
  const admin = await server.given.admin();
  const user = await server.given.user();
  const { name: group } = await server.given.group({ members: [user.username] });
  const { id } = await server.given.location({ name: 'a', address: '10.1.0.1/24', allowed_groups: ['admin'] });
  await server.given.device(user);
  await using lock = await lockStates(server);
  const body = locationBody(1, { name: 'a', allowed_groups: [group] });
  const editing = admin.call(updateLocation, { params: { id: String(id) }, body });
  await server.database.untilBlocked(editing);
  const leaving = admin.call(removeGroupMember, { params: { name: group, username: user.username } });
  await server.database.untilBlocked(leaving, 2);
  await lock.commit();
  await Promise.all([editing, leaving]);
  expect(await locationsOf(server, user.username)).toEqual([[]]);
});

test('sends gateways the new key of a device that a concurrently edited location admits', async ({ server }) => {
  const admin = await server.given.admin();
  const user = await server.given.user();
  const { id } = await server.given.location({ name: 'a', address: '10.1.0.1/24', allowed_groups: ['admin'] });
  const { device } = await server.given.device(user);
  await using lock = await lockStates(server);
  const params = { id: String(id) };
  const editing = admin.call(updateLocation, { params, body: locationBody(1, { name: 'a' }) });
  await server.database.untilBlocked(editing);
  const body = newDevice('laptop');
  const changing = user.call(updateDevice, { params: { id: String(device.id) }, body });
  await server.database.untilBlocked(changing, 2);
  await lock.commit();
  await Promise.all([editing, changing]);
  const peers = await server.database.query('select public_key from peer where not removed');
  expect(peers).toEqual([{ public_key: body.wireguard_pubkey }]);
});

test('changes the name and key of a device while a device of another owner is being added', async ({ server }) => {
  const [first, second] = [await server.given.user(), await server.given.user()];
  const { name } = await server.given.group({ members: [first.username] });
  const restricted = await server.given.location({ name: 'restricted', allowed_groups: [name] });
  await server.given.location({ name: 'open' });
  const { device } = await server.given.device(second);
  // the new device is added to this location first, and then to the one of the other owner
  await using lock = await server.database.transaction();
  await lock.query('select from location_state where location_id = $1 for update', [restricted.id]);
  const adding = server.given.device(first);
  await server.database.untilBlocked(adding);
  const update = async (body: { name: string; wireguard_pubkey: string }) =>
    (await second.call(updateDevice, { params: { id: String(device.id) }, body })).name;
  expect(await update({ name: 'renamed', wireguard_pubkey: device.wireguard_pubkey })).toBe('renamed');
  expect(await update(newDevice('new key'))).toBe('new key');
  await lock.commit();
  await adding;
});

test('changes the key of a device while one of its locations is deleted', async ({ server }) => {
  const admin = await server.given.admin();
  const user = await server.given.user();
  const [deleted] = [await server.given.location({ name: 'a' }), await server.given.location({ name: 'b' })];
  const { device } = await server.given.device(user);
  await using lock = await lockStates(server);
  const deleting = admin.call(deleteLocation, { params: { id: String(deleted.id) } });
  await server.database.untilBlocked(deleting);
  const body = newDevice('laptop');
  const changing = user.call(updateDevice, { params: { id: String(device.id) }, body });
  await server.database.untilBlocked(changing, 2);
  await lock.commit();
  await Promise.all([deleting, changing]);
  const peers = await server.database.query('select public_key from peer where not removed');
  expect(peers).toEqual([{ public_key: body.wireguard_pubkey }]);
});

test('makes two concurrent changes of the same device one after the other', async ({ server }) => {
  const user = await server.given.user();
  await server.given.location();
  const { device } = await server.given.device(user);
  const params = { id: String(device.id) };
  await using lock = await lockStates(server);
  const [first, second] = [newDevice('first'), newDevice('second')];
  const one = user.call(updateDevice, { params, body: first });
  await server.database.untilBlocked(one);
  const other = user.call(updateDevice, { params, body: second });
  await server.database.untilBlocked(other, 2);
  await lock.commit();
  await Promise.all([one, other]);
  const [peer] = await server.database.query('select public_key from peer where not removed');
  const [stored] = await server.database.query('select public_key from device');
  expect([peer, stored]).toEqual([{ public_key: second.wireguard_pubkey }, { public_key: second.wireguard_pubkey }]);
});

const remove = (by: Person, { device }: { device: { id: number } }) =>
  by.call(deleteDevice, { params: { id: String(device.id) } });

/** The addresses of all devices, in order. */
const addressesOf = async (server: TestServer) =>
  (await server.database.query('select host(address) as address from device_address order by address')).map(
    ({ address }) => address,
  );

const peersOf = (server: TestServer) => server.database.query('select public_key from peer where not removed');

test('releases the address of a device that is deleted while another one is being added', async ({ server }) => {
  const [first, second] = [await server.given.user(), await server.given.user()];
  await server.given.location({ address: '10.1.0.1/24' });
  const deleted = await server.given.device(first);
  await using lock = await lockStates(server);
  const adding = server.given.device(second);
  await server.database.untilBlocked(adding);
  const removing = remove(first, deleted);
  await server.database.untilBlocked(removing, 2);
  await lock.commit();
  const [added] = await Promise.all([adding, removing]);
  expect(await addressesOf(server)).toEqual(['10.1.0.3']);
  expect(await peersOf(server)).toEqual([{ public_key: added.publicKey }]);
  await server.given.device(first);
  await server.given.device(second);
  expect(await addressesOf(server)).toEqual(['10.1.0.2', '10.1.0.3', '10.1.0.4']);
});

test('assigns an address once if the device that had it is deleted while another one is being added', async ({
  server,
}) => {
  const [first, second] = [await server.given.user(), await server.given.user()];
  await server.given.location({ address: '10.1.0.1/24' });
  const deleted = await server.given.device(first);
  await using lock = await lockStates(server);
  const removing = remove(first, deleted);
  await server.database.untilBlocked(removing);
  const adding = server.given.device(second);
  await server.database.untilBlocked(adding, 2);
  await lock.commit();
  await Promise.all([removing, adding]);
  await server.given.device(first);
  await server.given.device(second);
  expect(await addressesOf(server)).toEqual(['10.1.0.2', '10.1.0.3', '10.1.0.4']);
});

for (const order of ['before', 'after']) {
  test(`deletes a device ${order} a concurrent edit admits it and moves the network`, async ({ server }) => {
    const [admin, user] = [await server.given.admin(), await server.given.user()];
    const { id } = await server.given.location({ name: 'a', address: '10.1.0.1/24', allowed_groups: ['admin'] });
    await server.given.location({ name: 'b', address: '10.2.0.1/24' });
    const deleted = await server.given.device(user);
    const remaining = await server.given.device(admin);
    const body = locationBody(1, { name: 'a', address: '10.9.0.1/24' });
    const works = [
      () => remove(user, deleted),
      () => admin.call(updateLocation, { params: { id: String(id) }, body }),
    ] as const;
    await runBlocked(server, order === 'before' ? works : works.toReversed());
    expect(await peersOf(server)).toEqual([{ public_key: remaining.publicKey }, { public_key: remaining.publicKey }]);
    await server.given.device(user);
    expect(await addressesOf(server)).toEqual(['10.2.0.2', '10.2.0.3', '10.9.0.2', '10.9.0.3']);
  });

  test(`deletes a device ${order} one of its locations is deleted concurrently`, async ({ server }) => {
    const [admin, user] = [await server.given.admin(), await server.given.user()];
    const location = await server.given.location({ name: 'a' });
    await server.given.location({ name: 'b' });
    const deleted = await server.given.device(user);
    const works = [
      () => remove(user, deleted),
      () => admin.call(deleteLocation, { params: { id: String(location.id) } }),
    ] as const;
    await runBlocked(server, order === 'before' ? works : works.toReversed());
    expect(await peersOf(server)).toEqual([]);
    expect(await server.database.query('select name from location')).toEqual([{ name: 'b' }]);
  });
}

/** Starts each work when the one before it is blocked, and lets all of them end. */
async function runBlocked(server: TestServer, works: readonly (() => Promise<unknown>)[]): Promise<void> {
  await using lock = await lockStates(server);
  const running: Promise<unknown>[] = [];
  for (const work of works) {
    const started = work();
    running.push(started);
    await server.database.untilBlocked(started, running.length);
  }
  await lock.commit();
  await Promise.all(running);
}

test('deletes a device once', async ({ server }) => {
  const user = await server.given.user();
  await server.given.location();
  const { device } = await server.given.device(user);
  const params = { id: String(device.id) };
  await using lock = await lockStates(server);
  const one = user.try(deleteDevice, { params });
  await server.database.untilBlocked(one);
  const other = user.try(deleteDevice, { params });
  await server.database.untilBlocked(other, 2);
  await lock.commit();
  expect([(await one).status, (await other).status]).toEqual([200, 404]);
});

test('deletes and switches on devices while a device of another owner is being added', async ({ server }) => {
  const [first, second] = [await server.given.user(), await server.given.user()];
  const { name } = await server.given.group({ members: [first.username] });
  const restricted = await server.given.location({ name: 'restricted', allowed_groups: [name] });
  await server.given.location({ name: 'open' });
  const [deleted, stopped] = [await server.given.device(second), await server.given.device(second)];
  await server.database.query('update device set stopped_at = now() where id = $1', [stopped.device.id]);
  // the new device already has an address in the location of the others, and is a peer of none yet
  await using lock = await server.database.transaction();
  await lock.query('select from location_state where location_id = $1 for update', [restricted.id]);
  const adding = server.given.device(first);
  await server.database.untilBlocked(adding);
  await remove(second, deleted);
  await second.call(switchOnDevice, { params: { id: String(stopped.device.id) } });
  expect(await peersOf(server)).toEqual([{ public_key: stopped.publicKey }]);
  await lock.commit();
  await adding;
  expect(await locationsOf(server, second.username)).toEqual([['open']]);
});

test('sends gateways a device that is switched on while an edit of a location admits it', async ({ server }) => {
  const [admin, user] = [await server.given.admin(), await server.given.user()];
  const { id } = await server.given.location({ name: 'a', address: '10.1.0.1/24', allowed_groups: ['admin'] });
  const { device, publicKey } = await server.given.device(user);
  await server.database.query('update device set stopped_at = now() where id = $1', [device.id]);
  const body = locationBody(1, { name: 'a' });
  await runBlocked(server, [
    () => admin.call(updateLocation, { params: { id: String(id) }, body }),
    () => user.call(switchOnDevice, { params: { id: String(device.id) } }),
  ]);
  expect(await peersOf(server)).toEqual([{ public_key: publicKey }]);
});
