import { spawn } from 'node:child_process';
import { Server, Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { NetworkNamespace } from '../../apps/gateway/test/network-namespace.ts';

const program = fileURLToPath(new URL('./inside/main.ts', import.meta.url));

/** A server of this process that listens inside, on all addresses that there are or will be. */
export async function listenInside(host: NetworkNamespace, port: number): Promise<Server> {
  const opened = await open(host, ['listen', String(port)]);
  if (!(opened instanceof Server)) throw new Error('no server came');
  return opened;
}

/** A connection of this process from inside. @throws Error when nobody answers */
export async function connectInside(host: NetworkNamespace, address: string, port: number): Promise<Socket> {
  const opened = await open(host, ['connect', address, String(port)]);
  if (!(opened instanceof Socket)) throw new Error('no connection came');
  return opened;
}

/** A socket stays in the namespace that it was made in, whoever uses it. */
function open(host: NetworkNamespace, args: readonly string[]): Promise<unknown> {
  const command = ['netns', 'exec', host.name, process.execPath, program, ...args];
  const child = spawn('ip', command, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('message', (_message, handle) => resolve(handle));
    child.once('exit', (code) => reject(new Error(`no socket could be opened inside: ${code}`)));
  });
}
