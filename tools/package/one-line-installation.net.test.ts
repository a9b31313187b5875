import { afterAll, beforeAll, expect, it } from 'vitest';
import { installCommand } from '../../apps/console/src/features/gateways/install-commands.ts';
import {
  type DebianMachine,
  installMilliseconds,
  packageFile,
  startDebianMachine,
  versions,
} from './debian-machine.ts';

let machine: DebianMachine;
beforeAll(async () => {
  machine = await startDebianMachine(['core'], [versions.current]);
}, installMilliseconds);
afterAll(() => machine[Symbol.asyncDispose]());

const origin = 'http://127.0.0.1:8000';
const api = `curl --silent --show-error --fail-with-body --cookie /root/cookies --cookie-jar /root/cookies`;
const post = (path: string, body: object) =>
  machine.run(`${api} --json '${JSON.stringify(body)}' ${origin}/api/v1${path}`).then(JSON.parse);
const get = (path: string) => machine.run(`${api} ${origin}/api/v1${path}`).then(JSON.parse);

async function givenLocation(): Promise<number> {
  await machine.run('systemctl start postgresql');
  await machine.install(packageFile('core', versions.current));
  await machine.run(`curl --silent --fail --retry 20 --retry-all-errors --retry-delay 1 ${origin}/api/v1/ready`);
  const journal = await machine.run('journalctl --unit gatewarden --output cat');
  const token = journal
    .match(/token=[\w-]+/g)
    ?.at(-1)
    ?.slice('token='.length);
  const names = { username: 'rosa', first_name: 'Rosa', last_name: 'Kim', email: 'rosa@example.com' };
  await post('/setup', { ...names, password: 'Correct-horse-7', token });
  const location = {
    name: 'Warsaw',
    address: '10.88.0.1/24',
    endpoint: '192.0.2.1',
    port: 51888,
    allowed_ips: '10.88.0.0/24',
    dns: '',
    allowed_groups: [],
    keepalive_interval: 25,
    peer_disconnect_threshold: 300,
    acl_enabled: false,
    acl_default_allow: true,
    location_mfa_mode: 'disabled',
  };
  return (await post('/network', location)).id;
}

it('verifies and installs the package of core, joins the location and starts the service', async () => {
  const id = await givenLocation();
  // the kernel of the test may have no WireGuard
  await machine.run('install -m 0755 /opt/gatewarden/wireguard-go /usr/local/bin/');
  const { token, package: offered } = await get(`/network/${id}/token`);
  const other = { ...offered, installer_sha256: '0'.repeat(64) };
  const refused = await machine.run(`{ ${installCommand('one_line', { origin, token, offered: other })}; } 2>&1`);
  expect(refused).toContain('The gateway was not set up.');
  await expect(machine.run('dpkg --status gatewarden-gateway')).rejects.toThrow();

  const output = await machine.run(`{ ${installCommand('one_line', { origin, token, offered })}; } 2>&1`);
  expect(output).toContain('Active: active (running)');
  await expect
    .poll(() => get(`/network/${id}/gateways`))
    .toEqual([expect.objectContaining({ connected: true, current: true })]);
  expect(await machine.run('stat --format %a /etc/gatewarden/gateway.env')).toBe('600\n');
  // Node is in memory, and its file is removed
  const process = '/proc/$(systemctl show --property MainPID --value gatewarden-gateway)';
  expect(await machine.run(`readlink ${process}/exe`)).toContain('(deleted)');
  expect(await machine.run(`ls ${process}/root/usr/lib/gatewarden-gateway/runtime`)).toBe('');

  await machine.run('apt-get remove --yes gatewarden-gateway 2>&1');
  await expect(machine.run('ip link show gw1')).rejects.toThrow();
}, 600_000);
