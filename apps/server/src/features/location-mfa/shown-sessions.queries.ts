// Reads device, device_location, location, user and traffic_latest to show sessions; other features write them.
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Method } from './location-mfa.queries.ts';

export interface SessionRow {
  readonly device_id: number;
  readonly device: string;
  readonly username: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly method: Method;
  readonly authorized_at: Date;
  readonly expires_at: Date;
  readonly is_connected: boolean;
}

export async function listSessions(db: Database, locationId: number, now: Date): Promise<SessionRow[]> {
  return db
    .selectFrom('location_session as t')
    .innerJoin('device as d', 'd.id', 't.device_id')
    .innerJoin('user as u', 'u.id', 'd.user_id')
    .innerJoin('location as l', 'l.id', 't.location_id')
    .select(['t.device_id', 'd.name as device', 'u.username', 'u.first_name', 'u.last_name'])
    .select(['t.authorized_at', 't.expires_at', sql<Method>`t.method`.as('method')])
    .select(
      sql<boolean>`exists (
        select from traffic_latest x where x.location_id = l.id and x.device_id = d.id
          and x.latest_handshake >= ${now}::timestamptz - make_interval(secs => l.disconnect_threshold_seconds)
      )`.as('is_connected'),
    )
    .where('t.location_id', '=', locationId)
    .orderBy('t.authorized_at', 'desc')
    .orderBy('t.device_id')
    .execute();
}

/** A device of a user in a location with two-factor authentication. */
export interface OwnConnectionRow {
  readonly device_id: number;
  readonly device: string;
  readonly location_id: number;
  readonly location: string;
  readonly mfa_mode: 'internal' | 'external';
  /** A session without handshakes ends after this time. */
  readonly inactivity_seconds: number;
  /** Whether the device has a client that has connected with a preshared key. */
  readonly uses_client: boolean;
  /** Whether it has never connected to the location, and no client has asked for its configuration. */
  readonly may_lack_configuration: boolean;
  /** The fields of its session are null if it has none. */
  readonly method: Method | null;
  readonly expires_at: Date | null;
  readonly has_preshared_key: boolean;
  readonly is_connected: boolean;
}

/** More than a person has. */
const maxConnections = 500;

/** Devices that can connect, by name, with their locations by name. */
export async function listOwnConnections(db: Database, userId: number, now: Date): Promise<OwnConnectionRow[]> {
  const { rows } = await sql<OwnConnectionRow>`
    select d.id as device_id, d.name as device, l.id as location_id, l.name as location, l.mfa_mode,
      l.disconnect_threshold_seconds as inactivity_seconds, p.device_id is not null as uses_client, t.method,
      t.expires_at, t.key_nonce is not null as has_preshared_key, t.device_id is not null and exists (
        select from traffic_latest x where x.location_id = l.id and x.device_id = d.id
          and x.latest_handshake >= ${now}::timestamptz - make_interval(secs => l.disconnect_threshold_seconds)
      ) as is_connected, not exists (
        select from traffic_latest x where x.location_id = l.id and x.device_id = d.id
      ) and not exists (
        select from device_poll_token k where k.device_id = d.id and k.polled_at is not null
      ) as may_lack_configuration
    from device d
      join device_location dl on dl.device_id = d.id
      join location l on l.id = dl.location_id
      left join preshared_key_device p on p.device_id = d.id
      left join location_session t on t.device_id = d.id and t.location_id = l.id and t.expires_at > ${now}
    where d.user_id = ${userId} and d.kind = 'user' and d.configured and d.stopped_at is null
      and l.mfa_mode <> 'disabled'
    order by lower(d.name), d.id, lower(l.name), l.id limit ${maxConnections}`.execute(db);
  return rows;
}
