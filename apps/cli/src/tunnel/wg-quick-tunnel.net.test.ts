import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeNamespace, uniqueName } from '../../../gateway/test/network-namespace.ts';
import { environment } from '../platform/config/environment.ts';
import { createRunProgram, ProgramError } from '../platform/run-program.ts';
import { createWgQuickTunnel } from './wg-quick-tunnel.ts';

const run = createRunProgram(environment()['PATH'] ?? '');
const key = 'YEocP0e2o1WT5GlvBvQzVF7EeR6z9aCk+ZdZ5NKEuXA=';

const configurationWith = (address: string) => `[Interface]
PrivateKey = ${key}
Address = ${address}
DNS = 10.1.0.1

[Peer]
PublicKey = ${key}
AllowedIPs = 10.99.0.0/16
Endpoint = 192.0.2.1:51820`;

it('sets the interface with its routes up, replaces it, and removes it with the file that contains the key', async () => {
  await using namespace = await makeNamespace();
  const folder = await mkdtemp(join(tmpdir(), 'gatewarden-device-'));
  const name = uniqueName();
  try {
    const inside = (program: string, args: readonly string[]) =>
      run('ip', ['netns', 'exec', namespace.name, program, ...args]).catch((error) => {
        const missing = error instanceof ProgramError && error.errorLine.startsWith('exec of ');
        throw missing ? new ProgramError(program, true, '') : error;
      });
    const tunnel = createWgQuickTunnel({ run: inside, name, folder });
    expect(await tunnel.isUp()).toBe(false);
    await tunnel.up(configurationWith('10.1.0.2'));
    expect(await tunnel.isUp()).toBe(true);
    expect(await tunnel.latestHandshake()).toBeUndefined();
    expect(await inside('ip', ['route', 'show', 'dev', name])).toContain('10.99.0.0/16');

    await tunnel.up(configurationWith('10.1.0.77'));
    expect(await inside('ip', ['-brief', 'address', 'show', 'dev', name])).toMatch(/10\.1\.0\.77/);
    await tunnel.down();
    expect(await tunnel.isUp()).toBe(false);
    expect(await readdir(folder)).toEqual([]);
    await tunnel.down();
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('says that wireguard-tools is not installed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gatewarden-device-'));
  const tunnel = createWgQuickTunnel({ run: (program, args) => run(`missing-${program}`, args), name: 'wg9', folder });
  await expect(tunnel.up(configurationWith('10.1.0.2'))).rejects.toThrow('install wireguard-tools');
  await rm(folder, { recursive: true });
});
