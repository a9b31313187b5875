import { spawn } from 'node:child_process';
import { environment } from '../config/environment.ts';

/** Answers to questions of an interactive command, by the keyword with which GnuPG asks, in order. */
export type Answers = Readonly<Record<string, readonly string[]>>;

export interface GpgOptions {
  /** Folder of its keys, with mode 0700. */
  readonly home: string;
  readonly signal: AbortSignal;
  /** Asked for with GnuPG's command protocol (`doc/DETAILS`, `GET_LINE` and others); absent: not interactive. */
  readonly answers?: Answers;
}

/** GnuPG ended with a failure, or asked what there is no answer to. Its output may contain no secret: PINs are never echoed. */
class GpgError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'GpgError';
  }
}

/** Generating an RSA key of 4096 bits takes up to a minute. */
const limitMilliseconds = 5 * 60_000;
const maxOutputBytes = 1024 * 1024;

/**
 * Runs `gpg` with the arguments, and returns what it prints.
 * @throws GpgError
 */
export function runGpg(args: readonly string[], { home, signal, answers }: GpgOptions): Promise<string> {
  const protocol = answers ? ['--status-fd', '1', '--command-fd', '0'] : ['--batch'];
  const all = ['--homedir', home, '--no-tty', '--yes', '--pinentry-mode', 'loopback', ...protocol, ...args];
  const timed = AbortSignal.any([signal, AbortSignal.timeout(limitMilliseconds)]);
  return new Promise((resolve, reject) => {
    const child = spawn('gpg', all, { env: { PATH: programPath(), LC_ALL: 'C', GNUPGHOME: home }, signal: timed });
    const left = new Map(Object.entries(answers ?? {}).map(([keyword, texts]) => [keyword, [...texts]]));
    let output = '';
    let errors = '';
    let line = '';
    let unanswered: string | undefined;

    function answer(asked: string): void {
      const [, kind, keyword = ''] = /^\[GNUPG:\] (GET_LINE|GET_BOOL|GET_HIDDEN) (\S+)/.exec(asked) ?? [];
      if (kind === undefined) return;
      const text = left.get(keyword)?.shift();
      if (text === undefined) {
        unanswered ??= keyword;
        child.kill();
      } else child.stdin.write(`${text}\n`);
    }
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output.length > maxOutputBytes) child.kill();
      if (!answers) return;
      const lines = (line + text).split('\n');
      line = lines.pop() ?? '';
      lines.forEach(answer);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors = (errors + text).slice(-4_000);
    });
    // it may end before it has read an answer
    child.stdin.on('error', () => undefined);
    if (!answers) child.stdin.end();
    child.once('error', reject);
    child.once('close', (code) => {
      if (unanswered !== undefined) reject(new GpgError(`gpg asked for ${unanswered}, which was not expected`));
      else if (code === 0) resolve(output);
      else reject(new GpgError(lastLine(errors) ?? `gpg ended with status ${code}`));
    });
  });
}

function lastLine(text: string): string | undefined {
  return text
    .split('\n')
    .filter((each) => each.trim() !== '')
    .at(-1);
}

function programPath(): string {
  return environment()['PATH'] ?? '/usr/bin:/bin';
}
