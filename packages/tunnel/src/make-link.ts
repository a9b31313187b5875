import { access } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { CommandError, type RunCommand } from './run-command.ts';
import { type Backend, TunnelError } from './tunnel-error.ts';

export interface LinkOptions {
  readonly run: RunCommand;
  readonly name: string;
  /** Written to the interface as its alias, so that a later run recognizes it. */
  readonly mark: string;
  /** Use wireguard-go even if the kernel has WireGuard. */
  readonly userspaceOnly: boolean;
}

/** Creates the interface, which must not exist, with the kernel's WireGuard or else wireguard-go, and marks it. */
export async function makeLink(options: LinkOptions): Promise<Backend> {
  const { run, name, mark } = options;
  const backend = await addInterface(options);
  try {
    await run('ip', ['link', 'set', 'dev', name, 'alias', mark]);
  } catch (error) {
    await deleteLink(run, name, backend);
    throw error;
  }
  return backend;
}

/** A wireguard-go process ends with its interface; this waits for its cleanup, so that the name is free again. */
export async function deleteLink(run: RunCommand, name: string, backend: Backend): Promise<void> {
  await run('ip', ['link', 'delete', 'dev', name]);
  if (backend === 'kernel') return;
  const socket = `/var/run/wireguard/${name}.sock`;
  for (let waited = 0; waited < daemonTimeoutMilliseconds && (await fileExists(socket)); waited += pollMilliseconds) {
    await wait(pollMilliseconds);
  }
}

const pollMilliseconds = 10;
/** Usually about 20 ms; a wireguard-go whose interface was never up checks only once a second. */
const daemonTimeoutMilliseconds = 5000;

async function addInterface({ run, name, userspaceOnly }: LinkOptions): Promise<Backend> {
  if (userspaceOnly || !(await addKernelInterface(run, name))) {
    await startUserspace(run, name);
    return 'userspace';
  }
  return 'kernel';
}

/** False if this kernel has no WireGuard. */
async function addKernelInterface(run: RunCommand, name: string): Promise<boolean> {
  try {
    await run('ip', ['link', 'add', 'dev', name, 'type', 'wireguard']);
    return true;
  } catch (error) {
    if (error instanceof CommandError && /unknown device type|not supported/i.test(error.errorLine)) return false;
    throw error;
  }
}

async function startUserspace(run: RunCommand, name: string): Promise<void> {
  try {
    // The program continues in the background and returns as soon as `wg` can connect to it.
    await run('wireguard-go', [name], { detached: true });
    // As with the kernel's WireGuard: a link-local address is useless in a tunnel, and on a machine without another
    // address, name resolution would assume that only IPv6 works. Fails on kernels without IPv6.
    await run('ip', ['link', 'set', 'dev', name, 'addrgenmode', 'none']).catch(() => undefined);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    const what = error.missing
      ? 'This kernel has no WireGuard and wireguard-go is not installed; install the package wireguard-go.'
      : `wireguard-go could not make the interface ${name}: ${error.errorLine || 'is /dev/net/tun there, and is the name free?'}.`;
    throw new TunnelError(what, { cause: error });
  }
}

async function fileExists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
