import type { AccessRule } from '@gatewarden/access/rule';
import { Secret } from '@gatewarden/process/secret';
import { sql } from 'kysely';
import { createDesiredState } from '../../src/features/gateways/desired-state.ts';
import { createFirewallCompiler } from '../../src/features/gateways/firewall-compiler.ts';
import { createFirewallState } from '../../src/features/gateways/firewall-state.ts';
import { createStateFeed } from '../../src/features/gateways/state-feed.ts';
import { createSigner } from '../../src/platform/crypto/signer.ts';
import { type Database, inTransaction, openDatabase, openPool, type Tx } from '../../src/platform/database/database.ts';
import { createTestClock } from '../test-clock.ts';
import { createTestDatabase, type TestDatabase } from '../test-database.ts';

/** A database for rows of locations, users and devices, and the desired state of gateways. */
export interface StateFixture extends AsyncDisposable {
  readonly db: Database;
  readonly database: TestDatabase;
  readonly clock: ReturnType<typeof createTestClock>;
  readonly state: ReturnType<typeof createDesiredState>;
  readonly feed: ReturnType<typeof createStateFeed>;
  /** The active rules of all locations. */
  rules: readonly AccessRule[];
}

export async function startStateFixture(): Promise<StateFixture> {
  const database = await createTestDatabase();
  const pool = openPool({ connection: database.connection, maxConnections: 4, onIdleError: () => undefined });
  const db = openDatabase(pool);
  const clock = createTestClock();
  const firewall = createFirewallState({
    activeRules: { list: async () => fixture.rules },
    compile: createFirewallCompiler(),
  });
  const state = createDesiredState({ clock, firewall });
  const readPrivateKey = async () => new Secret(Buffer.alloc(32, 1).toString('base64'));
  const signer = createSigner(Buffer.alloc(32, 2));
  const fixture: StateFixture = {
    ...{ db, database, clock, state },
    rules: [],
    feed: createStateFeed({ db, readPrivateKey, history: { issueMark: async () => Buffer.alloc(0) }, signer }),
    async [Symbol.asyncDispose]() {
      await pool.end();
      await database[Symbol.asyncDispose]();
    },
  };
  return fixture;
}

/** A location with separate users and devices; device ids are in the order of creation. */
export interface GivenLocation {
  readonly id: number;
  readonly userIds: readonly number[];
  readonly deviceIds: readonly number[];
}

let names = 0;

/** A location with `users` users and `devices` devices, which the users own in turn; no device is assigned to it. */
export async function givenLocation(
  db: Database,
  { users, devices }: { users: number; devices: number },
): Promise<GivenLocation> {
  names += 1;
  const prefix = `l${names}`;
  const insert = async (statement: ReturnType<typeof sql<{ id: number }>>) =>
    (await statement.execute(db)).rows.map(({ id }) => id).toSorted((a, b) => a - b);
  const [id = 0] = await insert(sql`
    insert into location (name, endpoint, port, allowed_ips, keepalive_seconds, disconnect_threshold_seconds,
      acl_enabled, acl_default_allow, mfa_mode, public_key, created_at)
    values (${prefix}, 'vpn.example.com', 51820, '{}', 25, 300, false, false, 'disabled', ${`${prefix} key`}, now())
    returning id`);
  await setAddress(db, id, '10.0.0.1/16');
  const userIds = await insert(sql`
    insert into "user" (username, first_name, last_name, email)
    select ${prefix} || n, 'U', 'U', ${prefix} || n || '@example.com' from generate_series(1, ${users}) n returning id`);
  const deviceIds = await insert(sql`
    insert into device (user_id, kind, name, public_key, configured, created_at)
    select (${userIds}::int[])[1 + n % ${users}], 'user', ${prefix} || n, encode(sha256((${prefix} || n)::bytea), 'base64'), true, now()
    from generate_series(1, ${devices}) n returning id`);
  return { id, userIds, deviceIds };
}

export async function setAddress(db: Database | Tx, locationId: number, address: string): Promise<void> {
  await sql`
    insert into location_network (location_id, position, address) values (${locationId}, 0, ${address})
    on conflict (location_id, position) do update set address = excluded.address`.execute(db);
}

/** Assigns the device to the location with one address, or replaces its address. */
export async function setAssignment(tx: Tx, locationId: number, deviceId: number, address: string): Promise<void> {
  await sql`insert into device_location (device_id, location_id) values (${deviceId}, ${locationId}) on conflict do nothing`.execute(
    tx,
  );
  await sql`
    insert into device_address (device_id, location_id, position, address)
    values (${deviceId}, ${locationId}, 0, ${address})
    on conflict (device_id, location_id, position) do update set address = excluded.address`.execute(tx);
}

/** Changes rows and recomputes the peers of these devices, or of all, in one transaction, as features do. */
export function change(
  { db, state }: StateFixture,
  locationId: number,
  deviceIds: readonly number[] | undefined,
  work: (tx: Tx) => Promise<unknown>,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    await work(tx);
    await state.recompute(tx, locationId, deviceIds);
  });
}
