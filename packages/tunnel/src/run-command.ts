import { spawn } from 'node:child_process';
import { delimiter } from 'node:path';

export interface RunOptions {
  /** Written to standard input. */
  readonly input?: string;
  /** Starts a new session, so that background processes of the program survive the agent and its terminal. */
  readonly detached?: boolean;
}

/** Runs a program without a shell and returns its standard output. @throws CommandError */
export type RunCommand = (program: string, args: readonly string[], options?: RunOptions) => Promise<string>;

export interface CommandFailure {
  readonly program: string;
  /** The program is not installed. */
  readonly missing: boolean;
  /** First line of its standard error, with keys redacted; empty if there is none. */
  readonly errorLine: string;
}

/** A program could not be run or did not succeed. */
export class CommandError extends Error implements CommandFailure {
  readonly program: string;
  readonly missing: boolean;
  readonly errorLine: string;

  constructor({ program, missing, errorLine }: CommandFailure, options?: ErrorOptions) {
    super(missing ? `${program} is not installed` : `${program}: ${errorLine || 'failed without output'}`, options);
    this.name = 'CommandError';
    this.program = program;
    this.missing = missing;
    this.errorLine = errorLine;
  }
}

/** `ip` and `modprobe` are in folders that are often missing from an unprivileged search path. */
const systemFolders = ['/usr/local/sbin', '/usr/sbin', '/sbin'];
/** The longest call, 20 000 peers through wireguard-go on a slow machine, takes a few seconds. */
const timeoutMilliseconds = 60_000;

/** Programs get only the search path: the agent's environment may contain the join token. */
export function createRunCommand(searchPath: string): RunCommand {
  const env = { PATH: [searchPath, ...systemFolders].join(delimiter) };
  return (program, args, { input = '', detached = false } = {}) =>
    new Promise((resolve, reject) => {
      const child = spawn(program, args, { env, detached });
      // the timeout of `spawn` continues if the program is not installed, and the process could not end
      const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMilliseconds);
      for (const end of ['error', 'exit'] as const) child.once(end, () => clearTimeout(timer));
      const output: Buffer[] = [];
      const errorOutput: Buffer[] = [];
      child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
      child.stderr.on('data', (chunk: Buffer) => errorOutput.push(chunk));
      // A program that ends before it has read all of its input breaks the pipe; its exit code is the result.
      child.stdin.on('error', () => undefined);
      child.stdin.end(input);
      child.on('error', (cause: NodeJS.ErrnoException) => {
        reject(new CommandError({ program, missing: cause.code === 'ENOENT', errorLine: cause.message }, { cause }));
      });
      child.on('close', (code) => {
        const errorLine = firstLine(Buffer.concat(errorOutput).toString());
        if (code === 0) resolve(Buffer.concat(output).toString());
        else reject(new CommandError({ program, missing: false, errorLine }));
      });
    });
}

/**
 * wireguard-go prints advice in a box, which is not an error. `wg` repeats input that it cannot read, keys included.
 */
function firstLine(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  const line = lines.find((each) => each !== '' && !/^[┌│└]/.test(each)) ?? '';
  return line.replaceAll(/[A-Za-z0-9+/]{40,}=*/g, '[key]').slice(0, 300);
}
