import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { mkdtemp, readFile, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { root } from '../workspace.mjs';

/**
 * A machine on which blocks of guides run unchanged, as root and under systemd, with the programs of this machine and
 * Gatewarden in /opt/gatewarden. Blocks do not change this machine, and everything is removed when it is disposed.
 */
export interface GuideMachine extends AsyncDisposable {
  /** Runs the commands in one bash, which stops at the first failure; resolves with standard output. */
  run(...commands: readonly string[]): Promise<string>;
}

const boot = fileURLToPath(new URL('boot-machine.sh', import.meta.url));
const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** `files` are those of the machine, `folder` is in /opt/gatewarden, which is read-only. */
interface MachineOptions {
  readonly files?: string;
  readonly folder?: string;
}

export async function startGuideMachine({
  files = '/',
  folder: shared = root,
}: MachineOptions = {}): Promise<GuideMachine> {
  await using made = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'gatewarden-guide-'));
  made.defer(() => rm(folder, { recursive: true }));
  const cgroup = await newControlGroup();
  made.defer(() => removeControlGroup(cgroup));
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', boot, folder, cgroup, shared, files], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit');
  const errorOutput: string[] = [];
  child.stderr.on('data', (chunk) => errorOutput.push(String(chunk)));
  made.defer(async () => void (await ended));
  const pid = await untilRunning(child.pid ?? 0, () => {
    if (child.exitCode !== null) throw new Error(`the machine of the guide did not start: ${errorOutput.join('')}`);
  });
  // ends all processes of the machine; `unshare` waits for them
  made.defer(() => void process.kill(Number(pid), 'SIGKILL'));
  const enter = ['--target', pid, '--all', '--root', '--wd', '--'];
  const env = { PATH: path, HOME: '/root' };
  const execute = async (script: string) => {
    const running = promisify(execFile)('nsenter', [...enter, 'bash', '-euo', 'pipefail', '-s'], { env });
    running.child.stdin?.end(script);
    return (await running).stdout;
  };
  const rest = made.move();
  return {
    run: (...commands) =>
      execute(commands.join('\n')).catch(async (cause: Error) => {
        const journal = await execute('journalctl --no-pager --output cat --lines 30');
        throw new Error(`${cause.message}\nThe journal ends with:\n${journal}`, { cause });
      }),
    [Symbol.asyncDispose]: () => rest.disposeAsync(),
  };
}

/** Path of a control group below that of this process; systemd needs one that only it manages. */
async function newControlGroup(): Promise<string> {
  const groups = (await readFile('/proc/self/cgroup', 'utf8')).split('\n').map((line) => line.split(':'));
  const [, , named] = groups.find(([, controllers]) => controllers === 'name=systemd') ?? [];
  const [, , unified = '/'] = groups.find(([number]) => number === '0') ?? [];
  const present = named === undefined ? join('/sys/fs/cgroup', unified) : join('/sys/fs/cgroup/systemd', named);
  return join(present, `gatewarden-guide-${randomUUID()}`);
}

async function removeControlGroup(path: string): Promise<void> {
  const inner = globSync('**/', { cwd: path }).toSorted((a, b) => b.length - a.length);
  for (const name of inner) await rmdir(join(path, name));
  await rmdir(path).catch(() => undefined);
}

/** Resolves with the process id of systemd on the machine once it accepts commands. */
async function untilRunning(pid: number, requireAlive: () => void): Promise<string> {
  for (;;) {
    requireAlive();
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
    const first = children.trim();
    const ask = ['--target', first, '--all', '--root', '--', 'systemctl', 'is-system-running', '--wait'];
    const { stdout } = await promisify(execFile)('nsenter', ask).catch((error: { stdout?: string }) => error);
    if (first !== '' && /running|degraded/.test(stdout ?? '')) return first;
  }
}
