import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { matchingFiles, readArguments, usage } from './test-arguments.mjs';
import { at } from './workspace.mjs';

describe('the arguments of npm test', () => {
  it('are names of tests', () => {
    expect(readArguments([])).toEqual({ help: false, names: [] });
    expect(readArguments(['devices', 'e2e/mfa'])).toEqual({ help: false, names: ['devices', 'e2e/mfa'] });
  });

  it('include no option but --help', () => {
    expect(readArguments(['--help'])).toEqual({ help: true, names: [] });
    expect(() => readArguments(['--watch'])).toThrow("Unknown option '--watch'");
  });

  it('select test files by a part of their path', () => {
    const paths = [
      'apps/server/src/features/devices/races.api.test.ts',
      'apps/server/src/features/devices/devices.service.ts',
      'apps/console/src/features/devices/devices.test.tsx',
      'e2e/devices/devices.spec.ts',
      'e2e/network/Devices.net.spec.ts',
      'e2e/mfa/mail-codes.spec.ts',
    ];
    expect(matchingFiles(['DEVICES'], paths)).toEqual({
      tests: [
        'apps/console/src/features/devices/devices.test.tsx',
        'apps/server/src/features/devices/races.api.test.ts',
      ],
      browser: ['e2e/devices/devices.spec.ts'],
      network: ['e2e/network/Devices.net.spec.ts'],
    });
    expect(matchingFiles(['mail-codes', 'races'], paths)).toMatchObject({
      tests: ['apps/server/src/features/devices/races.api.test.ts'],
      browser: ['e2e/mfa/mail-codes.spec.ts'],
    });
  });

  it('find this file in the repository', () => {
    expect(matchingFiles(['tools/test-arguments']).tests).toEqual(['tools/test-arguments.test.ts']);
  });
});

describe('npm test', () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [at('tools/test.mjs'), ...args], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] },
    });

  it('prints the usage and runs nothing with --help', () => {
    expect(run('--help')).toMatchObject({ status: 0, stdout: `${usage}\n`, stderr: '' });
  });

  it('rejects an unknown option and prints the usage', () => {
    expect(run('--watch')).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining(usage) });
  });

  it('fails with a line of totals when no test has the name', () => {
    expect(run('no-test-has-this-name')).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(/\n0 passed, 1 failed\n$/),
      stderr: 'No test matches no-test-has-this-name.\n',
    });
  });
});
