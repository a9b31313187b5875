import { Capability, Forwarding } from '@gatewarden/contract/gateway/v1';
import { listGateways } from '@gatewarden/contract/gateways';
import { getHome } from '@gatewarden/contract/home';
import { expect } from 'vitest';
import { type TestServer, test } from '../../../test/harness.ts';

/** What the console shows about the only gateway of a location. */
async function givenView(server: TestServer, address: string) {
  const admin = await server.given.admin();
  const location = await server.given.location({ address });
  return {
    location,
    forwardingOff: async () =>
      (await admin.call(listGateways, { params: { id: String(location.id) } })).map(
        (gateway) => gateway.forwarding_off,
      )[0],
    missingCapabilities: async () =>
      (await admin.call(listGateways, { params: { id: String(location.id) } })).flatMap(
        (gateway) => gateway.missing_capabilities,
      ),
    attention: async () => {
      const { attention } = await admin.call(getHome, {});
      return attention.filter(
        ({ kind, details }) => kind === 'forwarding_off' && details['location_id'] === location.id,
      );
    },
  };
}

const reports = { capabilities: [Capability.FORWARDING] };

test('shows that a gateway does not forward packets until it does', async ({ server }) => {
  const { location, forwardingOff, attention } = await givenView(server, '10.31.0.1/24');
  await using gateway = await server.connectGateway(location, { name: 'edge', ...reports });
  expect(await forwardingOff()).toBeNull();
  const report = (forwardingIpv4: Forwarding) =>
    gateway.send({ case: 'heartbeat', value: { forwardingIpv4, forwardingIpv6: Forwarding.OFF } });
  report(Forwarding.OFF);
  await expect.poll(forwardingOff).toEqual(['ipv4']);
  expect(await attention()).toMatchObject([
    {
      severity: 'warning',
      subject: { type: 'gateway', id: gateway.id, name: 'edge' },
      details: { location: location.name, ipv4: true, ipv6: false },
    },
  ]);
  report(Forwarding.ON);
  // the location has no IPv6 network
  await expect.poll(forwardingOff).toEqual([]);
  expect(await attention()).toEqual([]);
});

test('keeps the beginning while a gateway reports the same again', async ({ server }) => {
  const { location, forwardingOff, attention } = await givenView(server, '10.32.0.1/24,fd32::1/64');
  const off = { case: 'heartbeat', value: { forwardingIpv4: Forwarding.ON, forwardingIpv6: Forwarding.OFF } } as const;
  await using gateway = await server.connectGateway(location, reports);
  gateway.send(off);
  await expect.poll(forwardingOff).toEqual(['ipv6']);
  const [before] = await attention();
  expect(before).toMatchObject({ details: { ipv4: false, ipv6: true } });
  await gateway.connect();
  gateway.send(off);
  gateway.send({ case: 'heartbeat', value: { forwardingIpv4: Forwarding.OFF, forwardingIpv6: Forwarding.OFF } });
  await expect.poll(forwardingOff).toEqual(['ipv4', 'ipv6']);
  await gateway.disconnect();
  await expect.poll(attention).toEqual([]);
});

test('claims nothing about a gateway that does not report it', async ({ server }) => {
  const { location, forwardingOff, missingCapabilities, attention } = await givenView(server, '10.33.0.1/24');
  await using gateway = await server.connectGateway(location);
  gateway.send({ case: 'heartbeat', value: { forwardingIpv4: Forwarding.OFF } });
  gateway.send({ case: 'rejected', value: { version: 1n, reason: 'later' } });
  await expect.poll(async () => (await attention()).length).toBe(0);
  expect(await forwardingOff()).toBeNull();
  expect(await missingCapabilities()).toEqual([]);
});
