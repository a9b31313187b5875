// Reads tables of other features for the support data, only columns without secrets: device_location, device_address,
// location, location_session, user, mfa, component, gateway, location_state, edge, schema_migration and the queue.
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { userColumns } from '../users/index.ts';

interface DeviceInLocation {
  readonly location_id: number;
  readonly device_id: number;
  readonly addresses: string[];
  readonly needs_session: boolean;
  readonly authorized_at: Date | null;
}

/** By location and device. */
export async function listDevicesInLocations(db: Database, now: Date, limit: number): Promise<DeviceInLocation[]> {
  const { rows } = await sql<DeviceInLocation>`
    select dl.location_id, dl.device_id, l.mfa_mode <> 'disabled' as needs_session, s.authorized_at,
      coalesce((select array_agg(host(a.address) order by a.position) from device_address a
        where a.device_id = dl.device_id and a.location_id = dl.location_id), '{}') as addresses
    from device_location dl
    join location l on l.id = dl.location_id
    left join location_session s on s.device_id = dl.device_id and s.location_id = dl.location_id and s.expires_at > ${now}
    order by dl.location_id, dl.device_id limit ${limit}`.execute(db);
  return rows;
}

interface DiagnosedUser {
  readonly id: number;
  readonly is_active: boolean;
  readonly enrolled: boolean;
  readonly mfa_enabled: boolean;
  readonly mfa_method: string;
  readonly totp_enabled: boolean;
  readonly email_mfa_enabled: boolean;
  readonly webauthn_enabled: boolean;
}

const userFields = [
  ...(['id', 'is_active', 'enrolled', 'mfa_enabled', 'mfa_method'] as const),
  ...(['totp_enabled', 'email_mfa_enabled', 'webauthn_enabled'] as const),
];

/** By id. */
export async function listDiagnosedUsers(db: Database, limit: number): Promise<DiagnosedUser[]> {
  const { rows } = await sql<DiagnosedUser>`
    select ${userColumns(userFields)} from "user" u left join mfa f on f.user_id = u.id
    order by u.id limit ${limit}`.execute(db);
  return rows;
}

/** Small tables, whose rows are counted. */
const counted = [
  ...(['access_rule', 'activity_stream', 'api_token', 'auth_key', 'component', 'device', 'edge', 'group'] as const),
  ...(['group_member', 'identity_provider', 'location', 'openid_app', 'security_key', 'session'] as const),
  ...(['snat_binding', 'user', 'webhook'] as const),
] as const;
/** Tables with many rows, whose number PostgreSQL estimates. */
const estimated = ['activity_entry', 'notification', 'traffic_minutes', 'traffic_hours', 'traffic_days'] as const;

export async function countRows(db: Database): Promise<Record<string, number>> {
  const counts = counted.map((table) => sql`(select count(*) from ${sql.table(table)})::integer as ${sql.ref(table)}`);
  const { rows } = await sql<Record<string, number>>`select ${sql.join(counts)}`.execute(db);
  return rows[0] ?? {};
}

export async function estimateRows(db: Database): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; rows: number }>`
    select relname as name, greatest(reltuples, 0)::bigint as rows from pg_class
    where relnamespace = 'public'::regnamespace and relname = any(${sql.lit(`{${estimated.join()}}`)}::text[])
    order by relname`.execute(db);
  return Object.fromEntries(rows.map((row) => [row.name, row.rows]));
}

export async function getDatabaseFacts(db: Database): Promise<{ version: string; size_bytes: number }> {
  const { rows } = await sql<{ version: string; size_bytes: number }>`
    select current_setting('server_version') as version, pg_database_size(current_database()) as size_bytes`.execute(
    db,
  );
  const [facts] = rows;
  if (!facts) throw new Error('expected one row');
  return facts;
}

export function listMigrations(db: Database): Promise<{ name: string; applied_at: Date }[]> {
  return db.selectFrom('schema_migration').select(['name', 'applied_at']).orderBy('name').execute();
}

/** Gateways that were not removed, in the order in which they joined. */
export function listGatewayFacts(db: Database, limit: number) {
  return db
    .selectFrom('gateway as g')
    .innerJoin('component as c', 'c.id', 'g.id')
    .innerJoin('location_state as s', 's.location_id', 'c.location_id')
    .select(['g.id', 's.location_id', 'c.version', 'c.connected', 'c.connected_at', 'c.disconnected_at', 'c.seen_at'])
    .select(['c.revoked_at', 'g.backend', 'g.held_version', 's.version as wanted_version', 'g.acknowledged_at'])
    .select((column) => column('g.last_error', 'is not', null).as('has_error'))
    .where('c.removed_at', 'is', null)
    .orderBy('c.created_at')
    .orderBy('g.id')
    .limit(limit)
    .execute();
}

export function listEdgeFacts(db: Database, limit: number) {
  return db
    .selectFrom('edge as e')
    .leftJoin('component as c', 'c.id', 'e.component_id')
    .select(['e.id', 'e.address', 'c.version', 'c.connected', 'c.connected_at', 'c.disconnected_at', 'c.seen_at'])
    .orderBy('e.id')
    .limit(limit)
    .execute();
}

interface JobCounts {
  readonly name: string;
  readonly waiting: number;
  readonly active: number;
  readonly failed: number;
  readonly oldest_waiting_at: Date | null;
}

/** Jobs that have not succeeded, by name. */
export async function countJobs(db: Database): Promise<JobCounts[]> {
  const { rows } = await sql<JobCounts>`
    select name, count(*) filter (where state in ('created', 'retry'))::integer as waiting,
      count(*) filter (where state = 'active')::integer as active,
      count(*) filter (where state = 'failed')::integer as failed,
      min(created_on) filter (where state in ('created', 'retry')) as oldest_waiting_at
    from pgboss.job where state in ('created', 'retry', 'active', 'failed') group by name order by name`.execute(db);
  return rows;
}
