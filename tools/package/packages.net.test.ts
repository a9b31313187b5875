import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type DebianMachine,
  installMilliseconds,
  packageFile,
  startDebianMachine,
  versions,
} from './debian-machine.ts';

const components = ['cli', 'core', 'edge', 'gateway'] as const;
let machine: DebianMachine;
beforeAll(async () => {
  machine = await startDebianMachine(components, Object.values(versions));
}, installMilliseconds);
afterAll(() => machine[Symbol.asyncDispose]());

/** Paths on the machine that belong to Gatewarden, with the database cluster left out. */
const ownPaths = (name: string) =>
  machine.run(
    `find /etc /usr /var /run -xdev -path '*${name}*' -not -path '/var/lib/dpkg/*' -not -path '/var/log/*' | sort`,
  );

const remove = (name: string) => machine.run(`apt-get remove --yes ${name} 2>&1`);
const purge = (name: string, variables = '') => machine.run(`${variables} apt-get purge --yes ${name} 2>&1`);
const installedVersion = async (name: string) =>
  (await machine.run(`dpkg-query --show --showformat='\${Version}' ${name}`)).trim();

/** What `systemd-analyze security` finds: 0 is the smallest exposure, 10 the largest. */
async function exposure(unit: string): Promise<number> {
  const output = await machine.run(`systemd-analyze security --offline=true /usr/lib/systemd/system/${unit} | tail -1`);
  return Number(/: ([\d.]+) /.exec(output)?.[1]);
}

interface Case {
  readonly component: 'cli' | 'edge' | 'gateway';
  readonly program: string;
  /** A file that the program would store. */
  readonly data: string;
  readonly unit: string;
  readonly mostExposed: number;
}

describe.each<Case>([
  {
    component: 'cli',
    program: 'gatewarden',
    data: '/var/lib/gatewarden-device/identity.json',
    unit: 'gatewarden-device.service',
    mostExposed: 2.1,
  },
  {
    component: 'edge',
    program: 'gatewarden-edge',
    data: '/var/lib/gatewarden-edge/other.json',
    unit: 'gatewarden-edge.service',
    mostExposed: 1.4,
  },
  {
    component: 'gateway',
    program: 'gatewarden-gateway',
    data: '/var/lib/gatewarden-gateway/other.json',
    unit: 'gatewarden-gateway.service',
    mostExposed: 2.1,
  },
])('gatewarden-$component', ({ component, program, data, unit, mostExposed }) => {
  const name = `gatewarden-${component}`;

  it('retains data when it is upgraded, removed and purged, and deletes it when asked', async () => {
    await machine.install(packageFile(component, versions.current));
    expect((await machine.run(`${program} --version`)).trim()).toBe(versions.current);
    expect(await exposure(unit)).toBeLessThanOrEqual(mostExposed);
    await machine.run(`mkdir -p $(dirname ${data})`, `echo data > ${data}`);

    await machine.install(packageFile(component, versions.next));
    expect(await installedVersion(name)).toBe(versions.next);
    await remove(name);
    await expect(machine.run(`command -v ${program}`)).rejects.toThrow();
    expect(await purge(name)).toContain('are retained');
    expect(await machine.run(`cat ${data}`)).toBe('data\n');

    await machine.install(packageFile(component, versions.next));
    expect(await machine.run(`cat ${data}`)).toBe('data\n');
    await purge(name, 'GATEWARDEN_PURGE_DATA=1');
    expect(await ownPaths(name)).toBe('');
    await expect(machine.run(`cat ${data}`)).rejects.toThrow();
  }, 600_000);
});

describe('gatewarden-core', () => {
  const name = 'gatewarden-core';
  const ready = 'curl --silent --fail --retry 20 --retry-all-errors --retry-delay 1 http://127.0.0.1:8000/api/v1/ready';
  const settings = () => machine.run('cat /etc/gatewarden/core.env');
  const databases = () => machine.run("runuser -u postgres -- psql -AtX -c 'select datname from pg_database'");

  it('serves the console with a database of its own, and retains all data until asked to delete it', async () => {
    await machine.run('systemctl start postgresql');
    const output = await machine.install(packageFile('core', versions.current));
    expect(output).not.toContain('cannot be reached');
    expect(await machine.run(ready)).toBe('ready');
    expect(await machine.run('curl --silent --fail http://127.0.0.1:8000/')).toContain('<div id="root">');
    const journal = await machine.run('journalctl --unit gatewarden --output cat');
    expect(journal).toMatch(/\/setup\?token=/);
    const before = await settings();
    expect(before).toMatch(/^GATEWARDEN_SECRET_KEY=.{44}$/m);
    expect((await machine.run('stat --format "%a %U" /etc/gatewarden/core.env /var/lib/gatewarden')).trim()).toBe(
      '600 root\n700 gatewarden',
    );
    const owner = 'stat --format %U /proc/$(systemctl show --property MainPID --value gatewarden)';
    expect(await machine.run(owner)).toBe('gatewarden\n');
    expect(await exposure('gatewarden.service')).toBeLessThanOrEqual(1.4);
    await machine.run('gatewarden-admin users list');

    await machine.install(packageFile('core', versions.next));
    expect(await machine.run(ready)).toBe('ready');
    expect(await settings()).toBe(before);

    await remove(name);
    expect(await purge(name)).toContain('are retained');
    expect(await settings()).toBe(before);
    expect(await databases()).toContain('gatewarden');

    await machine.install(packageFile('core', versions.next));
    expect(await machine.run(ready)).toBe('ready');
    await purge(name, 'GATEWARDEN_PURGE_DATA=1');
    expect(await databases()).not.toContain('gatewarden');
    expect(await ownPaths('gatewarden')).toBe('');
    await expect(machine.run('getent passwd gatewarden')).rejects.toThrow();
  }, 600_000);
});
