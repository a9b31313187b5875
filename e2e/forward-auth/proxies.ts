import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { issueServerCertificate, makeAuthority } from '../../apps/server/src/platform/crypto/certificates.ts';
import { findCommand } from '../../tools/install.mjs';

export interface Ports {
  /** Port for https. */
  readonly listen: number;
  readonly plain: number;
  readonly gatewarden: number;
  readonly application: number;
}

/** Starts a proxy with the file of the documentation, with other ports and certificates. Needs no privileges. */
export type StartProxy = (ports: Ports) => Promise<AsyncDisposable>;

const example = (name: string) => readFile(new URL(`../../docs/examples/${name}`, import.meta.url), 'utf8');

function withUpstreams(text: string, { gatewarden, application }: Ports): string {
  return text
    .replaceAll('127.0.0.1:8000', `127.0.0.1:${gatewarden}`)
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${application}`);
}

export const startNginx: StartProxy = (ports) =>
  startProxy(ports, async (folder, certificate, key) => {
    const sites = withUpstreams(await example('nginx-forward-auth.conf'), ports)
      .replaceAll('listen 80;', `listen 127.0.0.1:${ports.plain};`)
      .replaceAll('listen 443 ssl;', `listen 127.0.0.1:${ports.listen} ssl;`)
      .replaceAll('/etc/nginx/certificates/example.com.pem', certificate)
      .replaceAll('/etc/nginx/certificates/example.com.key', key);
    const bodies = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    const main = `daemon off; pid ${folder}/pid; error_log stderr crit; worker_processes 1;
events {}
http {
  access_log off;
  ${bodies.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
${sites}
}
`;
    await writeFile(join(folder, 'nginx.conf'), main);
    return ['nginx', '-p', folder, '-c', 'nginx.conf'];
  });

export const startCaddy: StartProxy = (ports) =>
  startProxy(ports, async (folder, certificate, key) => {
    const sites = withUpstreams(await example('Caddyfile'), ports).replaceAll(
      /^(app|gatewarden)\.example\.com \{$/gm,
      `$1.example.com:${ports.listen} {\n  bind 127.0.0.1\n  tls ${certificate} ${key}`,
    );
    const main = `{\n  admin off\n  auto_https disable_redirects\n  storage file_system ${folder}\n}\n${sites}`;
    await writeFile(join(folder, 'Caddyfile'), main);
    return ['caddy', 'run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'];
  });

type Configure = (folder: string, certificate: string, key: string) => Promise<readonly [string, ...string[]]>;

async function startProxy({ listen }: Ports, configure: Configure): Promise<AsyncDisposable> {
  await using made = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'gatewarden-proxy-'));
  made.defer(() => rm(folder, { recursive: true, force: true }));
  // as root, the workers of nginx run as another user
  await chmod(folder, 0o711);
  const [certificate, key] = await writeCertificate(folder);
  const [name, ...args] = await configure(folder, certificate, key);
  const command = findCommand(name);
  if (!command) throw new Error(`${name} is not installed: npm test installs it`);
  const child = spawn(command, args, { stdio: 'ignore', env: { ...process.env, HOME: folder } });
  const ended = once(child, 'exit');
  made.defer(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  await untilListening(listen, () => child.exitCode !== null, name);
  const rest = made.move();
  return { [Symbol.asyncDispose]: () => rest.disposeAsync() };
}

async function writeCertificate(folder: string): Promise<[certificate: string, key: string]> {
  const authority = await makeAuthority('Example');
  const options = { serverName: 'app.example.com', notAfter: new Date('2090-01-01') };
  const issued = await issueServerCertificate(authority, options);
  const paths: [string, string] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  await writeFile(paths[0], issued.certificate);
  await writeFile(paths[1], issued.key, { mode: 0o600 });
  return paths;
}

async function untilListening(port: number, isOver: () => boolean, name: string): Promise<void> {
  while (!(await canConnect(port))) {
    if (isOver()) throw new Error(`${name} ended before it listened`);
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
