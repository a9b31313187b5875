import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { CommandError, createRunCommand, type RunCommand } from '@gatewarden/tunnel/run-command';

const host = createRunCommand(process.env['PATH'] ?? '/usr/bin:/bin');

export interface NetworkNamespace extends AsyncDisposable {
  readonly name: string;
  /** Runs a program in the namespace. */
  readonly run: RunCommand;
}

/** A separate network with only loopback. Disposing it ends all its processes and interfaces. */
export async function makeNamespace(): Promise<NetworkNamespace> {
  const name = uniqueName();
  const run: RunCommand = (program, args, options) =>
    host('ip', ['netns', 'exec', name, program, ...args], options).catch((error) => {
      if (!(error instanceof CommandError)) throw error;
      const missing = /^exec of .* failed: No such file/.test(error.errorLine);
      throw new CommandError({ program, missing, errorLine: error.errorLine }, { cause: error });
    });
  await host('ip', ['netns', 'add', name]);
  await run('ip', ['link', 'set', 'dev', 'lo', 'up']);
  return { name, run, [Symbol.asyncDispose]: () => dispose(name) };
}

/** Short enough for an interface, and unique: wireguard-go's control sockets are shared by the whole machine. */
export function uniqueName(): string {
  return `gwt${randomBytes(5).toString('hex')}`;
}

/** Connects two namespaces with a veth pair. */
export async function connect(a: NetworkNamespace, b: NetworkNamespace, addresses: readonly [string, string]) {
  const [inA, inB] = [uniqueName(), uniqueName()];
  await host('ip', ['-netns', a.name, 'link', 'add', inA, 'type', 'veth', 'peer', 'name', inB, 'netns', b.name]);
  for (const [{ run }, link, address] of [
    [a, inA, addresses[0]],
    [b, inB, addresses[1]],
  ] as const) {
    await run('ip', ['address', 'add', address, 'dev', link]);
    await run('ip', ['link', 'set', 'dev', link, 'up']);
  }
}

/** A wireguard-go ends cleanly with its interface, faster than the second that it takes after a signal. */
async function dispose(name: string): Promise<void> {
  const pids = async () => (await host('ip', ['netns', 'pids', name])).split('\n').filter(Boolean).map(Number);
  for (const pid of await pids()) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(ignoreEnded);
    // Except wireguard-go, which would leave its socket behind.
    if (command !== undefined && !command.startsWith('wireguard-go')) killIfRunning(pid);
  }
  const links: { ifname: string }[] = JSON.parse(await host('ip', ['-netns', name, '-json', 'link', 'show']));
  for (const { ifname } of links) {
    if (ifname !== 'lo') await host('ip', ['-netns', name, 'link', 'delete', 'dev', ifname]);
  }
  while ((await pids()).length > 0) await wait(20);
  await host('ip', ['netns', 'delete', name]);
}

function killIfRunning(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    ignoreEnded(error);
  }
}

function ignoreEnded(error: unknown): undefined {
  const { code } = error as NodeJS.ErrnoException;
  // the process has ended
  if (code === 'ENOENT' || code === 'ESRCH') return;
  throw error;
}
