// Reads peer (of gateways) for the devices of keys and the number of peers, and location for when devices count as
// disconnected.
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { LatestSample, MinuteTraffic } from './count-sample.ts';

/** Any number that no other lock uses; the location's id is the second half of the key. */
const recordLock = 720_311;

/** Locks the stored traffic of a location's devices until the transaction ends. */
export async function lockTraffic(tx: Tx, locationId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${recordLock}::int, ${locationId}::int)`.execute(tx);
}

/**
 * Stores when the gateway's report was measured. Returns false, and changes nothing, if a report that was measured
 * later was counted since `lateSince`: then this one was overtaken and adds nothing. If that report was counted
 * earlier, the gateway's clock was set back, and this report is accepted.
 */
export async function acceptReport(
  tx: Tx,
  gatewayId: string,
  report: { readonly measuredAt: Date; readonly now: Date; readonly lateSince: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into traffic_report as r (gateway_id, measured_at, counted_at)
    values (${gatewayId}::uuid, ${report.measuredAt}, ${report.now})
    on conflict (gateway_id) do update set measured_at = excluded.measured_at, counted_at = excluded.counted_at
    where excluded.measured_at > r.measured_at or r.counted_at < ${report.lateSince}
    returning 1`.execute(tx);
  return rows.length > 0;
}

export interface LocationRow {
  /** Seconds without a handshake after which a device counts as disconnected. */
  readonly disconnectSeconds: number;
  /** Hours before this instant are rolled up. */
  readonly rolledUntil: Date;
}

/** Undefined if there is no such location. */
export async function findLocation(tx: Tx, locationId: number): Promise<LocationRow | undefined> {
  const row = await tx
    .selectFrom('location as l')
    .leftJoin('traffic_progress as p', 'p.location_id', 'l.id')
    .select(['l.disconnect_threshold_seconds', 'p.rolled_until'])
    .where('l.id', '=', locationId)
    .executeTakeFirst();
  return row && { disconnectSeconds: row.disconnect_threshold_seconds, rolledUntil: row.rolled_until ?? new Date(0) };
}

export interface KnownPeer {
  readonly publicKey: string;
  readonly deviceId: number;
  /** The latest sample of each gateway of the location. */
  readonly stored: LatestSample[];
}

interface PeerRow {
  readonly public_key: string;
  readonly device_id: number;
  readonly gateway_id: string | null;
  readonly received_bytes: number;
  readonly sent_bytes: number;
  readonly latest_handshake: Date;
  readonly endpoint: string | null;
  readonly connected_since: Date;
  readonly connected: boolean;
  readonly removed: boolean;
  readonly minute: Date;
  readonly minute_upload: number;
  readonly minute_download: number;
}

/** The peers of the location that have one of these keys. */
export async function listPeers(tx: Tx, locationId: number, publicKeys: readonly string[]): Promise<KnownPeer[]> {
  const { rows } = await sql<PeerRow>`
    select p.public_key, p.device_id, t.gateway_id, t.received_bytes, t.sent_bytes, t.latest_handshake, t.endpoint,
      t.connected_since, t.connected, t.removed, t.minute, t.minute_upload, t.minute_download
    from peer p left join traffic_latest t on t.location_id = p.location_id and t.device_id = p.device_id
    where p.location_id = ${locationId} and p.public_key = any(${publicKeys}) and p.removed_at is null`.execute(tx);
  const peers = new Map<string, KnownPeer>();
  for (const row of rows) {
    const peer = peers.get(row.public_key) ?? { publicKey: row.public_key, deviceId: row.device_id, stored: [] };
    peers.set(row.public_key, peer);
    if (row.gateway_id !== null) peer.stored.push(toLatest(row, row.gateway_id));
  }
  return [...peers.values()];
}

function toLatest(row: PeerRow, gatewayId: string): LatestSample {
  return {
    deviceId: row.device_id,
    gatewayId,
    receivedBytes: row.received_bytes,
    sentBytes: row.sent_bytes,
    handshakeAt: row.latest_handshake,
    endpoint: row.endpoint,
    connectedSince: row.connected_since,
    connected: row.connected,
    removed: row.removed,
    minute: row.minute,
    minuteUpload: row.minute_upload,
    minuteDownload: row.minute_download,
  };
}

export async function setLatest(
  tx: Tx,
  locationId: number,
  gatewayId: string,
  rows: readonly LatestSample[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into traffic_latest (location_id, gateway_id, device_id, received_bytes, sent_bytes, latest_handshake,
      endpoint, connected_since, connected, removed, minute, minute_upload, minute_download)
    select ${locationId}::int, ${gatewayId}::uuid, n.*
    from unnest(${rows.map((row) => row.deviceId)}::int[], ${rows.map((row) => row.receivedBytes)}::bigint[],
      ${rows.map((row) => row.sentBytes)}::bigint[], ${rows.map((row) => row.handshakeAt)}::timestamptz[],
      ${rows.map((row) => row.endpoint)}::text[], ${rows.map((row) => row.connectedSince)}::timestamptz[],
      ${rows.map((row) => row.connected)}::boolean[], ${rows.map((row) => row.removed)}::boolean[],
      ${rows.map((row) => row.minute)}::timestamptz[],
      ${rows.map((row) => row.minuteUpload)}::bigint[], ${rows.map((row) => row.minuteDownload)}::bigint[]) n
    on conflict (location_id, device_id, gateway_id) do update set
      received_bytes = excluded.received_bytes, sent_bytes = excluded.sent_bytes,
      latest_handshake = excluded.latest_handshake, endpoint = excluded.endpoint,
      connected_since = excluded.connected_since, connected = excluded.connected,
      removed = excluded.removed, minute = excluded.minute, minute_upload = excluded.minute_upload, minute_download = excluded.minute_download
  `.execute(tx);
}

export async function appendMinutes(tx: Tx, locationId: number, points: readonly MinuteTraffic[]): Promise<void> {
  if (points.length === 0) return;
  await sql`
    insert into traffic_minutes (location_id, starts_at, device_ids, upload, download)
    select ${locationId}::int, minute, array_agg(device_id), array_agg(upload), array_agg(download)
    from ${pointsOf(points)} group by minute`.execute(tx);
}

/** For minutes of hours that were already rolled up. */
export async function appendHours(tx: Tx, locationId: number, points: readonly MinuteTraffic[]): Promise<void> {
  if (points.length === 0) return;
  await sql`
    insert into traffic_hours as t (location_id, starts_at, device_id, slots, upload, download)
    select ${locationId}::int, date_trunc('day', minute, 'UTC'), device_id,
      array_agg(extract(hour from minute at time zone 'UTC')::smallint), array_agg(upload), array_agg(download)
    from ${pointsOf(points)} group by 2, device_id
    on conflict (location_id, starts_at, device_id) do update set slots = t.slots || excluded.slots,
      upload = t.upload || excluded.upload, download = t.download || excluded.download`.execute(tx);
}

function pointsOf(points: readonly MinuteTraffic[]) {
  return sql`unnest(${points.map((point) => point.minute)}::timestamptz[],
      ${points.map((point) => point.deviceId)}::int[], ${points.map((point) => point.upload)}::bigint[],
      ${points.map((point) => point.download)}::bigint[]) n(minute, device_id, upload, download)`;
}

export interface Total {
  readonly upload: number;
  readonly download: number;
}

/** Adds to the totals of the location for the minute and the hour of the instant. */
export async function addTotal(tx: Tx, locationId: number, at: Date, { upload, download }: Total): Promise<void> {
  await sql`
    insert into traffic_total as t (location_id, step, starts_at, upload, download)
    select ${locationId}::int, step, date_trunc(step, ${at}::timestamptz, 'UTC'), ${upload}::bigint, ${download}::bigint
    from unnest(array['minute', 'hour']) step
    on conflict (location_id, step, starts_at) do update
      set upload = t.upload + excluded.upload, download = t.download + excluded.download`.execute(tx);
}

export interface Disconnection {
  readonly deviceId: number;
  /** The one with the latest handshake. */
  readonly gatewayId: string;
  readonly endpoint: string | null;
}

/**
 * Marks rows as disconnected whose handshake is older than the instant or whose device is no longer a peer. Returns
 * each device once that is no longer connected to any gateway of the location.
 */
export async function markDisconnected(tx: Tx, locationId: number, handshakeBefore: Date): Promise<Disconnection[]> {
  const { rows } = await sql<{ device_id: number; gateway_id: string; endpoint: string | null }>`
    with gone as (
      update traffic_latest t set connected = false, removed = ${isRemoved}
      where t.location_id = ${locationId} and t.connected and (t.latest_handshake <= ${handshakeBefore} or ${isRemoved})
      returning t.device_id, t.gateway_id, t.endpoint, t.latest_handshake
    )
    select distinct on (g.device_id) g.device_id, g.gateway_id, g.endpoint from gone g
    where not exists (
      select from traffic_latest o where o.location_id = ${locationId} and o.device_id = g.device_id and o.connected
        and (o.device_id, o.gateway_id) not in (select device_id, gateway_id from gone))
    order by g.device_id, g.latest_handshake desc`.execute(tx);
  return rows.map((row) => ({ deviceId: row.device_id, gatewayId: row.gateway_id, endpoint: row.endpoint }));
}

/** Number of peers of the location, recently removed ones included: their disconnections are logged too. */
export async function countPeers(tx: Tx, locationId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('peer')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('location_id', '=', locationId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Ids of the locations where `markDisconnected` would mark a row, in ascending order. */
export async function listLocationsWithStaleClients(db: Database, now: Date): Promise<number[]> {
  const { rows } = await sql<{ location_id: number }>`
    select distinct t.location_id from traffic_latest t join location l on l.id = t.location_id
    where t.connected and (${isRemoved}
      or t.latest_handshake <= ${now}::timestamptz - make_interval(secs => l.disconnect_threshold_seconds))
    order by t.location_id`.execute(db);
  return rows.map((row) => row.location_id);
}

const isRemoved = sql`not exists (select from peer p
  where p.location_id = t.location_id and p.device_id = t.device_id and p.removed_at is null)`;

/** Notifies every replica on `trafficChannel` when the transaction commits. */
export async function notifyTraffic(db: Database | Tx, message: 'reported' | 'looking'): Promise<void> {
  await sql`select pg_notify(${trafficChannel}, ${message})`.execute(db);
}

export const trafficChannel = 'gatewarden_traffic';
