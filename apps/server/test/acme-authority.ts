import { type ChildProcess, spawn } from 'node:child_process';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { freePort } from '../../../tools/free-port.ts';
import { issueServerCertificate, makeAuthority } from '../src/platform/crypto/certificates.ts';

export interface AcmeAuthority extends AsyncDisposable {
  readonly directory: string;
  /** PEM file with the authority of the directory's own certificate. */
  readonly caFile: string;
  /** The ports at which it expects the proofs of every host name, which are all 127.0.0.1. */
  readonly httpPort: number;
  readonly tlsPort: number;
  /** PEM of the root of the certificates that it issues. */
  root(): Promise<string>;
}

interface Options {
  /** Account key ids and their HMAC keys; without an account, none is needed. */
  readonly accounts?: Readonly<Record<string, string>>;
}

/** Pebble, the test authority of Let's Encrypt, with its own name server. */
export async function startAcmeAuthority({ accounts }: Options = {}): Promise<AcmeAuthority> {
  const folder = await mkdtemp(join(tmpdir(), 'gatewarden-acme-'));
  const authority = await makeAuthority('Test directory authority');
  const notAfter = new Date('2100-01-01T00:00:00Z');
  const server = await issueServerCertificate(authority, { serverName: 'localhost', notAfter });
  const [port, managementPort, httpPort, tlsPort, dnsPort, dnsManagementPort] = await Promise.all(
    Array.from({ length: 6 }, () => freePort()),
  );
  const pebble = {
    listenAddress: `127.0.0.1:${port}`,
    managementListenAddress: `127.0.0.1:${managementPort}`,
    certificate: join(folder, 'server.pem'),
    privateKey: join(folder, 'server.key'),
    ...{ httpPort, tlsPort },
    externalAccountBindingRequired: accounts !== undefined,
    ...(accounts && { externalAccountMACKeys: accounts }),
  };
  const caFile = join(folder, 'ca.pem');
  await writeFile(caFile, authority.certificate);
  await writeFile(pebble.certificate, server.certificate);
  await writeFile(pebble.privateKey, server.key);
  await writeFile(join(folder, 'config.json'), JSON.stringify({ pebble }));
  const off = ['-http01', '', '-https01', '', '-tlsalpn01', ''];
  const dns = ['-defaultIPv6', '', '-dns01', `127.0.0.1:${dnsPort}`, '-management', `127.0.0.1:${dnsManagementPort}`];
  const children = [
    spawn('pebble-challtestsrv', [...off, ...dns], { stdio: 'ignore' }),
    spawn('pebble', ['-config', join(folder, 'config.json'), '-dnsserver', `127.0.0.1:${dnsPort}`], {
      stdio: 'ignore',
      // without the delays and refused nonces that it adds by default
      env: { ...process.env, PEBBLE_VA_NOSLEEP: '1', PEBBLE_WFE_NONCEREJECT: '0', PEBBLE_AUTHZREUSE: '0' },
    }),
  ];
  const get = (url: string) => getText(url, authority.certificate);
  const directory = `https://localhost:${port}/dir`;
  const resolver = new Resolver();
  resolver.setServers([`127.0.0.1:${dnsPort}`]);
  const isReady = async () => {
    await Promise.all([get(directory), resolver.resolve4('vpn.example.test')]);
    return true;
  };
  while (!(await isReady().catch(() => false))) {
    if (children.some(({ exitCode }) => exitCode !== null)) throw new Error('the test authority ended');
    await setImmediate();
  }
  return {
    ...{ directory, caFile, httpPort: httpPort ?? 0, tlsPort: tlsPort ?? 0 },
    root: () => get(`https://localhost:${managementPort}/roots/0`),
    async [Symbol.asyncDispose]() {
      for (const child of children) await end(child);
      await rm(folder, { recursive: true });
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

async function getText(url: string, ca: string): Promise<string> {
  const call = request(url, { ca, agent: false });
  call.end();
  const [response] = await once(call, 'response');
  const parts: Buffer[] = [];
  for await (const part of response) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}
