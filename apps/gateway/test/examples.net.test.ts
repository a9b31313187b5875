import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { makeNamespace } from './network-namespace.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
const example = (name: string) => join(root, 'docs/examples', name);

/** An installed unit, with Gatewarden in this folder instead of /opt/gatewarden. */
async function givenUnit(name: string) {
  const folder = await mkdtemp(join(tmpdir(), 'gatewarden-unit-'));
  const path = join(folder, name);
  await writeFile(path, (await readFile(example(name), 'utf8')).replaceAll('/opt/gatewarden', root));
  return { path, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}

it('has firewall rules that can be loaded repeatedly and do not change other tables', async () => {
  await using gateway = await makeNamespace();
  await gateway.run('nft', ['add', 'table', 'inet', 'other_table']);
  const load = async () => {
    await gateway.run('nft', ['-f', example('gatewarden-gateway.nft')]);
    return gateway.run('nft', ['list', 'ruleset']);
  };
  const loaded = await load();
  expect(loaded).toContain('table inet other_table');
  expect(loaded.match(/\S+ saddr \S+ oifname "eth0" masquerade/g)).toEqual([
    'ip saddr 10.1.0.0/24 oifname "eth0" masquerade',
    'ip6 saddr fd00:1::/64 oifname "eth0" masquerade',
  ]);
  expect(await load()).toBe(loaded);
});

it('has kernel settings that enable forwarding', async () => {
  await using gateway = await makeNamespace();
  const names = ['net.ipv4.ip_forward', 'net.ipv6.conf.all.forwarding'];
  const values = () => gateway.run('sysctl', ['-n', ...names]);
  await gateway.run('sysctl', ['-w', ...names.map((name) => `${name}=0`)]);
  expect(await values()).toBe('0\n0\n');
  await gateway.run('sysctl', ['-p', example('gatewarden-gateway.sysctl.conf')]);
  expect(await values()).toBe('1\n1\n');
});

// a test of the guides starts both under systemd; the guides state these ratings
const units = [
  ['gatewarden-gateway.service', 2.1],
  ['gatewarden.service', 1.4],
  ['gatewarden-edge.service', 1.3],
  ['gatewarden-device.service', 2.1],
  ['gatewarden-client.service', 2.1],
] as const;

it.each(units)('has a valid systemd unit %s with an exposure rating of %d', async (name, rating) => {
  await using unit = await givenUnit(name);
  // ignores messages about other units of this machine
  const { stderr } = await run('systemd-analyze', ['verify', '--man=no', unit.path]);
  expect(stderr.split('\n').filter((line) => line.includes('gatewarden'))).toEqual([]);
  const security = await run('systemd-analyze', ['security', '--offline=yes', '--no-pager', unit.path]);
  expect(security.stdout).toMatch(new RegExp(`Overall exposure level for \\S+: ${rating} OK`));
});
