import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { buildEnv, root, toolEnv } from './workspace.mjs';

/**
 * The exit code (128 plus the signal number when a signal ended it, as in a shell) and the output, in order.
 * @typedef {{ code: number, output: string }} Outcome
 */

/**
 * @param {number | null} code
 * @param {NodeJS.Signals | null} signal
 */
export function exitCode(code, signal) {
  return code ?? 128 + (signal ? constants.signals[signal] : 0);
}

/**
 * Runs a program to its end without printing its output. Never throws: a program that cannot be started has code 127
 * and the reason as output. It gets none of the product's settings.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, cwd?: string }} [options]
 * @returns {Promise<Outcome>}
 */
export function capture(command, args, { env = buildEnv(), cwd = root } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    /** @type {Buffer[]} */
    const chunks = [];
    child.stdout.on('data', (chunk) => chunks.push(chunk));
    child.stderr.on('data', (chunk) => chunks.push(chunk));
    child.on('error', (error) => resolve({ code: 127, output: error.message }));
    child.on('close', (code, signal) =>
      resolve({ code: exitCode(code, signal), output: Buffer.concat(chunks).toString() }),
    );
  });
}

/**
 * Runs a program in the foreground, in place of this one: it uses the terminal and gets the signals. Returns its exit
 * code.
 * @param {string} command
 * @param {string[]} args
 * @returns {Promise<number>}
 */
export function runInForeground(command, args) {
  return new Promise((resolve, reject) => {
    // The channel transfers no data: it closes with this process, even if that is killed, and the program stops then.
    const stdio = /** @type {const} */ (['inherit', 'inherit', 'inherit', 'ipc']);
    const child = spawn(command, args, { cwd: root, env: toolEnv(), stdio: [...stdio] });
    stopWithParent(child);
    /** @param {NodeJS.Signals} signal */
    const pass = (signal) => {
      // Ctrl-C in a terminal reaches the program directly; forwarding it would send it twice.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    };
    for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, pass);
    child.on('error', reject);
    child.on('close', (code, signal) => resolve(exitCode(code, signal)));
  });
}

/**
 * Stops the child when the parent of this process is killed, for example npm, which then cannot forward signals.
 * @param {import('node:child_process').ChildProcess} child
 */
function stopWithParent(child) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    child.kill('SIGTERM');
  }, 500);
  child.once('exit', () => clearInterval(watch));
}
