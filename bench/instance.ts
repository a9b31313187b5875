import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { signIn } from '@gatewarden/contract/auth';
import { type Caller, createCaller } from '../apps/server/test/caller.ts';
import { freePort } from '../demo/free-port.ts';
import { copyDataDir, type Product, removeDataDir, startProduct } from '../e2e/product/start-product.ts';
import { loadDataSet } from './data-set/load.ts';
import { administrator } from './data-set/prepare-instance.ts';
import type { Sizes } from './data-set/sizes.ts';
import { copyDatabase, restoreDatabase } from './database-copy.ts';
import { createObserver } from './observer.ts';
import { checkOut } from './other-commit.ts';

/** Core as operators run it, on a data set, with its embedded database. */
export interface BenchInstance extends AsyncDisposable {
  /** URL of the API, `http://…/api/v1`; it changes with each restart. */
  readonly api: string;
  readonly url: string;
  /** URL of the listener for clients, `http://…/api/v1`. */
  readonly edge: string;
  /** Process id of core. */
  readonly pid: number;
  /** The session of an administrator, as a `Cookie` header. */
  readonly cookie: string;
  /** An administrator, signed in. */
  readonly admin: Caller;
  /** Few repetitions on little data, for development. */
  readonly quick: boolean;
  /** Runs one statement in the database. */
  query<Row extends object>(statement: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Copies the database for `restoreDatabase` and replaces the previous copy. Connections break for a moment. */
  copyDatabase(): Promise<void>;
  /** Replaces the database with the copy under the running core, like a restored backup. */
  restoreDatabase(): Promise<void>;
  /**
   * Restarts core and its database with these options of Node. Returns the milliseconds from the start until it was
   * ready.
   */
  restart(nodeOptions?: string): Promise<number>;
  /** Kills core and starts it again. */
  kill(): Promise<void>;
  /** A second, much smaller instance for comparison. */
  startSmall(): Promise<BenchInstance>;
  /** An instance with ten times the users and devices for comparison. */
  startHuge(): Promise<BenchInstance>;
  /** Core of the commit in `against` on a copy of the data set, for comparison; undefined without `against`. */
  startOther(): Promise<BenchInstance | undefined>;
}

/** Address of the trusted reverse proxy. */
export const proxyAddress = '127.9.0.1';

export interface BenchInstanceOptions {
  readonly sizes: Sizes;
  readonly smallSizes: Sizes;
  readonly hugeSizes: Sizes;
  readonly quick: boolean;
  /** A permanent folder: filled when it is new, otherwise reused; beside it, with `-huge`, the folder of `startHuge`. */
  readonly dataDir: string | undefined;
  /** A commit for comparison. */
  readonly against?: string | undefined;
  /** The arguments of Node that run another core than the one of this repository. */
  readonly coreArguments?: readonly string[];
  readonly report: (line: string) => void;
}

export async function startBenchInstance(options: BenchInstanceOptions): Promise<BenchInstance> {
  await using made = new AsyncDisposableStack();
  const dataDir = options.dataDir ? resolve(options.dataDir) : await temporaryFolder(made);
  if (!(await isFilled(dataDir))) await fill(dataDir, options);
  // copies the data while the database is stopped and before core migrates it
  const other = options.against ? await prepareOther(options.against, dataDir, made) : undefined;
  const observer = createObserver(dataDir);
  const { coreArguments } = options;
  const edgePort = await freePort(0, '127.0.0.1');
  let core = made.use(disposable(await start(dataDir, { edgePort }, coreArguments)));
  let admin = createCaller(core.url);
  await admin.call(signIn, { body: administrator });
  const cookie = admin.cookie ?? '';
  made.defer(() => observer.disconnect());
  const rest = made.move();
  /** It also ends with this instance, when a signal ends the bench. */
  const startSecond = async (others: Partial<BenchInstanceOptions>) =>
    rest.use(await startBenchInstance({ ...options, ...others, against: undefined }));
  return {
    get api() {
      return `${core.url}/api/v1`;
    },
    get url() {
      return core.url;
    },
    edge: `http://127.0.0.1:${edgePort}/api/v1`,
    get pid() {
      return core.process.pid ?? 0;
    },
    get admin() {
      return admin;
    },
    cookie,
    quick: options.quick,
    query: observer.query,
    async copyDatabase() {
      await observer.disconnect();
      await copyDatabase(dataDir);
    },
    async restoreDatabase() {
      await observer.disconnect();
      await restoreDatabase(dataDir);
    },
    async restart(nodeOptions = '') {
      await observer.disconnect();
      await core.stop();
      const startedAt = performance.now();
      core = disposable(await start(dataDir, { edgePort, nodeOptions }, coreArguments));
      const milliseconds = performance.now() - startedAt;
      rest.use(core);
      admin = createCaller(core.url, cookie);
      return milliseconds;
    },
    async kill() {
      await observer.disconnect();
      await core.kill();
      core = disposable(await start(dataDir, { edgePort }, coreArguments));
      rest.use(core);
      admin = createCaller(core.url, cookie);
    },
    startSmall: () => startSecond({ sizes: options.smallSizes, dataDir: undefined, report: () => undefined }),
    startHuge: () => startSecond({ sizes: options.hugeSizes, dataDir: options.dataDir && `${dataDir}-huge` }),
    startOther: async () => other && startSecond(other),
    [Symbol.asyncDispose]: () => rest.disposeAsync(),
  };
}

/** The sources of the other commit and a copy of the data. */
async function prepareOther(commit: string, data: string, made: AsyncDisposableStack) {
  const { coreArguments } = made.use(await checkOut(commit));
  const dataDir = await copyDataDir(data);
  made.defer(() => removeDataDir(dataDir));
  return { coreArguments, dataDir };
}

function start(
  dataDir: string,
  { edgePort, nodeOptions = '' }: { readonly edgePort: number; readonly nodeOptions?: string },
  coreArguments?: readonly string[],
): Promise<Product> {
  return startProduct({
    dataDir,
    ...(coreArguments && { coreArguments }),
    environment: {
      // as in production; requests are not logged one by one
      GATEWARDEN_LOG_LEVEL: 'info',
      GATEWARDEN_HTTP_HOST: '127.0.0.1',
      GATEWARDEN_EDGE_HOST: '127.0.0.1',
      GATEWARDEN_EDGE_PORT: `${edgePort}`,
      // a session changes things for hours
      GATEWARDEN_REAUTHENTICATION_MINUTES: '1440',
      // limits per address apply to all other addresses of the loopback network
      GATEWARDEN_TRUSTED_PROXIES: proxyAddress,
      // receivers of the measurements
      GATEWARDEN_OUTBOUND_ALLOW: '127.0.0.0/8',
      NODE_OPTIONS: nodeOptions,
    },
  });
}

function disposable(product: Product): Product & AsyncDisposable {
  return { ...product, [Symbol.asyncDispose]: product.stop };
}

async function fill(dataDir: string, { sizes, report }: BenchInstanceOptions): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o711 });
  const startedAt = performance.now();
  const loaded = await loadDataSet(
    { GATEWARDEN_DATA_DIR: dataDir },
    {
      sizes,
      seed: 'gatewarden',
      until: new Date(),
      report: (part, seconds) => report(`${seconds.toFixed(0)} s: ${part}`),
    },
  );
  const counts = Object.entries(loaded).map(([name, count]) => `${count.toLocaleString('en')} ${name}`);
  report(`data set in ${((performance.now() - startedAt) / 1000).toFixed(0)} s: ${counts.join(', ')}`);
  await writeFile(join(dataDir, complete), JSON.stringify(loaded));
}

async function temporaryFolder(made: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gatewarden-bench-'));
  made.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  // as root, the embedded database runs as another user
  await chmod(folder, 0o711);
  return folder;
}

/** Written last. */
const complete = 'data-set.json';

/** @throws Error when the folder contains an incomplete data set */
async function isFilled(dataDir: string): Promise<boolean> {
  if (await exists(join(dataDir, complete))) return true;
  if (await exists(join(dataDir, 'postgres'))) throw new Error(`${dataDir} has no complete data set: remove it`);
  return false;
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
