import { addDevice, listUserDevices } from '@gatewarden/contract/devices';
import { getEnterpriseSettings, patchSettings } from '@gatewarden/contract/settings';
import { expect } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import type { Person } from '../../../test/given/given.ts';
import { newKeys, removeNetwork } from '../../../test/given/network.ts';
import { type TestServer, test } from '../../../test/harness.ts';

test.beforeEach(async ({ server }) => {
  await removeNetwork(server);
  await server.query(`update settings set changed = '{}'`);
});

async function limitTo(server: TestServer, devices_per_user: number): Promise<Person> {
  const admin = await server.given.admin();
  await admin.call(patchSettings, { body: { devices_per_user } });
  await server.given.location();
  return admin;
}

let count = 0;
function add(by: Pick<Person, 'try'>, { username }: { username: string }) {
  count += 1;
  const body = { name: `laptop${count}`, wireguard_pubkey: newKeys().publicKey };
  return by.try(addDevice, { params: { username }, body });
}

test('lets a user add ten devices, and no more when many are added concurrently on two replicas', async ({
  server,
  replica,
}) => {
  await server.given.admin();
  await server.given.location();
  const user = await server.given.user();
  const callers = [user, createCaller(replica.url, user.cookie)];
  const answers = await Promise.all(Array.from({ length: 16 }, (_, nth) => add(callers[nth % 2] ?? user, user)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(10).fill(201), ...Array(6).fill(409)]);
  const refused = answers.find(({ status }) => status === 409);
  expect(refused?.body).toMatchObject({ code: 'device_limit_reached', details: { limit: 10 } });
  expect(await user.call(listUserDevices, { params: { username: user.username } })).toHaveLength(10);
});

test('lets administrators exceed the limit, for themselves and for others', async ({ server }) => {
  const admin = await limitTo(server, 1);
  const user = await server.given.user();
  const statuses = [];
  for (const [by, owner] of [
    [user, user],
    [user, user],
    [admin, user],
    [admin, admin],
    [admin, admin],
    [user, user],
  ] as const)
    statuses.push((await add(by, owner)).status);
  expect(statuses).toEqual([201, 409, 201, 201, 201, 409]);
});

test('returns the limit to users, and applies none when it is 0', async ({ server }) => {
  const admin = await limitTo(server, 1);
  const user = await server.given.user();
  expect(await user.call(getEnterpriseSettings, {})).toMatchObject({ devices_per_user: 1 });
  await admin.call(patchSettings, { body: { devices_per_user: 0 } });
  for (let nth = 0; nth < 3; nth += 1) expect((await add(user, user)).status).toBe(201);
});
