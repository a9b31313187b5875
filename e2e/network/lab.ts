import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { connect, makeNamespace, type NetworkNamespace } from '../../apps/gateway/test/network-namespace.ts';
import { findCommand, system } from '../../tools/install.mjs';

/** Address at which clients connect to the gateway, routed over every link. */
export const endpointAddress = '10.99.0.1';

/** Addresses behind the gateway. */
export const behindGateway = { network: '10.98.0.0/24', gateway: '10.98.0.1', host: '10.98.0.2' } as const;

/**
 * Network namespaces for core, a gateway and two clients, with links from the gateway to the others and no connection
 * to the outside. Disposing ends everything inside.
 */
export interface Lab extends AsyncDisposable {
  readonly core: NetworkNamespace;
  readonly gateway: NetworkNamespace;
  readonly clients: readonly [NetworkNamespace, NetworkNamespace];
  /** Executable that starts the browser on the host of core. */
  readonly browser: string;
  readonly folder: string;
}

const chromium = findCommand(system.chromium.command);

export async function makeLab(): Promise<Lab> {
  await using made = new AsyncDisposableStack();
  const host = async () => made.use(await makeNamespace());
  const [core, gateway, first, second] = [await host(), await host(), await host(), await host()];
  await connect(gateway, core, ['10.99.1.1/30', '10.99.1.2/30']);
  await connect(gateway, first, ['10.99.2.1/30', '10.99.2.2/30']);
  await connect(gateway, second, ['10.99.3.1/30', '10.99.3.2/30']);
  await gateway.run('ip', ['address', 'add', `${endpointAddress}/32`, 'dev', 'lo']);
  for (const [client, router] of [
    [first, '10.99.2.1'],
    [second, '10.99.3.1'],
  ] as const) {
    await client.run('ip', ['route', 'add', `${endpointAddress}/32`, 'via', router]);
  }
  const folder = await mkdtemp(join(tmpdir(), 'gatewarden-lab-'));
  made.defer(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o711);
  const browser = join(folder, 'browser');
  await writeFile(browser, `#!/bin/sh\nexec ip netns exec ${core.name} ${chromium} "$@"\n`, { mode: 0o755 });
  const rest = made.move();
  const clients = [first, second] as const;
  return { core, gateway, clients, browser, folder, [Symbol.asyncDispose]: () => rest.disposeAsync() };
}

/** A program on a host of the lab; `stop` ends it and waits. */
export interface LabProcess extends AsyncDisposable {
  readonly process: ChildProcess;
  /** Resolves with the first matching line of its output; rejects when the program ends before. */
  line(pattern: RegExp): Promise<RegExpExecArray>;
  stop(signal?: NodeJS.Signals): Promise<void>;
  /** Resolves when it has ended. */
  readonly ended: Promise<unknown>;
}

export function startIn(host: NetworkNamespace, command: readonly string[]): LabProcess {
  const child = spawn('ip', ['netns', 'exec', host.name, ...command], { stdio: ['ignore', 'pipe', 'pipe'] });
  const seen: string[] = [];
  const listeners: ((line: string) => void)[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      seen.push(line);
      for (const listener of listeners) listener(line);
    });
  }
  const ended = once(child, 'exit');
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await ended;
  };
  return {
    process: child,
    line: (pattern) =>
      new Promise((resolve, reject) => {
        const check = (line: string) => {
          const match = pattern.exec(line);
          if (match) resolve(match);
        };
        listeners.push(check);
        for (const line of seen) check(line);
        ended.then(() => reject(new Error(`${command.join(' ')} ended:\n${seen.slice(-20).join('\n')}`)), reject);
      }),
    stop,
    ended,
    [Symbol.asyncDispose]: () => stop('SIGKILL'),
  };
}

const node = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url));
const page = fileURLToPath(new URL('./serve-page.ts', import.meta.url));

/** A web server on all addresses of a host, IPv4 and IPv6. */
export async function servePage(host: NetworkNamespace): Promise<LabProcess & { readonly port: number }> {
  const server = startIn(host, [node, page]);
  const [, port] = await server.line(/^listening on (\d+)$/);
  return Object.assign(server, { port: Number(port) });
}

const mailServer = fileURLToPath(new URL('./serve-mail.ts', import.meta.url));

export interface LabMailServer extends LabProcess {
  readonly port: number;
  /** Resolves with the text of the first mail with this subject. */
  textOf(subject: string): Promise<string>;
}

/** A mail server for the programs on a host. */
export async function serveMail(host: NetworkNamespace): Promise<LabMailServer> {
  const server = startIn(host, [node, mailServer]);
  const [, port] = await server.line(/^listening on (\d+)$/);
  return Object.assign(server, {
    port: Number(port),
    async textOf(subject: string) {
      const escaped = RegExp.escape(JSON.stringify(subject));
      const [, mail = '{}'] = await server.line(new RegExp(`^mail (.*"subject":${escaped}.*)$`));
      return String(JSON.parse(mail).text);
    },
  });
}

/** A host behind the gateway, which is reached through it. Its network is `behindGateway.network`. */
export async function makeHostBehind({ gateway }: Lab, clients: string): Promise<NetworkNamespace> {
  const host = await makeNamespace();
  await connect(gateway, host, [`${behindGateway.gateway}/24`, `${behindGateway.host}/24`]);
  await host.run('ip', ['route', 'add', clients, 'via', behindGateway.gateway]);
  return host;
}
