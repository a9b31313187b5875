import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { deleteNetworkDevice, startNetworkDevice, updateNetworkDevice } from '@gatewarden/contract/network-devices';
import { afterEach, describe, expect } from 'vitest';
import { type TestServer, test } from '../../../server/test/harness.ts';
import { createStateStore } from '../state/device-state.ts';
import type { Tunnel } from '../tunnel/tunnel.ts';
import { follow, join, leave, showStatus } from './commands.ts';

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

/** A machine whose tunnel is only recorded. */
async function givenMachine() {
  const folder = await mkdtemp(joinPath(tmpdir(), 'gatewarden-device-'));
  folders.push(folder);
  const lines: string[] = [];
  const configurations: string[] = [];
  let isUp = false;
  const tunnel: Tunnel = {
    async up(configuration) {
      configurations.push(configuration);
      isUp = true;
    },
    async down() {
      isUp = false;
    },
    isUp: async () => isUp,
    latestHandshake: async () => undefined,
  };
  const stateDir = joinPath(folder, 'state');
  return {
    stateDir,
    lines,
    configurations,
    isUp: () => isUp,
    parts: { store: createStateStore(stateDir), tunnel, print: (line: string) => void lines.push(line) },
  };
}

async function givenToken(server: TestServer) {
  const admin = await server.given.admin();
  const location = await server.given.location({ allowed_ips: '10.99.0.0/16' });
  const body = { name: `router ${location.id}`, description: null, location_id: location.id, assigned_ips: [] };
  const { enrollment_token: token } = await admin.call(startNetworkDevice, { body });
  const [row] = await server.database.query('select id from device where name = $1', [body.name]);
  const url = `http://127.0.0.1:${server.edgePort}`;
  return { admin, location, name: body.name, params: { id: String(row?.['id']) }, joining: { url, token } };
}

describe('a device', () => {
  test('joins with a key that stays on the machine, and is admitted by gateways', async ({ server }) => {
    const { location, name, joining } = await givenToken(server);
    const machine = await givenMachine();
    await using gateway = await server.connectGateway(location);
    await join(joining, machine.parts);

    await gateway.until(({ state }) => state?.peers.size === 1);
    const [configuration = ''] = machine.configurations;
    expect(configuration).toMatch(/^PrivateKey = [A-Za-z0-9+/]{43}=$/m);
    expect(configuration).toContain(`PublicKey = ${location.pubkey}`);
    expect(configuration).toContain('AllowedIPs = 10.99.0.0/16');
    const path = joinPath(machine.stateDir, 'device.json');
    expect([(await stat(path)).mode & 0o777, (await stat(machine.stateDir)).mode & 0o777]).toEqual([0o600, 0o700]);
    const { privateKey } = JSON.parse(await readFile(path, 'utf8'));
    expect(configuration).toContain(privateKey);
    expect(server.logged()).not.toContain(privateKey);

    await showStatus(machine.parts);
    expect(machine.lines.slice(-5)).toEqual([
      ...[`Device: ${name}`, `Location: ${location.name}`, `Core: ${joining.url}`, 'Tunnel: up'],
      'Latest handshake: none',
    ]);
    await expect(join(joining, machine.parts)).rejects.toThrow(`already the device ${name}`);
  });

  test('follows a changed configuration, and removes everything once it is deleted', async ({ server }) => {
    const { admin, name, params, joining } = await givenToken(server);
    const machine = await givenMachine();
    await join(joining, machine.parts);
    await server.database.query('select 1');
    const [before = ''] = machine.configurations;
    const address = /^Address = (\S+)$/m.exec(before)?.[1]?.replace(/\d+$/, '77') ?? '';
    await admin.call(updateNetworkDevice, { params, body: { name, description: null, assigned_ips: [address] } });

    const stopping = new AbortController();
    const following = follow(stopping.signal, machine.parts);
    await expect.poll(() => machine.configurations.at(-1)).toContain(`Address = ${address}`);
    stopping.abort();
    await following;
    expect(machine.isUp()).toBe(true);

    await admin.call(deleteNetworkDevice, { params });
    await expect(follow(new AbortController().signal, machine.parts)).rejects.toMatchObject({ exit: 'refused' });
    expect(machine.isUp()).toBe(false);
    expect(await machine.parts.store.read()).toBeUndefined();
  });

  test('that was refused stores nothing', async ({ server }) => {
    const { joining } = await givenToken(server);
    const machine = await givenMachine();
    await expect(join({ ...joining, token: 'wrong' }, machine.parts)).rejects.toMatchObject({
      exit: 'refused',
      message: 'Core refuses the device: invalid or expired token.',
    });
    await expect(join({ ...joining, url: 'http://127.0.0.1:1' }, machine.parts)).rejects.toThrow('cannot be reached');
    expect([machine.configurations, await machine.parts.store.read()]).toEqual([[], undefined]);
    for (const command of [showStatus(machine.parts), follow(new AbortController().signal, machine.parts)]) {
      await expect(command).rejects.toThrow('has not joined');
    }
  });

  test('leaves with its private key', async ({ server }) => {
    const { joining } = await givenToken(server);
    const machine = await givenMachine();
    await join(joining, machine.parts);
    await leave(machine.parts);
    expect([machine.isUp(), await machine.parts.store.read()]).toEqual([false, undefined]);
  });
});
