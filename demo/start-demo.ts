import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRandom } from '../bench/data-set/random.ts';
import { startProduct } from '../e2e/product/start-product.ts';
import { administrator, sites } from './company.ts';
import { startFederation } from './federation.ts';
import { fillInstance } from './fill.ts';
import { freePort } from './free-port.ts';
import { loadHistory } from './history.ts';
import { startLive } from './live.ts';
import { startMailGallery } from './mail-gallery.ts';
import { type DemoNetwork, makeDemoNetwork } from './network.ts';

/** A filled instance. Disposing removes everything. */
export interface Demo extends AsyncDisposable {
  readonly url: string;
  /** Of the gallery of mails. */
  readonly mailsUrl: string;
  /** Resolves when core ends. */
  readonly ended: Promise<unknown>;
}

export interface DemoOptions {
  /** Another port is used if this one is taken. */
  readonly port: number;
  readonly signal: AbortSignal;
  readonly print: (line: string) => void;
}

/** Two clients at the first live location, one at the second. */
const clientsPerSite = [2, 1];

/** @throws any error of the start, after cleaning up; the reason of the signal when it was aborted meanwhile */
export async function startDemo({ port, signal, print }: DemoOptions): Promise<Demo> {
  await using made = new AsyncDisposableStack();
  const random = createRandom('gatewarden demo');
  const folder = await makeFolder(made);
  const network = await tryMakeNetwork(print);
  if (network) made.use(network);
  signal.throwIfAborted();
  print('Starting core.');
  const core = await startCore(join(folder, 'core'), port, network?.coreAddress);
  made.defer(() => core.stop());
  signal.throwIfAborted();
  print('Adding people, groups, locations and devices.');
  const filled = await fillInstance(core.url, random, signal);
  print('Starting two applications and a directory.');
  made.use(await startFederation({ url: core.url, admin: filled.admin, print }));
  signal.throwIfAborted();
  print('Loading a week of traffic.');
  await loadHistory(core.dataDir, filled, random);
  signal.throwIfAborted();
  if (network) {
    print('Starting gateways and clients.');
    made.use(await startLive(network, filled, folder, signal));
    print(
      `Live: gateways in ${namesOf('live')}, three clients with traffic; Seoul requires two-factor authentication. Dublin has lost its gateway, Berlin has none.`,
    );
  }
  const { url: mailsUrl } = made.use(await startMailGallery(core.url));
  const ended = once(core.process, 'exit');
  const rest = made.move();
  return { url: core.url, mailsUrl, ended, [Symbol.asyncDispose]: () => rest.disposeAsync() };
}

async function makeFolder(made: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gatewarden-demo-'));
  made.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  // as root, the embedded database runs as another user
  await chmod(folder, 0o711);
  await mkdir(join(folder, 'core'), { mode: 0o711 });
  return folder;
}

async function tryMakeNetwork(print: (line: string) => void): Promise<DemoNetwork | undefined> {
  const continueWithout = (reason: string) => print(`Without live tunnels: ${reason}.`);
  if (process.getuid?.() !== 0) return void continueWithout('they need root');
  try {
    return await makeDemoNetwork(clientsPerSite);
  } catch (error) {
    return void continueWithout(error instanceof Error ? error.message : String(error));
  }
}

/** Reachable only from this machine and its gateways, because the passwords are published. */
async function startCore(dataDir: string, port: number, gatewaySide = '127.0.0.1') {
  const [httpPort, grpcPort] = [await freePort(port), await freePort(0, gatewaySide)];
  return startProduct({
    dataDir,
    environment: {
      GATEWARDEN_URL: `http://localhost:${httpPort}`,
      GATEWARDEN_HTTP_HOST: '127.0.0.1',
      GATEWARDEN_HTTP_PORT: String(httpPort),
      GATEWARDEN_GRPC_HOST: gatewaySide,
      GATEWARDEN_GRPC_PORT: String(grpcPort),
      GATEWARDEN_GRPC_URL: `https://${gatewaySide}:${grpcPort}`,
      GATEWARDEN_ADMIN_PASSWORD: administrator.password,
    },
  });
}

function namesOf(gateway: 'live'): string {
  return sites
    .filter((site) => site.gateway === gateway)
    .map(({ name }) => name)
    .join(' and ');
}
