import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deleteNetworkDevice, startNetworkDevice, updateNetworkDevice } from '@gatewarden/contract/network-devices';
import { expect } from 'vitest';
import { test } from '../../../server/test/harness.ts';
import { makeTestClient } from '../../test/test-client.ts';

test('core admits the key of a client that joined, and the client follows core until the device is deleted', async ({
  server,
}) => {
  const admin = await server.given.admin();
  const location = await server.given.location({ allowed_ips: '10.99.0.0/16' });
  await using gateway = await server.connectGateway(location);
  const body = { name: 'router', description: null, location_id: location.id, assigned_ips: [] };
  const { enrollment_token: token, enrollment_url: url } = await admin.call(startNetworkDevice, { body });
  const [row] = await server.query(`select id from device where name = 'router'`);
  const params = { id: String(row?.['id']) };
  await using client = await makeTestClient({ token, url });

  await client.join();
  await gateway.until(({ state }) => state?.peers.size === 1);
  expect(client.machine.config).toMatchObject({ publicKey: location.pubkey, networks: ['10.99.0.0/16'] });
  const stored = JSON.parse(await readFile(join(client.stateDir, 'device.json'), 'utf8'));
  expect(server.logged()).not.toContain(stored.privateKey);
  expect([...(gateway.state?.peers.keys() ?? [])]).not.toContain(stored.privateKey);

  const [address = ''] = client.machine.config?.addresses ?? [];
  const moved = address.replace(/\d+$/, '77');
  await admin.call(updateNetworkDevice, { params, body: { name: 'router', description: null, assigned_ips: [moved] } });
  await client.run();
  expect(client.machine.config?.addresses).toContain(moved);

  await admin.call(deleteNetworkDevice, { params });
  await expect(client.run()).rejects.toThrow('Core no longer knows this machine');
  expect(client.machine.config).toBeUndefined();
  expect(await readdir(client.stateDir)).not.toContain('device.json');
});
