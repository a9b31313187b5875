import { expect, it } from 'vitest';
import { connect, makeNamespace, type NetworkNamespace, uniqueName } from '../../gateway/test/network-namespace.ts';
import { makeTestClient } from '../test/test-client.ts';
import { startTestEdge, validCode } from '../test/test-edge.ts';
import { endOf, makeTestPerson } from '../test/test-person.ts';
import { createTunnel } from './adapters/wireguard/create-tunnel.ts';
import type { Dependencies } from './app/dependencies.ts';

/** A gateway and a device with the client, on two machines that are connected by 192.0.2.0/30. */
async function givenMachines() {
  await using resources = new AsyncDisposableStack();
  const device = resources.use(await makeNamespace());
  const gateway = resources.use(await makeNamespace());
  await connect(gateway, device, ['192.0.2.1/30', '192.0.2.2/30']);
  const link = uniqueName();
  await gateway.run('wireguard-go', [link], { detached: true });
  await gateway.run('bash', ['-c', 'wg set "$0" listen-port 51820 private-key <(wg genkey)', link]);
  for (const address of ['10.1.0.1/24', 'fd00:1::1/64']) {
    await gateway.run('ip', ['address', 'add', address, 'dev', link, 'nodad']);
  }
  await gateway.run('ip', ['link', 'set', 'dev', link, 'up']);
  const pubkey = (await gateway.run('wg', ['show', link, 'public-key'])).trim();
  const edge = resources.use(await startTestEdge({ pubkey }));
  const name = uniqueName();
  const makeTunnel: Dependencies['makeTunnel'] = (owner) =>
    createTunnel({ ...owner, name, userspaceOnly: true, run: device.run });
  const client = resources.use(await makeTestClient(edge, makeTunnel));
  const person = resources.use(await makeTestPerson({ makeTunnel }));
  const admit = (addresses: string) =>
    gateway.run('wg', ['set', link, 'peer', edge.publicKey() ?? '', 'allowed-ips', addresses]);
  /** As core does when a session begins. */
  const setPresharedKey = (key = '') =>
    gateway.run('bash', [
      '-c',
      'wg set "$0" peer "$1" preshared-key <(echo "$2")',
      ...[link, edge.publicKey() ?? '', key],
    ]);
  const all = resources.move();
  return {
    device,
    edge,
    client,
    person,
    name,
    admit,
    setPresharedKey,
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

function reaches({ run }: NetworkNamespace, address: string): Promise<boolean> {
  // the client repeats a handshake after five seconds, if the gateway did not know it yet
  return run('ping', ['-c', '1', '-i', '0.2', '-w', '30', address]).then(
    () => true,
    () => false,
  );
}

async function routesOf({ run }: NetworkNamespace, name: string): Promise<string[]> {
  const lines = await Promise.all(['-4', '-6'].map((family) => run('ip', [family, 'route', 'show', 'dev', name])));
  return lines
    .join('\n')
    .split('\n')
    .flatMap((line) => (line.includes('proto static') ? [line.split(' ')[0] ?? ''] : []))
    .toSorted();
}

it('carries traffic over IPv4 and IPv6, follows changes, and is removed with the device', async () => {
  await using given = await givenMachines();
  const { device, edge, client, name, admit } = given;
  await client.join();
  await admit('10.1.0.5/32,fd00:1::5/128');
  expect(await reaches(device, '10.1.0.1')).toBe(true);
  expect(await reaches(device, 'fd00:1::1')).toBe(true);
  await client.status();
  expect(client.lines.join('\n')).toMatch(/Last handshake: \d{4}-/);

  await client.run(() => {
    Object.assign(edge.device, { assigned_ip: '10.1.0.9', allowed_ips: '10.1.0.0/24,172.30.0.7/32' });
  });
  await admit('10.1.0.9/32');
  expect(await reaches(device, '10.1.0.1')).toBe(true);
  expect(await routesOf(device, name)).toEqual(['10.1.0.0/24', '172.30.0.7']);

  edge.deleteDevice();
  await expect(client.run()).rejects.toThrow('Core no longer knows this machine');
  expect(await device.run('ip', ['-json', 'link', 'show'])).not.toContain(name);
});

it('does not redirect the way to the gateway, or networks that the machine already routes', async () => {
  await using given = await givenMachines();
  const { device, edge, client, name } = given;
  await device.run('ip', ['route', 'add', '172.31.0.0/16', 'via', '192.0.2.1']);
  edge.device.allowed_ips = '0.0.0.0/0,192.0.2.0/24,172.31.0.0/16,10.1.0.0/24';
  await client.join();
  expect(await routesOf(device, name)).toEqual(['10.1.0.0/24']);
  expect(client.lines.filter((line) => line.startsWith('Not routed'))).toEqual([
    'Not routed through the tunnel: 0.0.0.0/0 contains the address of the gateway.',
    'Not routed through the tunnel: 192.0.2.0/24 contains the address of the gateway.',
    'Not routed through the tunnel: 172.31.0.0/16 has another route on this machine.',
  ]);
  expect(await device.run('ip', ['route', 'get', '192.0.2.1'])).not.toContain(name);
});

it('does not touch an interface of the same name that another program made', async () => {
  await using given = await givenMachines();
  await given.device.run('wireguard-go', [given.name], { detached: true });
  await expect(given.client.join()).rejects.toThrow('already that this client did not make');
  expect(given.edge.requests).toEqual([]);
  expect(await given.device.run('ip', ['-json', 'link', 'show'])).toContain(given.name);
});

it('carries the traffic of a person after a code, and ends without a trace', async () => {
  await using given = await givenMachines();
  const { device, edge, person, name, admit, setPresharedKey } = given;
  edge.device.mode = 2;
  await person.run(['login', `defguard://addinstance?token=${edge.token}&url=${encodeURIComponent(edge.url)}`]);
  const reached: boolean[] = [];
  await person.run(['up', 'office'], {
    answers: ['000000', validCode],
    steps: [
      async () => {
        await setPresharedKey(edge.presharedKey());
        await admit('10.1.0.5/32,fd00:1::5/128');
        for (const address of ['10.1.0.1', 'fd00:1::1']) reached.push(await reaches(device, address));
        await person.run(['status']);
      },
      () => Object.assign(edge.device, { allowed_ips: '10.1.0.0/24,172.30.0.7/32' }),
      // the same session
      async () => {
        reached.push(await reaches(device, '10.1.0.1'));
        expect(await routesOf(device, name)).toEqual(['10.1.0.0/24', '172.30.0.7']);
      },
    ],
  });
  expect(reached).toEqual([true, true, true]);
  expect(person.lines.join('\n')).toMatch(/Office: gw-1, 10\.1\.0\.5, fd00:1::5, last handshake: \d{4}-/);
  expect(await device.run('ip', ['-json', 'link', 'show'])).not.toContain(name);

  const deleted = await endOf(person.run(['up'], { answers: [validCode], steps: [() => edge.deleteDevice()] }));
  expect(deleted).toMatchObject({ exit: 'refused' });
  expect(await device.run('ip', ['-json', 'link', 'show'])).not.toContain(name);
});
