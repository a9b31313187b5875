import { createHash, randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { createGatewayLog } from '../../src/features/gateways/index.ts';
import { logOmittedGatewayEntries } from '../../src/features/gateways/log-omitted-entries.job.ts';
import { createTrafficService } from '../../src/features/traffic/traffic.service.ts';
import { createTrafficStats } from '../../src/features/traffic/traffic-stats.ts';
import { type Database, openDatabase, openPool } from '../../src/platform/database/database.ts';
import { startNotifications } from '../../src/platform/database/notifications.ts';
import { createEvents, type DomainEvent } from '../../src/platform/events/events.ts';
import { recordEvents } from '../recorded-events.ts';
import { createTestClock, type TestClock } from '../test-clock.ts';
import { createTestDatabase, type TestDatabase } from '../test-database.ts';
import { givenGatewayRows } from './gateway-rows.ts';

type TrafficService = ReturnType<typeof createTrafficService>;
type TrafficReport = Parameters<TrafficService['record']>[2];

/** A gateway's report about a peer; without `handshakeSecondsAgo` there was no handshake. */
export interface PeerReport {
  readonly device: TrafficDevice;
  readonly received?: number;
  readonly sent?: number;
  readonly handshakeSecondsAgo?: number;
  readonly endpoint?: string;
}

export interface TrafficDevice {
  readonly id: number;
  readonly name: string;
  readonly userId: number;
  readonly publicKey: Buffer;
}

/** The traffic feature without the rest of core: locations, devices and gateways are inserted as rows. */
export interface GivenTraffic extends AsyncDisposable {
  readonly db: Database;
  readonly database: TestDatabase;
  readonly clock: TestClock;
  /** The events so far, without those that are only broadcast. */
  readonly published: readonly DomainEvent[];
  readonly traffic: TrafficService;
  readonly stats: ReturnType<typeof createTrafficStats>;
  /** Inserts a location and returns its id. */
  location(details?: { disconnectSeconds?: number }): Promise<number>;
  /** Inserts a device that is a peer of the locations. */
  device(
    locationIds: readonly number[],
    details?: { userId?: number; kind?: 'user' | 'network' },
  ): Promise<TrafficDevice>;
  /** Inserts a gateway and returns its id. */
  gateway(locationId: number): Promise<string>;
  /** A report that was measured now. */
  reportOf(peers: readonly PeerReport[]): TrafficReport;
  /** Records such a report. */
  report(locationId: number, gatewayId: string, peers: readonly PeerReport[]): Promise<void>;
  /** Logs the counts of entries that were omitted in past hours. */
  logOmitted(): Promise<void>;
}

/** The retention of the default settings. */
export const retentionDays = { detail: 35, history: 400 };

export async function givenTraffic(now = '2030-01-15T10:00:00Z'): Promise<GivenTraffic> {
  const database = await createTestDatabase();
  const clock = createTestClock(now);
  const log = pino({ level: 'silent' });
  const pool = openPool({ connection: database.connection, maxConnections: 6, onIdleError: () => undefined });
  const notifications = await startNotifications(database.connection, log);
  const db = openDatabase(pool);
  const events = createEvents(notifications, log);
  const published = recordEvents(events);
  const claimEntries = createGatewayLog({ events, clock }).claimClientEntries;
  const traffic = createTrafficService({ db, notifications, events, clock, claimEntries });
  await notifications.listening();
  let count = 0;

  async function insert(statement: string, values: readonly unknown[]): Promise<number> {
    const [row] = await database.query(`${statement} returning id`, values);
    return Number(row?.['id']);
  }
  async function user(): Promise<number> {
    const name = `user${count}`;
    return insert('insert into "user" (username, first_name, last_name, email) values ($1, $1, $1, $1)', [name]);
  }
  function reportOf(peers: readonly PeerReport[]): TrafficReport {
    const at = clock.now().getTime();
    return {
      measuredAt: { seconds: BigInt(Math.floor(at / 1000)), nanos: (at % 1000) * 1e6 },
      peers: peers.map(({ device, received = 0, sent = 0, handshakeSecondsAgo, endpoint = '203.0.113.9:40000' }) => ({
        publicKey: device.publicKey,
        receivedBytes: BigInt(received),
        sentBytes: BigInt(sent),
        latestHandshake: handshakeSecondsAgo === undefined ? 0n : BigInt(Math.floor(at / 1000) - handshakeSecondsAgo),
        endpoint,
      })),
      ruleHits: [],
    };
  }

  return {
    db,
    database,
    clock,
    published,
    traffic,
    stats: createTrafficStats({ db, clock }),
    async location({ disconnectSeconds = 300 } = {}) {
      count += 1;
      const id = await insert(
        `insert into location (name, endpoint, port, allowed_ips, keepalive_seconds, disconnect_threshold_seconds,
          acl_enabled, acl_default_allow, mfa_mode, public_key, created_at)
         values ($1, 'vpn.example.com', 51820, '{}', 25, $2, false, false, 'disabled', $1, now())`,
        [`location${count}`, disconnectSeconds],
      );
      await database.query(
        `insert into location_state (location_id, addresses, listen_port, version, changed_at, interface_version)
         values ($1, '{}', 51820, 1, now(), 1)`,
        [id],
      );
      return id;
    },
    async device(locationIds, { userId, kind = 'user' } = {}) {
      count += 1;
      const name = `device${count}`;
      const publicKey = createHash('sha256').update(name).digest();
      const key = publicKey.toString('base64');
      const owner = userId ?? (await user());
      const id = await insert(
        `insert into device (user_id, kind, name, public_key, configured, created_at)
         values ($1, $2, $3, $4, true, now())`,
        [owner, kind, name, key],
      );
      await database.query(
        `insert into peer (location_id, public_key, device_id, allowed_ips, keepalive_seconds, version)
         select l, $2, $3, '{}', 25, 1 from unnest($1::int[]) l`,
        [locationIds, key, id],
      );
      return { id, name, userId: owner, publicKey };
    },
    async gateway(locationId) {
      const id = randomUUID();
      await givenGatewayRows(database, { id, location_id: locationId });
      return id;
    },
    reportOf,
    report: (locationId, gatewayId, peers) => traffic.record(locationId, gatewayId, reportOf(peers)),
    logOmitted: () => logOmittedGatewayEntries(events).run({ db, clock, log }, {}),
    async [Symbol.asyncDispose]() {
      traffic.stop();
      await notifications.stop();
      await pool.end();
      await database[Symbol.asyncDispose]();
    },
  };
}
