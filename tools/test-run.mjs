import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { exitCode } from './run.mjs';
import { root, toolEnv } from './workspace.mjs';

const marker = 'TEST_RUN_ID';

/**
 * The open run. Not derived from the environment: an inner run would take the processes of the outer run for its own
 * after it is closed.
 * @type {{ folder: string, mark: string } | undefined}
 */
let open;

/**
 * Marks all processes that are started from now on as part of this run, and gives them a temporary folder, which
 * `close` removes with its content.
 */
export function openTestRun() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'gatewarden-run-')));
  // The same permissions as /tmp: the database does not run as root.
  chmodSync(folder, 0o1777);
  const before = { TMPDIR: process.env['TMPDIR'], [marker]: process.env[marker] };
  process.env['TMPDIR'] = folder;
  const id = randomUUID();
  process.env[marker] = id;
  open = { folder, mark: `${marker}=${id}` };
  return {
    folder,
    close() {
      open = undefined;
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
      for (const [name, value] of Object.entries(before)) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
    },
  };
}

/**
 * Runs a program of the run and shows its output.
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 * @returns {Promise<number>} its exit code
 */
export function stream(command, args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, env: toolEnv(env), stdio: ['ignore', 'inherit', 'inherit'] });
    child.on('error', (error) => {
      console.error(error.message);
      resolve(127);
    });
    child.on('close', (code, signal) => resolve(exitCode(code, signal)));
  });
}

/**
 * Running processes of the open run, independent of their parent. They are identified by the inherited variable, or, if
 * they were started with another environment, by the folder of the run in their environment or as working directory.
 * @returns {{ pid: number, command: string }[]}
 */
export function processesOfRun() {
  if (!open || !existsSync('/proc')) return [];
  const { folder, mark } = open;
  /** @param {string} variable */
  const isOfRun = (variable) => variable === mark || variable.includes(folder);
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => readProcess(pid, 'environ').some(isOfRun) || folderOf(pid).startsWith(`${folder}/`))
    .map((pid) => ({ pid: Number(pid), command: readProcess(pid, 'cmdline').join(' ').trim() }))
    .filter(({ command }) => command !== '');
}

/**
 * @param {string} pid
 * @param {'environ' | 'cmdline'} what
 * @returns {string[]} empty when the process has ended or belongs to another user
 */
function readProcess(pid, what) {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'utf8').split('\0');
  } catch {
    return [];
  }
}

/** @param {string} pid */
function folderOf(pid) {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return '';
  }
}

/**
 * Waits up to this time for processes to end, and returns those that still run.
 * @param {number} seconds
 */
export async function waitForProcesses(seconds) {
  const until = performance.now() + seconds * 1000;
  while (processesOfRun().length > 0 && performance.now() < until) await wait(100);
  return processesOfRun();
}

/**
 * Ends all processes of this run: with SIGTERM first, because a database has to stop cleanly, and with SIGKILL after
 * this time.
 * @param {number} seconds
 */
export async function endProcesses(seconds = 5) {
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGKILL'])) {
    for (const { pid } of processesOfRun()) {
      try {
        process.kill(pid, signal);
      } catch {
        // It has ended meanwhile.
      }
    }
    if ((await waitForProcesses(seconds)).length === 0) return;
  }
}
