import { deleteDevices, getDevice, restoreDevice } from '@gatewarden/contract/devices';
import { listAllDevices } from '@gatewarden/contract/traffic';
import { expect } from 'vitest';
import { removeNetwork } from '../../../test/given/network.ts';
import { test } from '../../../test/harness.ts';

test.beforeEach(({ server }) => removeNetwork(server));

const paramsOf = (id: number) => ({ params: { id: String(id) } });

test('removes devices of several owners, each with an entry of the log and a way back', async ({ server }) => {
  const [ada, bob] = [await server.given.user(), await server.given.user()];
  const location = await server.given.location();
  const devices = [await server.given.device(ada), await server.given.device(bob), await server.given.device(bob)];
  const ids = devices.slice(0, 2).map(({ device }) => device.id);
  const kept = devices[2]?.device.id;
  await using gateway = await server.connectGateway(location);
  const admin = await server.given.admin();
  await admin.call(deleteDevices, { body: { devices: [...ids, ...ids] } });
  await gateway.until(({ state }) => state?.peers.size === 1);
  const listed = (await admin.call(listAllDevices, {})).map(({ id }) => id);
  expect(listed.filter((id) => [...ids, kept].includes(id))).toEqual([kept]);
  const removed = (await server.events()).filter(({ type }) => type === 'device.removed').slice(-2);
  expect(removed.map(({ payload }) => payload)).toMatchObject([{ owner: ada.username }, { owner: bob.username }]);
  expect(await admin.try(restoreDevice, paramsOf(ids[1] ?? 0))).toMatchObject({
    status: 201,
    body: { readdressed_locations: [] },
  });
});

test('removes none if one does not exist', async ({ server }) => {
  const owner = await server.given.user();
  await server.given.location();
  const { device } = await server.given.device(owner);
  const admin = await server.given.admin();
  expect(await admin.try(deleteDevices, { body: { devices: [device.id, 2_000_000_000] } })).toMatchObject({
    status: 400,
    body: { code: 'device_not_found', details: { id: 2_000_000_000 } },
  });
  expect(await owner.call(getDevice, paramsOf(device.id))).toEqual(device);
});
