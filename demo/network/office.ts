import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeNamespace, type NetworkNamespace, uniqueName } from '../../apps/gateway/test/network-namespace.ts';
import { listenInside } from './open-inside.ts';

/** A host of its own with a gateway on it and a server behind the gateway. */
export interface Office extends AsyncDisposable {
  readonly host: NetworkNamespace;
}

export interface OfficeOptions {
  /** With which the gateway joins its location. */
  readonly token: string;
  /** How people call the gateway. */
  readonly name: string;
  /** Port of core for gateways; the token says `localhost`, and so it is there inside too. */
  readonly grpcPort: number;
  /** For what the gateway keeps. */
  readonly folder: string;
}

/** Of the server that clients talk to. */
export const serverPort = 8080;
const mostBytes = 1_000_000;

const node = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url));
const agent = fileURLToPath(new URL('../../apps/gateway/src/main.ts', import.meta.url));

export async function startOffice({ token, name, grpcPort, folder }: OfficeOptions): Promise<Office> {
  await using made = new AsyncDisposableStack();
  const host = made.use(await makeNamespace());
  const toCore = await listenInside(host, grpcPort);
  made.defer(() => void toCore.close());
  toCore.on('connection', (inside: Socket) => connectBoth(inside, connect(grpcPort, '127.0.0.1')));
  const server = createServer((request, response) => {
    const bytes = Number(new URL(request.url ?? '/', 'http://office').searchParams.get('bytes'));
    request.resume().on('end', () => response.end(Buffer.alloc(Math.min(mostBytes, bytes || 0))));
  });
  server.listen(await listenInside(host, serverPort));
  made.defer(() => {
    server.closeAllConnections();
    server.close();
  });
  const state = [
    '--state-dir',
    join(folder, name),
    '--interface',
    uniqueName(),
    '--name',
    name,
    '--log-level',
    'error',
  ];
  const child = spawn('ip', ['netns', 'exec', host.name, node, agent, ...state], {
    // others see command lines, and the token is as good as a password
    env: { ...process.env, GATEWARDEN_GATEWAY_JOIN: token },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  made.defer(() => stop(child));
  const rest = made.move();
  return { host, [Symbol.asyncDispose]: () => rest.disposeAsync() };
}

function connectBoth(one: Socket, other: Socket): void {
  for (const socket of [one, other]) socket.on('error', () => socket.destroy());
  one.pipe(other).pipe(one);
  one.once('close', () => other.destroy());
  other.once('close', () => one.destroy());
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
