import { deleteDevice, getLocationUsage } from '@gatewarden/contract/devices';
import { expect } from 'vitest';
import { removeNetwork } from '../../../test/given/network.ts';
import { test } from '../../../test/harness.ts';

test.beforeEach(({ server }) => removeNetwork(server));

test('counts the users and devices that would lose a location', async ({ server }) => {
  const admin = await server.given.admin();
  const { id } = await server.given.location();
  const usage = () => admin.call(getLocationUsage, { params: { id: String(id) } });
  expect(await usage()).toEqual({ users: 0, user_devices: 0, network_devices: 0 });

  const [one, other] = [await server.given.user(), await server.given.user()];
  const { device } = await server.given.device(one);
  await server.given.device(one);
  await server.given.device(other);
  expect(await usage()).toEqual({ users: 2, user_devices: 3, network_devices: 0 });

  await one.call(deleteDevice, { params: { id: String(device.id) } });
  expect(await usage()).toMatchObject({ users: 2, user_devices: 2 });
});

test('rejects an unknown location with 404', async ({ server }) => {
  const admin = await server.given.admin();
  expect(await admin.try(getLocationUsage, { params: { id: '2147483647' } })).toMatchObject({
    status: 404,
    body: { code: 'location_not_found' },
  });
});
