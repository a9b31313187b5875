import { listDevices } from '@gatewarden/contract/devices';
import { addLocation, listLocations, updateLocation } from '@gatewarden/contract/locations';
import { getUser } from '@gatewarden/contract/users';
import { expect } from 'vitest';
import type { Person } from '../../../test/given/given.ts';
import { locationBody, removeNetwork } from '../../../test/given/network.ts';
import { type TestServer, test } from '../../../test/harness.ts';

test.beforeEach(({ server }) => removeNetwork(server));

/** Addresses of each of the user's devices, oldest first, by location. */
async function addressesOf(server: TestServer, { username }: Person): Promise<Record<string, string[]>[]> {
  const admin = await server.given.admin();
  const { devices } = await admin.call(getUser, { params: { username } });
  return devices.map(({ networks }) =>
    Object.fromEntries(networks.map((network) => [network.network_name, network.device_wireguard_ips])),
  );
}

test('gives all existing devices addresses in a new location', async ({ server }) => {
  const user = await server.given.user();
  await server.given.location({ name: 'a', address: '10.1.0.1/24' });
  await server.given.device(user);
  await server.given.device(user);
  await server.given.location({ name: 'b', address: '10.2.0.1/24,fd00:2::1/64' });
  expect(await addressesOf(server, user)).toEqual([
    { a: ['10.1.0.2'], b: ['10.2.0.2', 'fd00:2::2'] },
    { a: ['10.1.0.3'], b: ['10.2.0.3', 'fd00:2::3'] },
  ]);
});

test('retains addresses that still fit when networks change and replaces the others', async ({ server }) => {
  const user = await server.given.user();
  const admin = await server.given.admin();
  const { id } = await server.given.location({ name: 'a', address: '10.1.0.1/29' });
  for (let device = 0; device < 4; device += 1) await server.given.device(user);
  const edit = (address: string) =>
    admin.call(updateLocation, { params: { id: String(id) }, body: locationBody(1, { name: 'a', address }) });
  const addresses = async () => (await addressesOf(server, user)).map((locations) => locations['a']?.join());

  expect(await addresses()).toEqual(['10.1.0.2', '10.1.0.3', '10.1.0.4', '10.1.0.5']);
  await edit('10.1.0.3/24');
  expect(await addresses()).toEqual(['10.1.0.2', '10.1.0.1', '10.1.0.4', '10.1.0.5']);
  await edit('fd00::1/64, 10.1.0.3/24');
  expect(await addresses()).toEqual(['fd00::2,10.1.0.2', 'fd00::3,10.1.0.1', 'fd00::4,10.1.0.4', 'fd00::5,10.1.0.5']);
  await edit('10.1.0.6/29, fd00::1/64');
  expect(await addresses()).toEqual(['10.1.0.2,fd00::2', '10.1.0.1,fd00::3', '10.1.0.4,fd00::4', '10.1.0.5,fd00::5']);
  await edit('10.7.0.1/24');
  expect(await addresses()).toEqual(['10.7.0.2', '10.7.0.3', '10.7.0.4', '10.7.0.5']);
});

test('rejects networks that are too small for the devices, and changes nothing', async ({ server }) => {
  const admin = await server.given.admin();
  const { id } = await server.given.location({ name: 'a', address: '10.1.0.1/24,fd00:1::1/64' });
  for (let device = 0; device < 3; device += 1) await server.given.device(admin);
  const before = [await admin.call(listLocations, {}), await addressesOf(server, admin)];
  for (const [address, network] of [
    ['10.1.0.1/30,fd00:1::1/64', '10.1.0.1/30'],
    ['10.1.0.1/24,fd00:1::1/127', 'fd00:1::1/127'],
    ['10.1.0.1', '10.1.0.1/32'],
  ] as const) {
    const body = locationBody(1, { name: 'renamed', address });
    const refused = {
      status: 400,
      body: { code: 'network_too_small', field: 'address', details: { network, devices: 3 } },
    };
    expect(await admin.try(updateLocation, { params: { id: String(id) }, body })).toMatchObject(refused);
    expect(await admin.try(addLocation, { body })).toMatchObject(refused);
  }
  expect([await admin.call(listLocations, {}), await addressesOf(server, admin)]).toEqual(before);
  const exactlyLargeEnough = locationBody(1, { name: 'a', address: '10.1.0.1/29' });
  await admin.call(updateLocation, { params: { id: String(id) }, body: exactlyLargeEnough });
});

test('rejects a device when a network of any location is full, and adds it to none', async ({ server }) => {
  const admin = await server.given.admin();
  await server.given.location({ name: 'roomy' });
  await server.given.location({ name: 'full', address: '10.2.0.1/30' });
  await server.given.device(admin);
  const before = await addressesOf(server, admin);
  await expect(server.given.device(admin)).rejects.toThrow(
    /answered 409:.*address_pool_exhausted.*"details":\{"subnet":"10\.2\.0\.0\/30","location":"full"\}/,
  );
  expect(await addressesOf(server, admin)).toEqual(before);
  expect(await admin.call(listDevices, {})).toHaveLength(1);
});
