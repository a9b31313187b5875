import type { Endpoint } from '@gatewarden/contract/endpoint';
import { createServerTls } from '@gatewarden/listener/server-tls';
import type { DirectoryHosts } from '../adapters/cloud-directories/hosts.ts';
import { createLdapConnector } from '../adapters/ldap/ldap-connector.ts';
import { createSmtpMailer } from '../adapters/smtp/smtp-mailer.ts';
import type { Issuer } from '../features/licence/index.ts';
import type { Config } from '../platform/config/config.ts';
import { prepareDataDir } from '../platform/config/data-dir.ts';
import { createInstanceKey, missingKeyError, readInstanceKey } from '../platform/crypto/instance-key.ts';
import { createPasswords, type Passwords } from '../platform/crypto/passwords.ts';
import { classifyDatabaseError } from '../platform/database/classify-database-error.ts';
import type { Database } from '../platform/database/database.ts';
import { explainStartFailure } from '../platform/database/explain-start-failure.ts';
import { startDatabase } from '../platform/database/start-database.ts';
import { createEvents } from '../platform/events/events.ts';
import { openJobs } from '../platform/jobs/jobs.ts';
import { purgeLimits } from '../platform/limits/purge-limits.job.ts';
import type { Log } from '../platform/log/log.ts';
import { hasStoredSecrets, openSecrets } from '../platform/secrets/open-secrets.ts';
import { followConfiguredFiles } from '../platform/tls/certificate-files.ts';
import type { Clock } from '../ports/clock.ts';
import { createCalls, startEdge } from './edge.ts';
import { createFeatures, type Features } from './features.ts';
import { startGrpc } from './grpc.ts';
import { startHttp } from './http.ts';
import { startMetrics } from './metrics.ts';
import { startProvisionerListener } from './provisioners.ts';
import { startRedirect } from './redirect.ts';
import { version } from './version.ts';

export interface CoreOptions {
  readonly config: Config;
  readonly log: Log;
  readonly clock: Clock;
  /** Prints a line for the operator. */
  readonly print: (line: string) => void;
  /** Password hashing; uses the OWASP parameters if absent. */
  readonly passwords?: Passwords;
  /** Where the services are whose directories can be read; as they publish it if absent. */
  readonly directoryHosts?: DirectoryHosts | undefined;
  /** For tests: called when work that has a transaction open takes another connection to the database. */
  readonly onSecondConnection?: (error: Error) => void;
  /** Of license keys; those of this build if absent. */
  readonly issuers?: readonly Issuer[] | undefined;
}

export interface Core {
  /** Address of the console, without a trailing slash. */
  readonly url: string;
  /** Ports that core listens on. */
  readonly httpPort: number;
  readonly grpcPort: number;
  /** Undefined if core does not listen for clients of devices. */
  readonly edgePort: number | undefined;
  /** Undefined if core does not listen for provisioners. */
  readonly provisionerPort: number | undefined;
  /** Undefined if core does not redirect from http. */
  readonly redirectPort: number | undefined;
  /** Undefined if metrics are not served. */
  readonly metricsPort: number | undefined;
  /** All routed calls of the REST API. */
  readonly endpoints: readonly Endpoint[];
  /** Finishes work in flight, then stops everything in reverse order. Safe to repeat. */
  stop(): Promise<void>;
}

/**
 * Starts core: key, database, features, gateways, HTTP, jobs. If a step fails, everything that has started is stopped.
 * @throws StartError with a sentence for the operator
 */
export async function startCore(options: CoreOptions): Promise<Core> {
  const { config, log, clock, print, passwords, directoryHosts, issuers } = options;
  const stops: (() => Promise<void>)[] = [];
  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= stopAll(stops, log);
    return stopping;
  };
  try {
    await prepareDataDir(config.dataDir);
    const tls = config.tls && createServerTls();
    if (tls && config.tls?.kind === 'files')
      stops.push(asStop(await followConfiguredFiles({ files: config.tls, tls, log })));
    const storedKey = await readInstanceKey(config.secretKey, config.dataDir);
    const database = await startDatabase({
      url: config.databaseUrl,
      dataDir: config.dataDir,
      maxConnections: config.databaseConnections,
      log,
      onSecondConnection: options.onSecondConnection,
    });
    stops.push(() => database.stop());
    const key = storedKey ?? (await createFirstKey(database.db, config.dataDir));
    const { db, pool, notifications, writeHealth } = database;
    const { unreadable, ...opened } = await openSecrets(db, key);
    if (unreadable.length > 0) log.warn({ secrets: unreadable }, 'stored secrets cannot be decrypted');

    const jobs = await openJobs({ pool, notifications, log });
    stops.push(() => jobs.stop());
    const address = {
      url: config.url ?? '',
      grpcUrl: config.grpcUrl ?? '',
      edgeUrl: config.edgeUrl ?? '',
      provisionerUrl: '',
      replicaUrl: config.grpcReplicaUrl,
    };
    const features = createFeatures({
      db,
      notifications,
      writeHealth,
      events: createEvents(notifications, log),
      jobs,
      mailer: createSmtpMailer(),
      ldap: createLdapConnector({ clock }),
      directoryHosts,
      issuers,
      ...opened,
      passwords: passwords ?? (await createPasswords()),
      clock,
      config,
      tls,
      log,
      address,
    });
    // stops jobs a second time: they end before the features that they use
    stops.push(() => stopFeatures(features), jobs.stop);
    await notifications.listening();
    await jobs.prepare([purgeLimits, ...features.all.flatMap(({ jobs: ofFeature = [] }) => ofFeature)]);
    for (const feature of features.all) await feature.start?.();
    const grpc = await startGrpc(features, config, log);
    stops.push(() => grpc.stop());
    const metrics = await startMetrics(features, { config, pool, writeHealth, log });
    if (metrics) stops.push(() => metrics.stop());
    const http = await startHttp(features, { config, clock, log, address, tls, observe: metrics?.observeRequest });
    stops.push(() => http.stop());
    // after the others, one of which may be configured to use the default port of this one
    const calls = createCalls(features, { db, clock, log });
    features.setEdgeCalls(calls);
    const edge = await startEdge(calls, { config, log, address, tls });
    if (edge) stops.push(() => edge.stop());
    address.url ||= `http://localhost:${http.port}`;
    if (edge) address.edgeUrl ||= `${tls ? 'https' : 'http'}://${new URL(address.url).hostname}:${edge.port}`;
    // an edge in a process of its own can have the configured address
    else if (config.edgePort !== undefined) address.edgeUrl = '';
    const redirect = await startRedirect(features, { config, address });
    if (redirect) stops.push(() => redirect.stop());
    address.grpcUrl ||= `https://${new URL(address.url).hostname}:${grpc.port}`;
    const provisioners = await startProvisionerListener(features.provisionerListener, {
      config,
      url: address.url,
      log,
    });
    if (provisioners) {
      stops.push(() => provisioners.stop());
      address.provisionerUrl = provisioners.url;
    }
    const lines: string[] = [];
    for (const feature of features.all) lines.push((await feature.serve?.()) ?? '');
    await jobs.work({ db, clock, log });
    database.setServing();

    print(`Gatewarden ${version} is ready: ${address.url}`);
    for (const line of lines.filter((each) => each !== '')) print(line);
    const ports = {
      redirectPort: redirect?.port,
      httpPort: http.port,
      grpcPort: grpc.port,
      metricsPort: metrics?.port,
      edgePort: edge?.port,
      provisionerPort: provisioners?.port,
    };
    return { url: address.url, ...ports, endpoints: http.endpoints, stop };
  } catch (error) {
    await stop();
    throw explainStartFailure(error);
  }
}

/**
 * Creates the key of an instance that has never run.
 * @throws StartError if it has run, so that its key is lost
 */
async function createFirstKey(db: Database, dataDir: string): Promise<Buffer> {
  if (await hasStoredSecrets(db)) throw missingKeyError(dataDir);
  return createInstanceKey(dataDir);
}

function asStop(end: () => void): () => Promise<void> {
  return async () => end();
}

/** Stops features in the reverse order of their creation. */
export async function stopFeatures({ all }: Pick<Features, 'all'>): Promise<void> {
  for (const feature of all.toReversed()) await feature.stop?.();
}

async function stopAll(stops: (() => Promise<void>)[], log: Log): Promise<void> {
  for (const stop of stops.toReversed()) {
    await stop().catch((error: unknown) => {
      // a supervisor often stops the database at the same time
      if (classifyDatabaseError(error)) log.info({ reason: String(error) }, 'the database stopped first');
      else log.error({ err: error }, 'a part did not stop cleanly');
    });
  }
}
