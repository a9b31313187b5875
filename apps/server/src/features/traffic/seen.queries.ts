// Reads device (of devices) for the owners and kinds of devices.
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { ActiveCounts, ActiveTimes } from './stats.queries.ts';

/** Any number that no other lock uses. */
const seenLock = 720_312;

/** Permits one transaction at a time to apply changes. */
export async function lockSeen(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${seenLock})`.execute(tx);
}

/** Whether there are changes that no committed transaction has applied. */
export async function hasSeenChanges(db: Database): Promise<boolean> {
  const { rows } = await sql`select from traffic_seen_change limit 1`.execute(db);
  return rows.length > 0;
}

/** Removes the oldest changes, and returns the ids of the devices in each. */
export async function takeSeenChanges(tx: Tx, limit: number): Promise<(readonly number[])[]> {
  const { rows } = await sql<{ device_ids: readonly number[] }>`
    delete from traffic_seen_change where id in (select id from traffic_seen_change order by id limit ${limit})
    returning device_ids`.execute(tx);
  return rows.map((row) => row.device_ids);
}

/** When a user or device last had a handshake: with any location, and with one that it may still connect to. */
export interface SeenRow {
  readonly subject: 'user' | 'user_device' | 'network_device';
  readonly user_id: number;
  readonly latest_handshake: Date;
  readonly latest_allowed_handshake: Date | null;
}

/** Deletes the rows of the devices, and returns them. */
export async function deleteSeenDevices(tx: Tx, deviceIds: readonly number[]): Promise<SeenRow[]> {
  const { rows } = await sql<SeenRow>`
    delete from traffic_seen where subject in ('user_device', 'network_device') and id = any(${deviceIds})
    returning subject, user_id, latest_handshake, latest_allowed_handshake`.execute(tx);
  return rows;
}

/** Inserts rows of those devices that exist and were seen, and returns them. */
export async function insertSeenDevices(tx: Tx, deviceIds: readonly number[]): Promise<SeenRow[]> {
  const { rows } = await sql<SeenRow>`
    insert into traffic_seen (subject, id, user_id, latest_handshake, latest_allowed_handshake)
    select d.kind || '_device', d.id, d.user_id, max(t.latest_handshake), max(t.latest_handshake) filter (where not t.removed)
    from device d join traffic_latest t on t.device_id = d.id where d.id = any(${deviceIds}) group by d.id
    returning subject, user_id, latest_handshake, latest_allowed_handshake`.execute(tx);
  return rows;
}

/** Deletes the rows of the users, and returns them. */
export async function deleteSeenUsers(tx: Tx, userIds: readonly number[]): Promise<SeenRow[]> {
  const { rows } = await sql<SeenRow>`
    delete from traffic_seen where subject = 'user' and id = any(${userIds})
    returning subject, user_id, latest_handshake, latest_allowed_handshake`.execute(tx);
  return rows;
}

/** Inserts rows of those users that have a row of a user device, and returns them. */
export async function insertSeenUsers(tx: Tx, userIds: readonly number[]): Promise<SeenRow[]> {
  const { rows } = await sql<SeenRow>`
    insert into traffic_seen (subject, id, user_id, latest_handshake, latest_allowed_handshake)
    select 'user', user_id, user_id, max(latest_handshake), max(latest_allowed_handshake)
    from traffic_seen where subject = 'user_device' and user_id = any(${userIds}) group by user_id
    returning subject, user_id, latest_handshake, latest_allowed_handshake`.execute(tx);
  return rows;
}

/** What is added to the counts of a minute. */
export interface SeenDelta {
  readonly subject: SeenRow['subject'];
  readonly minute: Date;
  readonly handshakes: number;
  readonly allowedHandshakes: number;
}

export async function addSeenCounts(tx: Tx, deltas: readonly SeenDelta[]): Promise<void> {
  await sql`
    insert into traffic_seen_count as c (subject, starts_at, handshakes, allowed_handshakes)
    select * from unnest(${deltas.map((delta) => delta.subject)}::text[],
      ${deltas.map((delta) => delta.minute)}::timestamptz[], ${deltas.map((delta) => delta.handshakes)}::bigint[],
      ${deltas.map((delta) => delta.allowedHandshakes)}::bigint[])
    on conflict (subject, starts_at) do update set handshakes = c.handshakes + excluded.handshakes,
      allowed_handshakes = c.allowed_handshakes + excluded.allowed_handshakes`.execute(tx);
  await sql`
    delete from traffic_seen_count where starts_at = any(${deltas.map((delta) => delta.minute)})
      and handshakes = 0 and allowed_handshakes = 0`.execute(tx);
}

/**
 * Counts users and devices with a handshake at any location since the instants, without changes that are not applied:
 * whole minutes are counted already, and only the rows of the minutes in which the periods begin are read.
 */
export async function countSeen(db: Database, { currentSince, activeSince }: ActiveTimes): Promise<ActiveCounts> {
  const [currentMinute, activeMinute] = [nextMinute(currentSince), nextMinute(activeSince)];
  const { rows } = await sql<ActiveCounts>`
    with counted as (
      select subject, sum(handshakes) filter (where starts_at >= ${activeMinute}) as active,
        sum(allowed_handshakes) filter (where starts_at >= ${currentMinute}) as current
      from traffic_seen_count where starts_at >= least(${currentMinute}::timestamptz, ${activeMinute}::timestamptz)
      group by subject
      union all
      select subject, count(*), 0 from traffic_seen
      where latest_handshake >= ${activeSince} and latest_handshake < ${activeMinute} group by subject
      union all
      select subject, 0, count(*) from traffic_seen
      where latest_allowed_handshake >= ${currentSince} and latest_allowed_handshake < ${currentMinute} group by subject
    )
    select coalesce(sum(current) filter (where subject = 'user'), 0)::bigint as current_active_users,
      coalesce(sum(current) filter (where subject = 'user_device'), 0)::bigint as current_active_user_devices,
      coalesce(sum(current) filter (where subject = 'network_device'), 0)::bigint as current_active_network_devices,
      coalesce(sum(active) filter (where subject = 'user'), 0)::bigint as active_users,
      coalesce(sum(active) filter (where subject = 'user_device'), 0)::bigint as active_user_devices,
      coalesce(sum(active) filter (where subject = 'network_device'), 0)::bigint as active_network_devices
    from counted`.execute(db);
  const [counts] = rows;
  if (!counts) throw new Error('the aggregate returned no row');
  return counts;
}

/** Start of the first minute that begins at the instant or later. */
function nextMinute(at: Date): Date {
  return new Date(Math.ceil(at.getTime() / 60_000) * 60_000);
}
