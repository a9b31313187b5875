import { execFile } from 'node:child_process';
import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { makeNamespace } from './network-namespace.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
const example = (name: string) => join(root, 'docs/examples', name);

/** The unit as it is installed, with Gatewarden in this folder instead of /opt/gatewarden. */
async function givenUnit() {
  const folder = await mkdtemp(join(tmpdir(), 'gatewarden-unit-'));
  const path = join(folder, 'gatewarden-gateway.service');
  const text = (await readFile(example('gatewarden-gateway.service'), 'utf8')).replaceAll('/opt/gatewarden', root);
  await writeFile(path, text);
  return { path, text, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}

it('has firewall rules that can be loaded again, and leave the tables of others', async () => {
  await using gateway = await makeNamespace();
  await gateway.run('nft', ['add', 'table', 'inet', 'of_others']);
  const load = async () => {
    await gateway.run('nft', ['-f', example('gatewarden-gateway.nft')]);
    return gateway.run('nft', ['list', 'ruleset']);
  };
  const loaded = await load();
  expect(loaded).toContain('table inet of_others');
  expect(loaded.match(/\S+ saddr \S+ oifname "eth0" masquerade/g)).toEqual([
    'ip saddr 10.1.0.0/24 oifname "eth0" masquerade',
    'ip6 saddr fd00:1::/64 oifname "eth0" masquerade',
  ]);
  expect(await load()).toBe(loaded);
});

it('has kernel settings with which a machine forwards packets', async () => {
  await using gateway = await makeNamespace();
  const names = ['net.ipv4.ip_forward', 'net.ipv6.conf.all.forwarding'];
  const values = () => gateway.run('sysctl', ['-n', ...names]);
  await gateway.run('sysctl', ['-w', ...names.map((name) => `${name}=0`)]);
  expect(await values()).toBe('0\n0\n');
  await gateway.run('sysctl', ['-p', example('gatewarden-gateway.sysctl.conf')]);
  expect(await values()).toBe('1\n1\n');
});

it('has a systemd unit without mistakes, which starts programs that are there', async () => {
  await using unit = await givenUnit();
  // what it says of other units of this machine is not about ours
  const { stderr } = await run('systemd-analyze', ['verify', '--man=no', unit.path]);
  expect(stderr.split('\n').filter((line) => line.includes('gatewarden'))).toEqual([]);
  const [, command = ''] = /^ExecStart=(.*)$/m.exec(unit.text) ?? [];
  expect(command.split(' ')).toHaveLength(2);
  for (const file of command.split(' ')) await access(file);
});

it('has a systemd unit whose exposure systemd rates at 3.0 at most', async () => {
  await using unit = await givenUnit();
  // ends with another code when it is above; a unit without sandboxing has 9.6
  const rating = run('systemd-analyze', ['security', '--offline=yes', '--threshold=30', '--no-pager', unit.path]);
  await expect(rating).resolves.toMatchObject({ stdout: expect.stringContaining('Overall exposure level') });
});
