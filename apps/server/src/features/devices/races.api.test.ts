import { addDevice, updateDevice } from '@gatewarden/contract/devices';
import { removeGroupMember, updateGroup } from '@gatewarden/contract/groups';
import { deleteLocation, updateLocation } from '@gatewarden/contract/locations';
import { getUser } from '@gatewarden/contract/users';
import { expect, it } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import { locationBody, newKeys } from '../../../test/given/network.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';

/** The administrator on both of two cores, who take turns. */
async function onBoth(server: TestServer, replica: TestServer) {
  const admin = await server.given.admin();
  const callers = [createCaller(server.url, admin.cookie), createCaller(replica.url, admin.cookie)] as const;
  return (nth: number) => callers[nth % 2 ? 1 : 0];
}

const newDevice = (name: string, { publicKey } = newKeys()) => ({ name, wireguard_pubkey: publicKey });
const tenTimes = <T>(work: (nth: number) => Promise<T>) =>
  Promise.all(Array.from({ length: 10 }, (_, nth) => work(nth)));

it('lets one of many take a key or a name, on two replicas', async () => {
  await using server = await startTestServer();
  await using replica = await server.startReplica();
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

it('lets one of many devices be edited to a name', async () => {
  await using server = await startTestServer();
  await using replica = await server.startReplica();
  const caller = await onBoth(server, replica);
  const admin = await server.given.admin();
  await server.given.location();
  const devices = await tenTimes(() => server.given.device(admin));
  const answers = await tenTimes((nth) =>
    caller(nth).try(updateDevice, { params: { id: String(devices[nth]?.device.id) }, body: newDevice('the one') }),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
});

it('gives no address twice and hands out the last one once, on two replicas', async () => {
  await using server = await startTestServer();
  await using replica = await server.startReplica();
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

/** Stops whoever changes what the gateways of a location run: all that decides over it is written by then. */
async function holdStates(server: TestServer) {
  const transaction = await server.database.transaction();
  await transaction.query('select from location_state for update');
  return transaction;
}

async function placesOf(server: TestServer, username: string): Promise<string[][]> {
  const { devices } = await (await server.given.admin()).call(getUser, { params: { username } });
  return devices.map(({ networks }) => networks.map((network) => network.network_name));
}

it('gives a device that is being added a place in a location that appears meanwhile', async () => {
  await using server = await startTestServer();
  const admin = await server.given.admin();
  await server.given.location({ name: 'a' });
  await using held = await holdStates(server);
  const adding = server.given.device(admin);
  await server.database.untilBlocked(adding);
  const appearing = server.given.location({ name: 'b' });
  await server.database.untilBlocked(appearing, 2);
  await held.commit();
  await Promise.all([adding, appearing]);
  expect(await placesOf(server, admin.username)).toEqual([['a', 'b']]);
});

it("gives somebody's first device a place that its owner gets meanwhile", async () => {
  await using server = await startTestServer();
  const admin = await server.given.admin();
  const user = await server.given.user();
  const { name } = await server.given.group({ members: [user.username] });
  await server.given.location({ name: 'open' });
  await server.given.location({ name: 'restricted', allowed_groups: ['admin'] });
  await using held = await holdStates(server);
  const adding = server.given.device(user);
  await server.database.untilBlocked(adding);
  const promoting = admin.call(updateGroup, { params: { name }, body: { name, is_admin: true } });
  await server.database.untilBlocked(promoting, 2);
  await held.commit();
  await Promise.all([adding, promoting]);
  expect(await placesOf(server, user.username)).toEqual([['open', 'restricted']]);
});

it('takes away a place that a device got from an edit of the location meanwhile', async () => {
  await using server = await startTestServer();
  const admin = await server.given.admin();
  const user = await server.given.user();
  const { name: group } = await server.given.group({ members: [user.username] });
  const { id } = await server.given.location({ name: 'a', allowed_groups: ['admin'] });
  await server.given.device(user);
  await using held = await holdStates(server);
  const body = locationBody(1, { name: 'a', allowed_groups: [group] });
  const editing = admin.call(updateLocation, { params: { id: String(id) }, body });
  await server.database.untilBlocked(editing);
  const leaving = admin.call(removeGroupMember, { params: { name: group, username: user.username } });
  await server.database.untilBlocked(leaving, 2);
  await held.commit();
  await Promise.all([editing, leaving]);
  expect(await placesOf(server, user.username)).toEqual([[]]);
});

it('gives gateways the new key of a device that an edited location lets in meanwhile', async () => {
  await using server = await startTestServer();
  const admin = await server.given.admin();
  const user = await server.given.user();
  const { id } = await server.given.location({ name: 'a', allowed_groups: ['admin'] });
  const { device } = await server.given.device(user);
  await using held = await holdStates(server);
  const params = { id: String(id) };
  const editing = admin.call(updateLocation, { params, body: locationBody(1, { name: 'a' }) });
  await server.database.untilBlocked(editing);
  const body = newDevice('laptop');
  const changing = user.call(updateDevice, { params: { id: String(device.id) }, body });
  await server.database.untilBlocked(changing, 2);
  await held.commit();
  await Promise.all([editing, changing]);
  const peers = await server.database.query('select public_key from peer where not removed');
  expect(peers).toEqual([{ public_key: body.wireguard_pubkey }]);
});

it('renames a device and gives it another key while a device of another owner is being added', async () => {
  await using server = await startTestServer();
  const [first, second] = [await server.given.user(), await server.given.user()];
  const { name } = await server.given.group({ members: [first.username] });
  const restricted = await server.given.location({ name: 'restricted', allowed_groups: [name] });
  await server.given.location({ name: 'open' });
  const { device } = await server.given.device(second);
  // the new device is added to this location first, and then to the one of the other owner
  await using held = await server.database.transaction();
  await held.query('select from location_state where location_id = $1 for update', [restricted.id]);
  const adding = server.given.device(first);
  await server.database.untilBlocked(adding);
  const update = async (body: { name: string; wireguard_pubkey: string }) =>
    (await second.call(updateDevice, { params: { id: String(device.id) }, body })).name;
  expect(await update({ name: 'renamed', wireguard_pubkey: device.wireguard_pubkey })).toBe('renamed');
  expect(await update(newDevice('new key'))).toBe('new key');
  await held.commit();
  await adding;
});

it('gives a device another key while one of its locations is deleted', async () => {
  await using server = await startTestServer();
  const admin = await server.given.admin();
  const user = await server.given.user();
  const [gone] = [await server.given.location({ name: 'a' }), await server.given.location({ name: 'b' })];
  const { device } = await server.given.device(user);
  await using held = await holdStates(server);
  const deleting = admin.call(deleteLocation, { params: { id: String(gone.id) } });
  await server.database.untilBlocked(deleting);
  const body = newDevice('laptop');
  const changing = user.call(updateDevice, { params: { id: String(device.id) }, body });
  await server.database.untilBlocked(changing, 2);
  await held.commit();
  await Promise.all([deleting, changing]);
  const peers = await server.database.query('select public_key from peer where not removed');
  expect(peers).toEqual([{ public_key: body.wireguard_pubkey }]);
});

it('makes one of two changes of the same device after the other', async () => {
  await using server = await startTestServer();
  const user = await server.given.user();
  await server.given.location();
  const { device } = await server.given.device(user);
  const params = { id: String(device.id) };
  await using held = await holdStates(server);
  const [first, second] = [newDevice('first'), newDevice('second')];
  const one = user.call(updateDevice, { params, body: first });
  await server.database.untilBlocked(one);
  const other = user.call(updateDevice, { params, body: second });
  await server.database.untilBlocked(other, 2);
  await held.commit();
  await Promise.all([one, other]);
  const [peer] = await server.database.query('select public_key from peer where not removed');
  const [stored] = await server.database.query('select public_key from device');
  expect([peer, stored]).toEqual([{ public_key: second.wireguard_pubkey }, { public_key: second.wireguard_pubkey }]);
});
