import { getDeviceConfig } from '@gatewarden/contract/devices';
import { expect, it } from 'vitest';
import { startTestServer } from '../../../test/harness.ts';

it('gives a new device an address in every location and a configuration for each', async () => {
  await using server = await startTestServer();
  await server.given.location();
  await server.given.location({ address: '10.9.0.1/24, fd00:9::1/64', endpoint: '2001:db8::1', dns: '10.9.0.1' });
  const user = await server.given.user();
  const { device, configs } = await server.given.device(user);
  expect(configs).toMatchObject([{ address: ['10.1.0.2'] }, { address: ['10.9.0.2', 'fd00:9::2'] }]);
  const second = configs[1];
  const text = await user.call(getDeviceConfig, {
    params: { deviceId: String(device.id), networkId: String(second?.network_id) },
  });
  expect(text).toBe(second?.config);
});
