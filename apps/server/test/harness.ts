import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Endpoint } from '@gatewarden/contract/endpoint';
import { test as base, inject } from 'vitest';
import type { DirectoryHosts } from '../src/adapters/cloud-directories/hosts.ts';
import { startCore } from '../src/app/start.ts';
import type { Issuer } from '../src/features/licence/index.ts';
import { readConfig } from '../src/platform/config/config.ts';
import { createPasswords, type PasswordCost, type Passwords } from '../src/platform/crypto/passwords.ts';
import { createSignedTokens, type SignedTokens } from '../src/platform/crypto/signed-tokens.ts';
import type { Signer } from '../src/platform/crypto/signer.ts';
import { openDatabase, openPool } from '../src/platform/database/database.ts';
import { createLog } from '../src/platform/log/log.ts';
import { openSecrets } from '../src/platform/secrets/open-secrets.ts';
import { type Caller, createCaller } from './caller.ts';
import { coreEnvironment } from './core-environment.ts';
import { type EventSubscription, type PublishedEvent, subscribeToEvents } from './event-subscription.ts';
import { createGiven, type Given } from './given/given.ts';
import type {} from './started-template.ts';
import { createTestClock, type TestClock } from './test-clock.ts';
import { createStartedDatabase, createTestDatabase, openQueries, type TestDatabase } from './test-database.ts';
import { joinGateway, type TestGateway, type TestGatewayOptions } from './test-gateway.ts';

export interface TestServer extends AsyncDisposable {
  /** `http://localhost:<port>`. */
  readonly url: string;
  readonly grpcPort: number;
  readonly edgePort: number | undefined;
  readonly provisionerPort: number | undefined;
  /** Undefined unless its settings have a port for metrics. */
  readonly metricsPort: number | undefined;
  readonly clock: TestClock;
  readonly database: TestDatabase;
  readonly given: Given;
  /** With the key of this instance. */
  signer(): Promise<Signer>;
  /** Tokens of sessions of this instance, with the key of the first use. */
  sessionTokens(): Promise<SignedTokens>;
  /** The password hasher of this core. */
  readonly passwords: Pick<Passwords, 'hash'>;
  /** The log so far, as JSON lines. */
  readonly logged: () => string;
  /** Lines that were printed to the terminal. */
  readonly printed: readonly string[];
  /** All routed calls. */
  readonly endpoints: readonly Endpoint[];
  /** The events that the cores on this database have published so far, in the order of their commits. */
  events(): Promise<PublishedEvent[]>;
  /** Content of `history.mark` in the data folder of this core. */
  historyMark(): Promise<string>;
  /** A data folder that is removed when this server is disposed, so it can outlive the core that uses it. */
  makeDataDir(): Promise<string>;
  /** Runs one statement in the database of this core. */
  query(statement: string): Promise<Record<string, unknown>[]>;
  /** A client that is not signed in. */
  stranger(): Caller;
  /** A gateway that joined the location, is connected to this core and has applied its state. */
  connectGateway(location: { readonly id: number }, options?: TestGatewayOptions): Promise<TestGateway>;
  /** Another core on the same database; `environment` overrides settings of this one. */
  startReplica(environment?: Record<string, string>): Promise<TestServer>;
}

/** Disposing a server fails if work that had a transaction open took another connection to the database. */
export interface TestServerOptions {
  /** Initial ISO time of the test clock; the present when absent. */
  readonly now?: string;
  readonly environment?: Record<string, string>;
  /** `production` for tests that depend on the duration of a hash; the minimum when absent. */
  readonly passwordCost?: 'production';
  /** Local servers in place of the services whose directories can be read. */
  readonly directoryHosts?: DirectoryHosts;
  /** Of license keys, in place of those of the build. */
  readonly issuers?: readonly Issuer[];
}

/** The minimum of argon2: hundreds of tests sign users in, and few depend on the duration. */
const minimumCost: PasswordCost = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** Logged by core when a call answers an error code that it does not declare. */
const undeclaredError = 'answered an error that the contract does not declare';

/**
 * A test with a server that all tests of its file share: it starts once, and so does its `replica`. For tests that make
 * the users, groups and locations that they need, and assert nothing about what others of the file make at the instance.
 */
export const test = testWith();

/** As `test`, for files whose tests need other options. */
export function testWith(options: TestServerOptions = {}) {
  return base.extend<{ server: TestServer; replica: TestServer }>({
    server: [
      // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern which fixtures are needed
      async ({}, use) => {
        await using server = await startTestServer(options);
        await use(server);
      },
      { scope: 'file' },
    ],
    replica: [
      async ({ server }, use) => {
        await using replica = await server.startReplica();
        await use(replica);
      },
      { scope: 'file' },
    ],
  });
}

/** Starts all of core in this process, on a separate database and free ports. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const isUsual = options.now === undefined && options.environment?.['GATEWARDEN_SECRET_KEY'] === undefined;
  await using resources = new AsyncDisposableStack();
  const database = resources.use(await (isUsual ? createStartedDatabase() : createTestDatabase()));
  const subscription = resources.use(await subscribeToEvents(database));
  const server = resources.use(await startOn({ database, subscription }, createTestClock(options.now), options));
  const all = resources.move();
  return { ...server, [Symbol.asyncDispose]: () => all.disposeAsync() };
}

interface Started {
  readonly database: TestDatabase;
  readonly subscription: EventSubscription;
}

async function startOn(started: Started, clock: TestClock, options: TestServerOptions): Promise<TestServer> {
  const { database, subscription } = started;
  const { secretKey } = inject('started');
  const lines: string[] = [];
  const printed: string[] = [];
  const resources = new AsyncDisposableStack();
  const makeDataDir = async () => {
    const folder = await mkdtemp(join(tmpdir(), 'gatewarden-core-'));
    resources.defer(() => rm(folder, { recursive: true, force: true }));
    return folder;
  };
  const dataDir = await makeDataDir();
  const config = readConfig({
    ...coreEnvironment,
    GATEWARDEN_DATA_DIR: dataDir,
    GATEWARDEN_SECRET_KEY: secretKey,
    GATEWARDEN_DATABASE_CONNECTIONS: '5',
    // tests make many calls in a short time; tests of the limit set it
    GATEWARDEN_WRITES_PER_SECOND: '0',
    DATABASE_URL: database.url,
    ...options.environment,
  });
  const log = createLog('debug', { write: (line: string) => void lines.push(line) });
  const passwords = await createPasswords(options.passwordCost === 'production' ? {} : { cost: minimumCost });
  const print = (line: string) => void printed.push(line);
  const { directoryHosts, issuers } = options;
  const secondConnections = new Set<string>();
  const onSecondConnection = ({ stack = '' }: Error) => void secondConnections.add(ownLines(stack));
  const core = await startCore({
    config,
    log,
    clock,
    print,
    passwords,
    directoryHosts,
    issuers,
    onSecondConnection,
  }).catch(async (error: unknown) => {
    await resources.disposeAsync();
    throw error;
  });
  // another database in tests of restores and outages
  const connectionString = options.environment?.['DATABASE_URL'];
  const { query } =
    connectionString === undefined ? database : resources.use(openQueries({ connectionString, max: 1 }));
  const url = `http://127.0.0.1:${core.httpPort}`;
  const stranger = () => createCaller(url);
  const given = createGiven({ stranger, printed });
  const signer = () => readSigner(database, config.secretKey?.reveal() ?? '');
  let sessionTokens: Promise<SignedTokens> | undefined;
  return {
    url,
    grpcPort: core.grpcPort,
    metricsPort: core.metricsPort,
    edgePort: core.edgePort,
    provisionerPort: core.provisionerPort,
    clock,
    database,
    given,
    signer,
    sessionTokens() {
      sessionTokens ??= signer().then((it) => createSignedTokens(it, 'session'));
      return sessionTokens;
    },
    passwords,
    logged: () => lines.join(''),
    printed,
    endpoints: core.endpoints,
    events: () => subscription.list(),
    historyMark: () => readFile(join(config.dataDir, 'history.mark'), 'utf8').catch(() => ''),
    makeDataDir,
    query,
    stranger,
    async connectGateway({ id }, gatewayOptions) {
      const gateway = await joinGateway(await given.joinToken(id), gatewayOptions);
      await gateway.connect();
      await gateway.until(({ state }) => state !== undefined);
      return gateway;
    },
    startReplica: (environment = {}) =>
      startOn(started, clock, { ...options, environment: { ...options.environment, ...environment } }),
    [Symbol.asyncDispose]: async () => {
      try {
        await core.stop();
      } finally {
        await resources.disposeAsync();
      }
      const undeclared = lines.filter((line) => line.includes(undeclaredError));
      if (secondConnections.size > 0) throw new Error([...secondConnections].join('\n'));
      if (undeclared.length > 0) throw new Error(`${undeclaredError}:\n${undeclared.join('')}`);
    },
  };
}

// below the frames of the query builder
Error.stackTraceLimit = 50;

function ownLines(stack: string): string {
  const isOwn = (line: string) => !line.includes('node_modules') && !line.includes('/platform/database/');
  return stack.split('\n').filter(isOwn).join('\n');
}

async function readSigner({ connection }: TestDatabase, secretKey: string): Promise<Signer> {
  const pool = openPool({ connection, maxConnections: 1, onIdleError: () => undefined });
  try {
    return (await openSecrets(openDatabase(pool), Buffer.from(secretKey, 'base64'))).signer;
  } finally {
    await pool.end();
  }
}
