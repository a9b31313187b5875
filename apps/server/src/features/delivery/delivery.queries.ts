// Reads activity_entry, whose numbers are the order of deliveries, and the names of webhooks and streams.
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';

export type DestinationKindName = 'webhook' | 'stream';
export type StopReason = 'failing' | 'gone';

export interface DestinationRow {
  readonly id: number;
  readonly is_enabled: boolean;
  /** Entries after `position`. */
  readonly waiting: number;
  readonly waiting_since: Date | null;
  readonly last_delivered_at: Date | null;
  readonly failing_since: Date | null;
  readonly attempts: number;
  readonly next_attempt_at: Date | null;
  readonly error_reason: string | null;
  readonly error_detail: string | null;
  readonly stop_reason: StopReason | null;
}

const lastId = sql<number>`coalesce((select max(id) from activity_entry), 0)`;

/** A destination that receives the entries from now on. */
export async function insertDestination(tx: Tx, kind: DestinationKindName, isEnabled: boolean): Promise<number> {
  const { id } = await tx
    .insertInto('delivery_destination')
    .values({ kind, is_enabled: isEnabled, position: lastId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Also deletes the row of the kind. */
export async function deleteDestination(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('delivery_destination').where('id', '=', id).execute();
}

/** No other transaction adds destinations until this one ends. */
export async function lockDestinationCount(tx: Tx, kind: DestinationKindName): Promise<number> {
  await sql`lock table delivery_destination in share row exclusive mode`.execute(tx);
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from delivery_destination where kind = ${kind}`.execute(tx);
  return rows[0]?.count ?? 0;
}

export function listDestinations(db: Database | Tx, ids: readonly number[]): Promise<DestinationRow[]> {
  return db
    .selectFrom('delivery_destination as d')
    .select([
      'd.id',
      'd.is_enabled',
      sql<number>`greatest(${lastId} - d.position, 0)::integer`.as('waiting'),
      sql<Date | null>`(select at from activity_entry where id = d.position + 1)`.as('waiting_since'),
      'd.last_delivered_at',
      'd.failing_since',
      'd.attempts',
      'd.next_attempt_at',
      'd.error_reason',
      'd.error_detail',
      sql<StopReason | null>`d.stop_reason`.as('stop_reason'),
    ])
    .where('d.id', 'in', [...ids, 0])
    .execute();
}

/** Each row of a kind with the state of its destination. */
export async function withStates<Row extends { readonly id: number }>(
  db: Database | Tx,
  rows: readonly Row[],
): Promise<{ readonly row: Row; readonly state: DestinationRow }[]> {
  const ids = rows.map(({ id }) => id);
  const states = new Map((await listDestinations(db, ids)).map((state) => [state.id, state]));
  return rows.flatMap((row) => {
    const state = states.get(row.id);
    return state ? [{ row, state }] : [];
  });
}

/** Destinations with entries that can be delivered now. */
export function listDue(db: Database, now: Date): Promise<{ id: number; kind: DestinationKindName }[]> {
  return db
    .selectFrom('delivery_destination')
    .select(['id', sql<DestinationKindName>`kind`.as('kind')])
    .where('is_enabled', '=', true)
    .where('position', '<', lastId)
    .where((eb) => eb.or([eb('next_attempt_at', 'is', null), eb('next_attempt_at', '<=', now)]))
    .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<', now)]))
    .execute();
}

export interface Lease {
  readonly id: number;
  /** Of the replica and the run that delivers. */
  readonly lease: string;
}

/** Makes the caller the only one that delivers to the destination, until `until`. Undefined if it cannot be delivered to. */
export async function claim(
  db: Database,
  { id, lease }: Lease,
  { now, until }: { readonly now: Date; readonly until: Date },
): Promise<number | undefined> {
  const row = await db
    .updateTable('delivery_destination')
    .set({ lease, leased_until: until })
    .where('id', '=', id)
    .where('is_enabled', '=', true)
    .where((eb) => eb.or([eb('next_attempt_at', 'is', null), eb('next_attempt_at', '<=', now)]))
    .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<', now)]))
    .returning('position')
    .executeTakeFirst();
  return row?.position;
}

/** Of runs that wait for a receiver. */
export async function renew(db: Database, leases: readonly string[], until: Date): Promise<void> {
  await db
    .updateTable('delivery_destination')
    .set({ leased_until: until })
    .where('lease', 'in', [...leases])
    .execute();
}

interface Progress {
  readonly position: number;
  readonly now: Date;
  /** False if no entry needed a request. */
  readonly hasSent: boolean;
  readonly until: Date;
}

/** After success. False if the destination was changed, or another run delivers to it: then nothing is stored. */
export async function advance(
  db: Database | Tx,
  { id, lease }: Lease,
  { position, now, hasSent, until }: Progress,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('delivery_destination')
    .set({
      position,
      leased_until: until,
      ...(hasSent && { last_delivered_at: now }),
      failing_since: null,
      attempts: 0,
      next_attempt_at: null,
      error_reason: null,
      error_detail: null,
    })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export interface Failure {
  readonly now: Date;
  readonly reason: string;
  readonly detail: string;
}

/** After a failed attempt. Undefined as for `advance`, else the failed attempts in a row. */
export async function recordFailure(
  tx: Tx,
  { id, lease }: Lease,
  { now, reason, detail }: Failure,
): Promise<{ attempts: number; failing_since: Date } | undefined> {
  const row = await tx
    .updateTable('delivery_destination')
    .set((eb) => ({
      attempts: eb('attempts', '+', 1),
      failing_since: eb.fn.coalesce('failing_since', eb.val(now)),
      error_reason: reason,
      error_detail: detail,
      lease: null,
      leased_until: null,
    }))
    .where('id', '=', id)
    .where('lease', '=', lease)
    .returning(['attempts', 'failing_since'])
    .executeTakeFirst();
  return row && { attempts: row.attempts, failing_since: row.failing_since ?? now };
}

export async function scheduleAttempt(tx: Tx, id: number, at: Date): Promise<void> {
  await tx.updateTable('delivery_destination').set({ next_attempt_at: at }).where('id', '=', id).execute();
}

export async function stop(tx: Tx, id: number, reason: StopReason): Promise<void> {
  await tx
    .updateTable('delivery_destination')
    .set({ is_enabled: false, stop_reason: reason, next_attempt_at: null })
    .where('id', '=', id)
    .execute();
}

export async function release(db: Database, { id, lease }: Lease): Promise<void> {
  await db
    .updateTable('delivery_destination')
    .set({ lease: null, leased_until: null })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .execute();
}

const fresh = {
  lease: null,
  leased_until: null,
  failing_since: null,
  attempts: 0,
  next_attempt_at: null,
  error_reason: null,
  error_detail: null,
};

/** A run that delivers with the former configuration stores no more progress, and the next one begins at once. */
export async function restartDestination(tx: Tx, id: number): Promise<void> {
  await tx.updateTable('delivery_destination').set(fresh).where('id', '=', id).execute();
}

export async function setDestinationEnabled(tx: Tx, id: number, isEnabled: boolean): Promise<void> {
  await tx
    .updateTable('delivery_destination')
    .set({ ...fresh, is_enabled: isEnabled, stop_reason: null })
    .where('id', '=', id)
    .execute();
}

/** Transactions append entries in the order of their commits, so that later entries can have an earlier time. */
const entriesPerReplay = 1_000;

/** Delivers the entries from this time on, again or for the first time. */
export async function setDestinationPosition(tx: Tx, id: number, from: Date): Promise<void> {
  const first = sql<number>`coalesce((select min(id) from (select id from activity_entry
    where at >= ${from} order by at, id limit ${sql.lit(entriesPerReplay)}) e), ${lastId} + 1) - 1`;
  await tx
    .updateTable('delivery_destination')
    .set({ ...fresh, position: first })
    .where('id', '=', id)
    .execute();
}

/** Destinations of a kind that have failed for a while, or that core disabled; the longest first. */
export async function listTroubled(
  db: Database,
  { kind, before, limit }: { readonly kind: DestinationKindName; readonly before: Date; readonly limit: number },
): Promise<{ id: number; name: string; since: Date | null; stop_reason: StopReason | null }[]> {
  return db
    .selectFrom('delivery_destination as d')
    .leftJoin('webhook as w', 'w.id', 'd.id')
    .leftJoin('activity_stream as s', 's.id', 'd.id')
    .select(['d.id', 'd.failing_since as since', sql<StopReason | null>`d.stop_reason`.as('stop_reason')])
    .select(sql<string>`coalesce(w.description, s.name, '')`.as('name'))
    .where('d.kind', '=', kind)
    .where((eb) => eb.or([eb('d.stop_reason', 'is not', null), eb('d.failing_since', '<', before)]))
    .orderBy('d.failing_since')
    .limit(limit)
    .execute();
}
