import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { signIn } from '@gatewarden/contract/auth';
import { type Caller, createCaller } from '../apps/server/test/caller.ts';
import { copyDataDir, type Product, removeDataDir, startProduct } from '../e2e/product/start-product.ts';
import { loadDataSet } from './data-set/load.ts';
import { administrator } from './data-set/prepare-instance.ts';
import type { Sizes } from './data-set/sizes.ts';
import { copyDatabase, restoreDatabase } from './database-copy.ts';
import { createObserver } from './observer.ts';
import { checkOut } from './other-commit.ts';

/** Core as people run it, on a data set, with its embedded database. */
export interface BenchInstance extends AsyncDisposable {
  /** Of the API, `http://…/api/v1`; another one after each restart. */
  readonly api: string;
  readonly url: string;
  /** Process id of core. */
  readonly pid: number;
  /** The session of an administrator, as a header. */
  readonly cookie: string;
  /** An administrator, signed in. */
  readonly admin: Caller;
  /** Few repetitions on little data: figures to look at while something is developed. */
  readonly quick: boolean;
  /** Runs one statement beside core. */
  query<Row extends object>(statement: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Keeps a copy of the database for `restoreDatabase`, in place of the former one. Connections break for a moment. */
  copyDatabase(): Promise<void>;
  /** Puts the copy in place of the database under the running core, as a restored backup. */
  restoreDatabase(): Promise<void>;
  /**
   * Stops core and its database and starts them again, with these options of Node. Returns the milliseconds from the
   * start until it was ready.
   */
  restart(nodeOptions?: string): Promise<number>;
  /** A second, much smaller instance, to compare with. */
  startSmall(): Promise<BenchInstance>;
  /** Core of another commit, to compare with, on a copy of the data set; undefined where none was asked for. */
  startOther(): Promise<BenchInstance | undefined>;
}

/** Where a reverse proxy is, as core is told. */
export const proxyAddress = '127.9.0.1';

export interface BenchInstanceOptions {
  readonly sizes: Sizes;
  readonly smallSizes: Sizes;
  readonly quick: boolean;
  /** A folder that is kept: filled when it is new, used as it is when it is not. */
  readonly dataDir: string | undefined;
  /** A commit to compare with. */
  readonly against?: string | undefined;
  /** The sources of core; those of this file when absent. */
  readonly root?: string;
  readonly report: (line: string) => void;
}

export async function startBenchInstance(options: BenchInstanceOptions): Promise<BenchInstance> {
  await using made = new AsyncDisposableStack();
  const dataDir = options.dataDir ? resolve(options.dataDir) : await temporaryFolder(made);
  if (!(await isFilled(dataDir))) await fill(dataDir, options);
  // while its database is stopped, and before core migrates it
  const other = options.against ? await prepareOther(options.against, dataDir, made) : undefined;
  const observer = createObserver(dataDir);
  const { root } = options;
  let core = made.use(disposable(await start(dataDir, '', root)));
  let admin = createCaller(core.url);
  await admin.call(signIn, { body: administrator });
  const cookie = admin.cookie ?? '';
  made.defer(() => observer.disconnect());
  const rest = made.move();
  return {
    get api() {
      return `${core.url}/api/v1`;
    },
    get url() {
      return core.url;
    },
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
      core = disposable(await start(dataDir, nodeOptions, root));
      const milliseconds = performance.now() - startedAt;
      rest.use(core);
      admin = createCaller(core.url, cookie);
      return milliseconds;
    },
    startSmall: () =>
      startBenchInstance({ ...options, sizes: options.smallSizes, dataDir: undefined, report: () => undefined }),
    startOther: async () => other && startBenchInstance({ ...options, ...other, against: undefined }),
    [Symbol.asyncDispose]: () => rest.disposeAsync(),
  };
}

/** The sources of the other commit and a copy of the data. */
async function prepareOther(commit: string, data: string, made: AsyncDisposableStack) {
  const { root } = made.use(await checkOut(commit));
  const dataDir = await copyDataDir(data);
  made.defer(() => removeDataDir(dataDir));
  return { root, dataDir };
}

function start(dataDir: string, nodeOptions: string, root: string | undefined): Promise<Product> {
  return startProduct({
    dataDir,
    ...(root && { root }),
    environment: {
      // as in production; requests are not logged one by one
      GATEWARDEN_LOG_LEVEL: 'info',
      GATEWARDEN_HTTP_HOST: '127.0.0.1',
      // limits per address apply to all other addresses of the loopback network
      GATEWARDEN_TRUSTED_PROXIES: proxyAddress,
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
  // the embedded database runs as a user of its own when we are root
  await chmod(folder, 0o711);
  return folder;
}

/** Written last. */
const complete = 'data-set.json';

/** @throws Error when there is something else than a whole data set */
async function isFilled(dataDir: string): Promise<boolean> {
  if (await exists(join(dataDir, complete))) return true;
  if (await exists(join(dataDir, 'postgres'))) throw new Error(`${dataDir} has no whole data set: remove it`);
  return false;
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
