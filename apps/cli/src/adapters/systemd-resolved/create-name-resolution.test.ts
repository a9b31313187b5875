import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRunCommand } from '@gatewarden/tunnel/run-command';
import { describe, expect, it } from 'vitest';
import { createNameResolution } from './create-name-resolution.ts';

const dns = { servers: ['10.1.0.53', 'fd00:1::53'], domains: ['corp.example', 'lab.example'] };

/** A machine whose `resolvectl` records how it is called, and fails if its first argument is the given one. */
async function givenMachine(failing = '') {
  const folder = await mkdtemp(join(tmpdir(), 'gatewarden-resolved-'));
  const calls = join(folder, 'calls');
  const program = join(folder, 'resolvectl');
  const script = `#!/bin/sh\necho "$@" >> ${calls}\n[ "$1" != '${failing}' ] || { echo 'Unit dbus.service not found.' >&2; exit 1; }\n`;
  await writeFile(program, script);
  await chmod(program, 0o755);
  return {
    resolution: createNameResolution(createRunCommand(`${folder}:/usr/bin:/bin`)),
    calls: async () => (await readFile(calls, 'utf8').catch(() => '')).split('\n').filter(Boolean),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}

describe('createNameResolution', () => {
  it('sends only names below the domains to the servers, until it is reverted', async () => {
    await using machine = await givenMachine();
    expect(await machine.resolution.set('gw-1', dns)).toBeUndefined();
    await machine.resolution.revert('gw-1');
    await machine.resolution.revert('gw-1');
    expect(await machine.calls()).toEqual([
      'dns gw-1 10.1.0.53 fd00:1::53',
      'domain gw-1 ~corp.example ~lab.example',
      'default-route gw-1 no',
      'revert gw-1',
    ]);
  });

  it('changes nothing without servers, and explains servers without domains', async () => {
    await using machine = await givenMachine();
    expect(await machine.resolution.set('gw-1', { servers: [], domains: ['corp.example'] })).toBeUndefined();
    expect(await machine.resolution.set('gw-1', { ...dns, domains: [] })).toContain('no search domain');
    expect(await machine.calls()).toEqual([]);
    await machine.resolution.set('gw-1', dns);
    await machine.resolution.set('gw-1', { servers: [], domains: [] });
    expect((await machine.calls()).at(-1)).toBe('revert gw-1');
  });

  it('explains a machine without systemd-resolved, and reverts a setting that is not complete', async () => {
    const absent = createNameResolution(createRunCommand('/nonexistent'));
    expect(await absent.set('gw-1', dns)).toBe('systemd-resolved is not installed on this machine');
    await using machine = await givenMachine('domain');
    expect(await machine.resolution.set('gw-1', dns)).toBe(
      'systemd-resolved refuses the name servers: Unit dbus.service not found.',
    );
    expect(await machine.calls()).toEqual([
      expect.stringMatching(/^dns/),
      expect.stringMatching(/^domain/),
      'revert gw-1',
    ]);
  });
});
