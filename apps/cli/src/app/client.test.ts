import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeTestClient } from '../../test/test-client.ts';
import { startTestEdge } from '../../test/test-edge.ts';

async function givenJoined() {
  const edge = await startTestEdge();
  const client = await makeTestClient(edge);
  await client.join();
  return {
    edge,
    client,
    [Symbol.asyncDispose]: async () => {
      await client[Symbol.asyncDispose]();
      await edge[Symbol.asyncDispose]();
    },
  };
}

const refusal = (promise: Promise<void>) =>
  promise.then(
    () => undefined,
    ({ exit, message }) => ({ exit, message }),
  );

describe('join', () => {
  it('sends only the public key, configures the tunnel, and stores the keys for the owner alone', async () => {
    await using given = await givenJoined();
    const { client, edge } = given;
    expect(client.machine.config).toEqual({
      ...{ locationName: 'Office', addresses: ['10.1.0.5', 'fd00:1::5'], host: '192.0.2.1', port: 51820 },
      ...{ networks: ['10.1.0.0/24', 'fd00:1::/64'], keepaliveSeconds: 25, publicKey: edge.device.pubkey },
    });
    expect(edge.publicKey()).toMatch(/^[A-Za-z0-9+/]{43}=$/);
    const file = join(client.stateDir, 'device.json');
    const stored = JSON.parse(await readFile(file, 'utf8'));
    expect(stored.privateKey).not.toBe(edge.publicKey());
    expect(((await stat(file)).mode & 0o777).toString(8)).toBe('600');
    expect(((await stat(client.stateDir)).mode & 0o777).toString(8)).toBe('700');
  });

  it('leaves nothing behind if core refuses the token', async () => {
    await using edge = await startTestEdge();
    await using client = await makeTestClient(edge);
    expect(await refusal(client.join('wrong'))).toMatchObject({ exit: 'refused' });
    expect(client.machine.config).toBeUndefined();
    expect(await readdir(client.stateDir)).not.toContain('device.json');
  });

  it('does not use the token up on a machine that cannot have an interface', async () => {
    await using edge = await startTestEdge();
    await using client = await makeTestClient(edge);
    client.machine.failure = 'No permission.';
    expect(await refusal(client.join())).toEqual({ exit: 'failed', message: 'No permission.' });
    client.machine.failure = undefined;
    await client.join();
    expect(edge.requests).toEqual(['/api/v1/enrollment/start', '/api/v1/enrollment/create_device']);
  });

  it('does not replace the device that the machine already is', async () => {
    await using given = await givenJoined();
    expect(await refusal(given.client.join())).toMatchObject({ exit: 'usage' });
    expect(given.client.machine.config).toBeDefined();
  });

  it.each([
    ['a line in the endpoint', { endpoint: '192.0.2.1:51820\nPostUp=id' }],
    ['an option as the endpoint', { endpoint: '-x:1' }],
    ['a line in the key', { pubkey: 'x\n[Peer]' }],
    ['a network that is none', { allowed_ips: '10.0.0.0/8,PostUp' }],
    ['an address that is none', { assigned_ip: '10.1.0.5 dev eth0' }],
    ['a loopback address', { assigned_ip: '127.0.0.5' }],
    ['a multicast address', { assigned_ip: '10.1.0.5,ff02::1' }],
    ['an IPv4 multicast address', { assigned_ip: '224.0.0.1' }],
    ['an unspecified address', { assigned_ip: '0.0.0.0' }],
    ['the broadcast address', { assigned_ip: '255.255.255.255' }],
    ['too many networks', { allowed_ips: Array.from({ length: 300 }, () => '10.0.0.0/8').join(',') }],
    ['a long answer', { name: 'x'.repeat(300_000) }],
  ])('refuses a configuration with %s', async (_, changes) => {
    await using edge = await startTestEdge(changes);
    await using client = await makeTestClient(edge);
    expect(await refusal(client.join())).toMatchObject({ exit: 'failed' });
    expect(client.machine.config).toBeUndefined();
  });
});

describe('run', () => {
  it('configures the tunnel when it starts and when the configuration changes', async () => {
    await using given = await givenJoined();
    const { client, edge } = given;
    client.machine.lastHandshakeAt = new Date();
    await client.run(
      () => undefined,
      () => Object.assign(edge.device, { assigned_ip: '10.1.0.9', name: 'renamed' }),
    );
    expect(client.machine.config?.addresses).toEqual(['10.1.0.9']);
    // by `join`, by the start and by the change
    expect(client.machine.applied).toBe(3);
    expect(await readFile(join(client.stateDir, 'device.json'), 'utf8')).toContain('renamed');
  });

  it('restores an interface that another program removed', async () => {
    await using given = await givenJoined();
    const { machine, run } = given.client;
    machine.lastHandshakeAt = new Date();
    await run(() => Object.assign(machine, { config: undefined }));
    expect(machine.config?.addresses).toContain('10.1.0.5');
  });

  it('resolves the gateway again when it has not answered for three minutes', async () => {
    await using given = await givenJoined();
    const { machine, run } = given.client;
    machine.lastHandshakeAt = new Date(Date.now() - 181_000);
    await run();
    expect(machine.applied).toBe(3);
  });

  it('continues with the last configuration without core, and reports that once', async () => {
    await using given = await givenJoined();
    const { client, edge } = given;
    const pause = () => undefined;
    edge.instead = { status: 503, body: 'Bad gateway' };
    await client.run(pause, pause, () => {
      edge.instead = undefined;
    });
    expect(client.machine.config?.addresses).toContain('10.1.0.5');
    expect(client.lines.filter((line) => line.startsWith('core '))).toEqual([
      expect.stringContaining('core sends no configuration'),
      'core sends the configuration again',
    ]);
  });

  it.each([
    ['a proxy that asks for a password', { status: 401, body: '<h1>Unauthorized</h1>' }],
    ['a core with a disabled owner', { status: 403, body: '{"error":"the account is disabled"}' }],
    ['another server', { status: 200, body: '{"hello":1}' }],
  ])('does not give up its device because of %s', async (_, answer) => {
    await using given = await givenJoined();
    given.edge.instead = answer;
    await given.client.run();
    expect(given.client.machine.config?.addresses).toContain('10.1.0.5');
  });

  it('removes its interface and its keys when core no longer knows the device', async () => {
    await using given = await givenJoined();
    const { client, edge } = given;
    const ended = await refusal(client.run(() => edge.deleteDevice()));
    expect(ended).toMatchObject({ exit: 'refused', message: expect.stringContaining('was deleted') });
    expect(client.machine.config).toBeUndefined();
    expect(await readdir(client.stateDir)).not.toContain('device.json');
    expect(await refusal(client.run())).toMatchObject({ exit: 'usage' });
  });

  it('reports a tunnel that cannot be configured once, and tries again', async () => {
    await using given = await givenJoined();
    const { machine, run, lines } = given.client;
    machine.failure = 'Broken.';
    await run(
      () => undefined,
      () => Object.assign(machine, { failure: undefined, config: undefined }),
    );
    expect(lines.filter((line) => line.includes('Broken.'))).toHaveLength(1);
    expect(machine.config?.addresses).toContain('10.1.0.5');
  });
});

describe('leave', () => {
  it('removes the interface and the keys', async () => {
    await using given = await givenJoined();
    await given.client.leave();
    expect(given.client.machine.config).toBeUndefined();
    expect(await readdir(given.client.stateDir)).not.toContain('device.json');
    expect(await refusal(given.client.leave())).toMatchObject({ exit: 'usage' });
  });

  it('keeps the keys if the interface cannot be removed', async () => {
    await using given = await givenJoined();
    given.client.machine.failure = 'Broken.';
    expect(await refusal(given.client.leave())).toEqual({ exit: 'failed', message: 'Broken.' });
    expect(await readdir(given.client.stateDir)).toContain('device.json');
  });
});

describe('status', () => {
  it('shows the device and its tunnel without secrets', async () => {
    await using given = await givenJoined();
    const { client } = given;
    await client.status();
    const text = client.lines.join('\n');
    expect(text).toContain('Location:       Office');
    expect(text).toContain('gatewarden (up)');
    const { privateKey, pollToken } = JSON.parse(await readFile(join(client.stateDir, 'device.json'), 'utf8'));
    expect(text).not.toContain(privateKey);
    expect(text).not.toContain(pollToken);
  });
});
