import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Secret } from '@gatewarden/process/secret';
import { describe, expect, it } from 'vitest';
import { key, peer, peers, settings } from '../../../test/given/tunnel.ts';
import { connect, makeNamespace, uniqueName } from '../../../test/network-namespace.ts';
import { wireguardSuite } from '../../../test/wireguard-suite.ts';
import { diffTunnel } from '../../peers/diff-tunnel.ts';
import { defaultLimits } from '../../platform/own-networks.ts';
import { applyTunnel } from '../../session/apply-tunnel.ts';
import { createWireguard } from './create-wireguard.ts';

async function makeFixture() {
  const namespace = await makeNamespace();
  const secretFolder = await mkdtemp(join(tmpdir(), 'gateway-secrets-'));
  const name = uniqueName();
  return {
    namespace,
    name,
    secretFolder,
    open: (mark: string) => createWireguard({ run: namespace.run, name, mark, userspaceOnly: true, secretFolder }),
    [Symbol.asyncDispose]: async () => {
      await namespace[Symbol.asyncDispose]();
      await rm(secretFolder, { recursive: true });
    },
  };
}

wireguardSuite(makeFixture);

const nothing = { settings: {}, peers: peers() };

describe('wireguard-go', () => {
  it('leaves no file with a key behind, even if the change fails', async () => {
    await using fixture = await makeFixture();
    const wireguard = fixture.open('mark');
    const state = { settings: settings(), peers: peers(peer('a', { presharedKey: new Secret(key('psk')) })) };
    await expect(wireguard.change(diffTunnel(nothing, state))).rejects.toThrow();
    await wireguard.open();
    await wireguard.change(diffTunnel(nothing, state));
    expect(await readdir(fixture.secretFolder)).toEqual([]);
  });

  it('creates an interface without addresses', async () => {
    await using fixture = await makeFixture();
    await fixture.open('mark').open();
    const [link] = JSON.parse(await fixture.namespace.run('ip', ['-json', 'address', 'show', 'dev', fixture.name]));
    expect(link.addr_info).toEqual([]);
  });

  it('reports a port that is in use', async () => {
    await using fixture = await makeFixture();
    const wireguard = fixture.open('mark');
    const second = createWireguard({
      run: fixture.namespace.run,
      name: uniqueName(),
      mark: 'mark',
      userspaceOnly: true,
      secretFolder: fixture.secretFolder,
    });
    await wireguard.open();
    await second.open();
    await wireguard.change(diffTunnel(nothing, { settings: settings(), peers: peers() }));
    await expect(second.change(diffTunnel(nothing, { settings: settings(), peers: peers() }))).rejects.toThrow(
      'The UDP port of the location is in use by another program on this machine.',
    );
  });

  it('reports that IPv6 is disabled', async () => {
    await using fixture = await makeFixture();
    const wireguard = fixture.open('mark');
    await fixture.namespace.run('tee', ['/proc/sys/net/ipv6/conf/default/disable_ipv6'], { input: '1' });
    await wireguard.open();
    const state = { settings: settings({ addresses: ['fd00:1::1/64'] }), peers: peers() };
    await expect(wireguard.change(diffTunnel(nothing, state))).rejects.toThrow(
      'The location has an IPv6 address, and IPv6 is switched off on this machine.',
    );
  });

  it('adds 2000 peers in one change and removes them in another', async () => {
    await using fixture = await makeFixture();
    const wireguard = fixture.open('mark');
    await wireguard.open();
    const many = Array.from({ length: 2000 }, (_, index) =>
      peer(`p${index}`, { allowedIps: [`10.${index >> 8}.${index & 255}.1/32`] }),
    );
    const state = { settings: settings(), peers: peers(...many) };
    await wireguard.change(diffTunnel(nothing, state));
    expect((await wireguard.read())?.peers.size).toBe(2000);
    await wireguard.change(diffTunnel(state, { settings: settings(), peers: peers() }));
    expect((await wireguard.read())?.peers.size).toBe(0);
  });
});

describe('address limits', () => {
  it('refuse addresses that would redirect traffic of the machine, and apply everything else', async () => {
    await using fixture = await makeFixture();
    const { namespace, name, secretFolder } = fixture;
    const { run } = namespace;
    await using router = await makeNamespace();
    await connect(namespace, router, ['192.168.1.5/24', '192.168.1.1/24']);
    await run('ip', ['route', 'add', 'default', 'via', '192.168.1.1']);
    await run('ip', ['route', 'add', '10.0.0.0/8', 'via', '192.168.1.1']);
    const coreHosts = () => ['203.0.113.9'];
    const resolverFile = join(secretFolder, 'resolv.conf');
    await writeFile(resolverFile, 'search example.com\nnameserver 172.20.0.53\nnameserver\tfd00:53::53\n');
    const files = { secretFolder, resolverFiles: [resolverFile, join(secretFolder, 'missing')] };
    const options = { run, name, mark: 'mark', userspaceOnly: true, limits: defaultLimits, coreHosts, ...files };
    const wireguard = createWireguard(options);
    await wireguard.open();
    const put = (...addresses: string[]) =>
      applyTunnel(wireguard, {
        settings: { ...settings(), addresses },
        peers: peers(peer('a', { allowedIps: ['10.1.0.2/32'] })),
      });
    for (const address of [
      '0.0.0.0/0',
      '192.168.1.7/24',
      '203.0.113.1/24',
      '8.0.0.1/8',
      '10.0.0.1/8',
      '172.20.0.1/24',
      'fd00:53::1/64',
    ]) {
      expect(await put(address)).toMatchObject({ problems: [expect.stringContaining(`${address} is refused`)] });
    }
    const { settings: present, peers: current } = (await wireguard.read()) ?? { settings: {}, peers: peers() };
    expect([present.addresses, present.listenPort, current.size]).toEqual([[], settings().listenPort, 1]);
    expect((await put('10.1.0.1/24')).problems).toEqual([]);
    expect((await put('10.1.0.1/24')).problems).toEqual([]);
  });
});
