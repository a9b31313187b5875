import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

export interface CoreProcess extends AsyncDisposable {
  readonly process: ChildProcess;
  /** Standard output and standard error so far. */
  readonly output: () => { readonly stdout: string; readonly stderr: string };
  /** Resolves with the first match of standard output, rejects when the process ends before. */
  readonly printed: (pattern: RegExp) => Promise<RegExpExecArray>;
  /** Exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
}

const program = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const adminProgram = fileURLToPath(new URL('../dist/admin.js', import.meta.url));

/**
 * Core as operators start it, on free ports; only the named variables are set. Disposing kills it if it still runs.
 * `stdout` is a file descriptor that replaces the collected output, `uid` the user that it runs as.
 */
export function spawnCore(environment: Readonly<Record<string, string>>, stdout?: number, uid?: number): CoreProcess {
  return spawnProgram(
    [program],
    {
      GATEWARDEN_HTTP_PORT: '0',
      GATEWARDEN_HTTP_HOST: '127.0.0.1',
      GATEWARDEN_GRPC_PORT: '0',
      GATEWARDEN_GRPC_HOST: '127.0.0.1',
      GATEWARDEN_EDGE_PORT: 'off',
      GATEWARDEN_LOG_LEVEL: 'warn',
      ...environment,
    },
    '',
    stdout,
    uid,
  );
}

/** An administrator's command, as `npm run admin` starts it; only the named variables are set. `uid` as above. */
export function spawnAdmin(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  input?: string,
  uid?: number,
): CoreProcess {
  return spawnProgram([adminProgram, ...args], environment, input, undefined, uid);
}

/** `input` is the content of standard input. */
function spawnProgram(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  input = '',
  stdoutFile?: number,
  uid?: number,
): CoreProcess {
  // tests must not share the default data folder
  const unnamed = join(tmpdir(), `gatewarden-unnamed-${randomUUID()}`);
  const core = spawn(process.execPath, args, {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      GATEWARDEN_DATA_DIR: unnamed,
      ...environment,
    },
    stdio: ['pipe', stdoutFile ?? 'pipe', 'pipe'],
    ...(uid !== undefined && { uid, gid: uid }),
  }) as ChildProcessByStdio<Writable, Readable | null, Readable>;
  // a program that does not read its input may end before it is written
  core.stdin.on('error', () => undefined);
  core.stdin.end(input);
  let stdout = '';
  let stderr = '';
  core.stdout?.on('data', (chunk) => {
    stdout += chunk;
  });
  core.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const ended = once(core, 'close').then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals);

  async function printed(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const match = pattern.exec(stdout);
      if (match) return match;
      const end = await Promise.race([core.stdout && once(core.stdout, 'data').then(() => undefined), ended]);
      if (end !== undefined && !pattern.test(stdout)) throw new Error(`core ended with ${end}: ${stdout}${stderr}`);
    }
  }

  return {
    process: core,
    output: () => ({ stdout, stderr }),
    printed,
    ended,
    async [Symbol.asyncDispose]() {
      core.kill('SIGKILL');
      await ended;
      await rm(unnamed, { recursive: true, force: true });
    },
  };
}

/** A temporary folder that every user may traverse, for the data of a core. */
export async function givenDataDir() {
  const path = await mkdtemp(join(tmpdir(), 'gatewarden-main-'));
  return {
    path,
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }),
  };
}
