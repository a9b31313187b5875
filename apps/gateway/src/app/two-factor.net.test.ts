import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getGatewayToken } from '@gatewarden/contract/gateways';
import { parseJoinToken } from '@gatewarden/contract/join-token';
import { endLocationSession } from '@gatewarden/contract/location-mfa';
import { linkTimings } from '@gatewarden/link/core-link';
import { systemClock } from '@gatewarden/link/system-clock';
import { createResolveHost } from '@gatewarden/link/system-resolver';
import { pino } from 'pino';
import { expect } from 'vitest';
import { givenProtected, type Protected } from '../../../server/test/given/connect.ts';
import { test } from '../../../server/test/harness.ts';
import { connect, makeNamespace, type NetworkNamespace, uniqueName } from '../../test/network-namespace.ts';
import { createInMemoryFirewall } from '../adapters/in-memory/in-memory-firewall.ts';
import { createInMemoryForwarding } from '../adapters/in-memory/in-memory-forwarding.ts';
import { createInMemoryNat } from '../adapters/in-memory/in-memory-nat.ts';
import { createWireguard } from '../adapters/wireguard/create-wireguard.ts';
import { runGateway } from './run-gateway.ts';

/** As WireGuard stores it. */
const noKey = Buffer.alloc(32).toString('base64');

/** The agent of the location, whose interface is in the namespace. */
async function startAgent({ admin, location }: Protected, { run }: NetworkNamespace) {
  const { token: text } = await admin.call(getGatewayToken, { params: { id: String(location.id) } });
  const parsed = parseJoinToken(text);
  if (parsed.kind === 'invalid') throw new Error(parsed.reason);
  const folder = await mkdtemp(join(tmpdir(), 'gateway-two-factor-'));
  const stopping = new AbortController();
  const interfaceName = uniqueName();
  const token = { ...parsed.token, location: location.id };
  const running = runGateway(
    { token, rejoin: false, name: 'gw', interfaceName, stateDir: join(folder, 'state'), keepForwarding: true },
    {
      forwarding: createInMemoryForwarding({ isWritable: false }),
      makeWireguard: (own, secretFolder) => createWireguard({ ...own, secretFolder, run, userspaceOnly: true }),
      makeFirewall: createInMemoryFirewall,
      makeNat: createInMemoryNat,
      clock: systemClock,
      random: () => 0,
      log: pino({ level: 'silent' }),
      resolve: createResolveHost(),
      timings: linkTimings,
      hostname: 'gw',
      agentVersion: '1.2.3',
      signal: stopping.signal,
    },
  );
  return {
    peers: async () => (await run('wg', ['show', interfaceName, 'peers']).catch(() => '')).trim(),
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await running;
      await rm(folder, { recursive: true });
    },
  };
}

test('a device carries traffic after two-factor authentication, until an administrator ends its session', async ({
  server,
}) => {
  await using machine = await makeNamespace();
  await using gateway = await makeNamespace();
  await connect(gateway, machine, ['192.0.2.1/30', '192.0.2.2/30']);
  const given = await givenProtected(server, { endpoint: '192.0.2.1', port: 51820 });
  const { admin, location, device, publicKey, privateKey } = given;
  await using agent = await startAgent(given, gateway);
  const [row] = await server.database.query(
    'select host(address) as address from device_address where device_id = $1',
    [device.id],
  );
  const inside = String(location.address[0]).split('/')[0] ?? '';
  const name = uniqueName();
  await machine.run('wireguard-go', [name], { detached: true });
  const setPeer = (presharedKey: string) =>
    machine.run('bash', [
      '-c',
      'wg set "$0" private-key <(echo "$1") peer "$2" preshared-key <(echo "$3") endpoint 192.0.2.1:51820 allowed-ips "$4"',
      ...[name, privateKey, location.pubkey, presharedKey, `${inside}/32`],
    ]);
  await setPeer(noKey);
  await machine.run('ip', ['address', 'add', `${row?.['address']}/24`, 'dev', name]);
  await machine.run('ip', ['link', 'set', 'dev', name, 'up']);
  const ping = (...args: string[]) =>
    machine.run('ping', ['-D', '-n', ...args, inside]).then(
      (output) => [...output.matchAll(/^\[(\d+\.\d+)\] .* bytes from /gm)].map(([, at]) => Number(at) * 1000),
      () => [],
    );
  expect(await ping('-c', '1', '-W', '1')).toEqual([]);

  const connected = await given.connect();
  expect(connected.status).toBe(200);
  await setPeer(String(connected.body['preshared_key']));
  await expect.poll(agent.peers).toBe(publicKey);
  // answered late, if the handshake is repeated
  expect(await ping('-c', '1', '-i', '0.2', '-w', '30')).not.toEqual([]);

  const replies = ping('-i', '0.1', '-w', '6');
  expect(await ping('-c', '1', '-w', '5')).not.toEqual([]);
  const params = { id: String(location.id), deviceId: String(device.id) };
  await admin.call(endLocationSession, { params });
  const endedAt = Date.now();
  await expect.poll(agent.peers).toBe('');
  const last = (await replies).at(-1) ?? 0;
  expect(last).toBeGreaterThan(0);
  expect(last - endedAt).toBeLessThan(1_000);
  expect(await ping('-c', '1', '-W', '1')).toEqual([]);
});
