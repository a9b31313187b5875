import { execFile } from 'node:child_process';

/** Runs a program without a shell and returns its standard output. @throws ProgramError */
export type RunProgram = (program: string, args: readonly string[]) => Promise<string>;

export class ProgramError extends Error {
  /** The program is not installed. */
  readonly missing: boolean;
  /** Last message of its standard error, with keys redacted; empty if there is none. */
  readonly errorLine: string;

  constructor(program: string, missing: boolean, errorLine: string, options?: ErrorOptions) {
    super(missing ? `${program} is not installed` : `${program} failed: ${errorLine}`, options);
    this.name = 'ProgramError';
    this.missing = missing;
    this.errorLine = errorLine;
  }
}

const timeoutMilliseconds = 60_000;
/** Where `ip` and `wg` are, which is often missing from an unprivileged search path. */
const systemFolders = ['/usr/local/sbin', '/usr/sbin', '/sbin'];

/** Programs get only the search path, so that no secret of the environment reaches them. */
export function createRunProgram(searchPath: string): RunProgram {
  const env = { PATH: [searchPath, ...systemFolders].join(':') };
  return (program, args) =>
    new Promise((resolve, reject) => {
      execFile(program, args, { env, timeout: timeoutMilliseconds }, (error, stdout, stderr) => {
        if (!error) return resolve(stdout);
        // wg-quick prints the commands that it runs, wireguard-go advice in a box
        const lines = stderr.split('\n').filter((line) => line.trim() !== '' && !/^(\[#\]|[┌│└])/.test(line));
        const errorLine = (lines.at(-1) ?? '').replaceAll(/[A-Za-z0-9+/]{40,}=*/g, '[key]').slice(0, 300);
        reject(new ProgramError(program, error.code === 'ENOENT', errorLine, { cause: error }));
      });
    });
}
