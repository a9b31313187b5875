import { maxSupportRows, SupportConfiguration } from '@gatewarden/contract/support';
import type { Config } from '../../platform/config/config.ts';
import type { Database } from '../../platform/database/database.ts';
import { toNaive } from '../../platform/http/naive-timestamp.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Clock } from '../../ports/clock.ts';
import { isConnected } from '../links/index.ts';
import { type GatewayList, type LocationsService, presentLocation } from '../locations/index.ts';
import { type SettingsService, withDefaultLogos } from '../settings/index.ts';
import { presentConfig } from './present-config.ts';
import * as queries from './support.queries.ts';

export interface Sources {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly config: Config;
  readonly version: string;
  readonly address: Parameters<typeof presentConfig>[1];
  readonly settings: Pick<SettingsService, 'get'>;
  readonly locations: Pick<LocationsService, 'list'>;
  readonly gateways: Pick<GatewayList<unknown>, 'list'>;
}

/**
 * What describes the instance. A part that cannot be read is replaced by `{error}`, without the text of the error, which
 * only the log contains: it could quote anything. The schema removes every field that it does not name.
 */
export async function readConfiguration(sources: Sources): Promise<SupportConfiguration> {
  const { db, clock, config, version, address } = sources;
  const now = clock.now();
  const part = <Content>(name: string, read: () => Promise<Content>) => readPart(sources.log, name, read);
  // one after the other: the connections are for those who use the product
  const settings = await part('settings', async () => withDefaultLogos(await sources.settings.get()));
  const networks = await part('networks', () => readLocations(sources));
  const devices = await part('devices', () => readDevices(db, now));
  const users = await part('users', () => queries.listDiagnosedUsers(db, maxSupportRows + 1));
  const database = await part('database', () => readDatabase(db, config));
  const gateways = await part('gateways', () => readGateways(db, now));
  const edges = await part('edges', () => readEdges(db, now));
  const jobs = await part('jobs', () => readJobs(db));
  return SupportConfiguration.parse({
    version,
    node_version: process.version,
    created_at: toNaive(now),
    config: presentConfig(config, address),
    settings,
    networks,
    devices: 'error' in devices ? devices : devices.byLocation,
    devices_truncated: 'error' in devices ? false : devices.isTruncated,
    users: 'error' in users ? users : users.slice(0, maxSupportRows),
    users_truncated: Array.isArray(users) && users.length > maxSupportRows,
    database,
    gateways,
    edges,
    jobs,
  } satisfies SupportConfiguration);
}

async function readPart<Content>(
  log: Log,
  name: string,
  read: () => Promise<Content>,
): Promise<Content | { error: string }> {
  try {
    return await read();
  } catch (error) {
    log.warn({ part: name, err: error }, 'a part of the support data could not be read');
    return { error: 'could not be read; the log has the cause' };
  }
}

async function readLocations({ locations, gateways }: Sources) {
  const all = await locations.list();
  const found = await gateways.list(all.map(({ id }) => id));
  const byLocation = Map.groupBy(found, (gateway) => gateway.network_id);
  return all.map((location) => presentLocation(location, byLocation.get(location.id) ?? []));
}

async function readDevices(db: Database, now: Date) {
  const rows = await queries.listDevicesInLocations(db, now, maxSupportRows + 1);
  const devices = rows.slice(0, maxSupportRows).map((row) => ({
    wireguard_network_id: row.location_id,
    wireguard_ips: row.addresses,
    device_id: row.device_id,
    preshared_key: null,
    is_authorized: !row.needs_session || row.authorized_at !== null,
    authorized_at: row.authorized_at && toNaive(row.authorized_at),
  }));
  const byLocation = Map.groupBy(devices, (device) => String(device.wireguard_network_id));
  return { byLocation: Object.fromEntries(byLocation), isTruncated: rows.length > maxSupportRows };
}

async function readDatabase(db: Database, { databaseUrl }: Pick<Config, 'databaseUrl'>) {
  const migrations = await queries.listMigrations(db);
  return {
    kind: databaseUrl ? ('external' as const) : ('embedded' as const),
    ...(await queries.getDatabaseFacts(db)),
    rows: await queries.countRows(db),
    estimates: await queries.estimateRows(db),
    migrations: migrations.map(({ name, applied_at }) => ({ name, applied_at: toNaive(applied_at) })),
  };
}

async function readGateways(db: Database, now: Date) {
  return (await queries.listGatewayFacts(db, maxSupportRows)).map((row) => ({
    id: row.id,
    network_id: row.location_id,
    ...presentComponent(row, now),
    revoked: row.revoked_at !== null,
    backend: row.backend,
    held_version: row.held_version,
    wanted_version: row.wanted_version,
    acknowledged_at: row.acknowledged_at && toNaive(row.acknowledged_at),
    has_error: Boolean(row.has_error),
  }));
}

async function readEdges(db: Database, now: Date) {
  const rows = await queries.listEdgeFacts(db, maxSupportRows);
  return rows.map((row) => ({ id: row.id, address: row.address, ...presentComponent(row, now) }));
}

interface ComponentFacts {
  readonly version: string | null;
  readonly connected: boolean | null;
  readonly connected_at: Date | null;
  readonly disconnected_at: Date | null;
  readonly seen_at: Date | null;
}

function presentComponent({ version, connected, seen_at, connected_at, disconnected_at }: ComponentFacts, now: Date) {
  return {
    version,
    connected: isConnected({ connected: connected ?? false, seen_at }, now),
    connected_at: connected_at && toNaive(connected_at),
    disconnected_at: disconnected_at && toNaive(disconnected_at),
    seen_at: seen_at && toNaive(seen_at),
  };
}

async function readJobs(db: Database) {
  return (await queries.countJobs(db)).map(({ oldest_waiting_at: at, ...job }) => ({
    ...job,
    oldest_waiting_at: at && toNaive(at),
  }));
}
