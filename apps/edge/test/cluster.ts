import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { addEdge, getEdgeToken, listEdges } from '@gatewarden/contract/edges';
import { encodeJoinToken } from '@gatewarden/contract/join-token';
import { expect, inject } from 'vitest';
import { freePort } from '../../../tools/free-port.ts';
import { createCaller } from '../../server/test/caller.ts';
import { createGiven } from '../../server/test/given/given.ts';
import type { TestServer } from '../../server/test/harness.ts';
import { givenDataDir, spawnCore } from '../../server/test/spawn-core.ts';
import { createStartedDatabase } from '../../server/test/test-database.ts';
import { makeStateDir, readToken } from './test-edge.ts';

/** A process that can be killed and started again with the same settings. */
export interface Restartable {
  kill(): Promise<void>;
  /** Resolves when it is ready. */
  start(): Promise<void>;
  pause(): void;
  resume(): void;
}

export interface ClusterEdge extends Restartable {
  readonly edgePort: number;
}

export interface Cluster {
  readonly cores: readonly [Restartable, Restartable];
  /** A new edge that is connected to the core with this index. */
  addEdge(core: 0 | 1): Promise<ClusterEdge>;
  query: TestServer['query'];
  /** What builders of preconditions need, with the core of this index. */
  serverAt(core: 0 | 1, edge: ClusterEdge): TestServer;
}

const program = fileURLToPath(new URL('../src/main.ts', import.meta.url));

/** Two cores on one database and edges, all of them processes. */
export async function startCluster(): Promise<Cluster & AsyncDisposable> {
  await using made = new AsyncDisposableStack();
  const database = made.use(await createStartedDatabase());
  const printed: string[] = [];
  const environment = { DATABASE_URL: database.url, GATEWARDEN_SECRET_KEY: inject('started').secretKey };
  const [first, second] = [
    made.use(await createCore(environment, printed)),
    made.use(await createCore(environment, printed)),
  ];
  await first.start();
  await second.start();
  const cores = [first, second] as const;
  const given = createGiven({ stranger: () => createCaller(first.url), printed });
  const admin = await given.admin();
  const adminAt = (core: 0 | 1) => createCaller(cores[core].url, admin.cookie);
  const edges = made.use(new AsyncDisposableStack());
  let token = '';

  async function addEdgeAt(core: 0 | 1): Promise<ClusterEdge> {
    const linkPort = await freePort();
    const address = `127.0.0.1:${linkPort}`;
    const caller = adminAt(core);
    if (token === '') {
      const { id } = await caller.call(addEdge, { body: { address: '192.0.2.1:50055' } });
      token = (await caller.call(getEdgeToken, { params: { id: String(id) } })).token;
    }
    const edge = edges.use(await createEdge(linkPort, encodeJoinToken({ ...readToken(token), core: address })));
    await edge.start();
    // so that the other core is not the first to connect
    const other = cores[core === 0 ? 1 : 0];
    other.pause();
    try {
      const { id } = await caller.call(addEdge, { body: { address } });
      const state = async () => (await caller.call(listEdges, {})).find((each) => each.id === id)?.state;
      await expect.poll(state).toBe('connected');
    } finally {
      other.resume();
    }
    return edge;
  }

  const all = made.move();
  return {
    cores,
    addEdge: addEdgeAt,
    query: (statement) => database.query(statement),
    serverAt: (core, { edgePort }) => {
      const stranger = () => createCaller(cores[core].url);
      const clock = { now: () => new Date(), advance: () => undefined };
      return { database, given, stranger, clock, url: cores[core].url, edgePort } as unknown as TestServer;
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

async function createCore(environment: Record<string, string>, printed: string[]) {
  await using made = new AsyncDisposableStack();
  const { path } = made.use(await givenDataDir());
  const port = await freePort();
  let core: ReturnType<typeof spawnCore> | undefined;
  const kill = async () => {
    core?.process.kill('SIGKILL');
    await core?.ended;
    core = undefined;
  };
  made.defer(kill);
  const all = made.move();
  return {
    url: `http://127.0.0.1:${port}`,
    kill,
    async start() {
      core = spawnCore({
        ...environment,
        GATEWARDEN_DATA_DIR: path,
        GATEWARDEN_HTTP_PORT: `${port}`,
        GATEWARDEN_EDGE_URL: 'http://127.0.0.1:8080',
        GATEWARDEN_DATABASE_CONNECTIONS: '5',
        GATEWARDEN_WRITES_PER_SECOND: '0',
      });
      // the first one prints the link of the setup, after the line that it is ready
      await core.printed(printed.length === 0 ? /token=\S+\s/ : /is ready/);
      printed.push(core.output().stdout);
    },
    pause: () => void core?.process.kill('SIGSTOP'),
    resume: () => void core?.process.kill('SIGCONT'),
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

async function createEdge(linkPort: number, token: string) {
  await using made = new AsyncDisposableStack();
  const { path } = made.use(await makeStateDir());
  const edgePort = await freePort();
  let edge: ChildProcess | undefined;
  let isFirst = true;
  const kill = async () => {
    if (!edge) return;
    const exit = once(edge, 'exit');
    edge.kill('SIGKILL');
    await exit;
    edge = undefined;
  };
  made.defer(kill);
  const all = made.move();
  return {
    edgePort,
    kill,
    async start() {
      const hosts = ['--host', '127.0.0.1', '--link-host', '127.0.0.1', '--trusted-proxies', '127.0.0.1/32'];
      const ports = ['--port', `${edgePort}`, '--link-port', `${linkPort}`];
      const args = [program, ...hosts, ...ports, '--state-dir', path, ...(isFirst ? ['--join', token] : [])];
      isFirst = false;
      edge = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
      await once(edge, 'message');
    },
    pause: () => void edge?.kill('SIGSTOP'),
    resume: () => void edge?.kill('SIGCONT'),
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

/** As for `expect.poll`; a core takes over within seconds. */
const repeatMilliseconds = 60_000;

/** Calls until it returns something, as clients do whose server is away. */
export async function repeatUntil<T>(call: () => Promise<T | undefined>): Promise<T> {
  const end = performance.now() + repeatMilliseconds;
  while (performance.now() < end) {
    const found = await call();
    if (found !== undefined) return found;
    await delay(100);
  }
  throw new Error(`no call succeeded within ${repeatMilliseconds / 1000} seconds`);
}
