import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { endProcesses, openTestRun, processesOfRun, stream } from './test-run.mjs';

const before = { ...process.env };
let testRun: ReturnType<typeof openTestRun>;
beforeEach(() => {
  testRun = openTestRun();
});
afterEach(async () => {
  await endProcesses(0);
  testRun.close();
});

describe('a run of the tests', () => {
  it('finds and ends a process in the background', async () => {
    await stream('sh', ['-c', 'setsid sleep 600 > /dev/null 2>&1 &']);
    const commands = () => processesOfRun().map(({ command }) => command);
    await expect.poll(commands).toEqual([expect.stringMatching(/sleep 600$/)]);
    await endProcesses();
    expect(processesOfRun()).toEqual([]);
  });

  it('finds a process with an empty environment by its working directory', async () => {
    const folder = mkdtempSync(join(testRun.folder, 'data-'));
    spawn('sleep', ['600'], { cwd: folder, env: {}, stdio: 'ignore' });
    expect(processesOfRun().map(({ command }) => command)).toEqual(['sleep 600']);
  });

  it('finds a process with another environment by a variable that names the folder', async () => {
    spawn('sleep', ['600'], { env: { DATA_DIR: join(testRun.folder, 'data') }, stdio: 'ignore' });
    expect(processesOfRun().map(({ command }) => command)).toEqual(['sleep 600']);
  });

  it('ends a process that ignores SIGTERM', async () => {
    const stubborn = spawn('sh', ['-c', 'trap "" TERM; echo ready; while :; do sleep 1; done'], { stdio: 'pipe' });
    await new Promise((resolve) => stubborn.stdout.once('data', resolve));
    await endProcesses(0.2);
    expect(processesOfRun()).toEqual([]);
  });

  it('ignores processes of other runs', async () => {
    const foreign = spawn('sleep', ['600'], { env: before });
    try {
      expect(processesOfRun()).toEqual([]);
    } finally {
      foreign.kill();
    }
  });

  it('does not end processes of an outer run after it is closed', async () => {
    const outerRun = testRun;
    const outer = spawn('sleep', ['600'], {
      cwd: mkdtempSync(join(outerRun.folder, 'data-')),
      env: {},
      stdio: 'ignore',
    });
    const ended = new Promise((resolve) => outer.once('exit', resolve));
    openTestRun().close();
    await endProcesses(0);
    expect(outer.exitCode ?? outer.signalCode).toBeNull();
    outer.kill();
    await ended;
  });

  it('returns the exit code of a program, also if it does not exist', async () => {
    expect(await stream('sh', ['-c', 'exit 3'])).toBe(3);
    expect(await stream('sh', ['-c', 'kill -KILL $$'])).toBe(137);
    expect(await stream('no-such-program', [])).toBe(127);
  });

  it('has a temporary folder that any user may write to, and removes it when it is closed', () => {
    expect(statSync(testRun.folder).mode & 0o7777).toBe(0o1777);
    writeFileSync(join(testRun.folder, 'left'), '');
    testRun.close();
    expect(existsSync(testRun.folder)).toBe(false);
  });
});
