import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { type AddressInfo, connect, createServer as createSocketServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findCommand } from '../../tools/install.mjs';

const example = new URL('../../docs/examples/nginx-forward-auth.conf', import.meta.url);

/** An application that knows nothing of signing in; it shows as whom it was called. */
export interface Application extends AsyncDisposable {
  readonly port: number;
  /** Of the last request. */
  readonly headers: () => IncomingHttpHeaders | undefined;
}

export async function startApplication(): Promise<Application> {
  let headers: IncomingHttpHeaders | undefined;
  const server = createServer((request, response) => {
    headers = request.headers;
    const user = String(request.headers['remote-user'] ?? 'nobody');
    response
      .setHeader('content-type', 'text/html')
      .end(`<title>App</title><h1>Hello ${user}</h1><p>${request.url}</p>`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    headers: () => headers,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export async function freePort(): Promise<number> {
  const server = createSocketServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

interface Ports {
  readonly listen: number;
  readonly gatewarden: number;
  readonly application: number;
}

/** The real nginx with the file of the documentation, of which only the ports are others. Needs no rights. */
export async function startNginx({ listen, gatewarden, application }: Ports): Promise<AsyncDisposable> {
  await using made = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'gatewarden-nginx-'));
  made.defer(() => rm(folder, { recursive: true, force: true }));
  const sites = (await readFile(example, 'utf8'))
    .replaceAll('listen 80;', `listen 127.0.0.1:${listen};`)
    .replaceAll('127.0.0.1:8000', `127.0.0.1:${gatewarden}`)
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${application}`);
  const bodies = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  await writeFile(
    join(folder, 'nginx.conf'),
    `daemon off; pid ${folder}/pid; error_log stderr error; worker_processes 1;
events {}
http {
  access_log off;
  ${bodies.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
${sites}
}
`,
  );
  const nginx = findCommand('nginx');
  if (!nginx) throw new Error('nginx is not installed: npm test installs it');
  const child = spawn(nginx, ['-p', folder, '-c', 'nginx.conf'], { stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = once(child, 'exit');
  made.defer(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  await untilListening(listen, () => child.exitCode !== null);
  const rest = made.move();
  return { [Symbol.asyncDispose]: () => rest.disposeAsync() };
}

async function untilListening(port: number, isOver: () => boolean): Promise<void> {
  while (!(await canConnect(port))) {
    if (isOver()) throw new Error('nginx ended before it listened');
    await pause(20);
  }
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
