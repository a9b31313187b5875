// Reads activity_entry for the newest entry, and to check whether entries exist.
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { HistoryMark } from './history-mark.ts';

/** The current mark of the database. */
export async function readMark(db: Database | Tx): Promise<HistoryMark> {
  const { rows } = await sql<HistoryMark>`
    select first.id as instance, last.id as epoch, floor(extract(epoch from last.started_at) * 1000)::bigint as "epochStartedAt",
      coalesce(e.id, 0)::bigint as "entryId", coalesce(encode(e.hash, 'hex'), '') as "entryHash",
      coalesce(floor(extract(epoch from e.at) * 1000), 0)::bigint as "entryAt"
    from (select id from history_epoch order by number limit 1) first,
      (select id, started_at from history_epoch order by number desc limit 1) last
      left join lateral (select id, hash, at from activity_entry order by id desc limit 1) e on true`.execute(db);
  const [mark] = rows;
  if (!mark) throw new Error('the database has no history');
  return mark;
}

/** The marks whose entry does not exist. One statement checks all of them, in one snapshot. */
export async function listLost(db: Database | Tx, marks: readonly HistoryMark[]): Promise<HistoryMark[]> {
  const seen = marks.filter(({ entryId }) => entryId > 0);
  if (seen.length === 0) return [];
  const { rows } = await sql<{ nth: number }>`
    select nth::int from unnest(${seen.map(({ entryId }) => entryId)}::bigint[], ${seen.map(({ entryHash }) => entryHash)}::text[])
      with ordinality as seen (id, hash, nth)
    where not exists (select from activity_entry e where e.id = seen.id and e.hash = decode(seen.hash, 'hex'))`.execute(
    db,
  );
  return rows.flatMap(({ nth }) => seen[nth - 1] ?? []);
}

/** Any number that no other advisory lock of the product uses. */
const historyLock = 7_203_114_506;

/** Prevents that another transaction begins a history until this one ends. */
export async function lockHistory(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${historyLock})`.execute(tx);
}

/** The newest entry with a lower number that was written before the instant. */
export function findEntryBefore(tx: Tx, id: number, at: Date): Promise<{ id: number; at: Date } | undefined> {
  return tx
    .selectFrom('activity_entry')
    .select(['id', 'at'])
    .where('id', '<', id)
    .where('at', '<', at)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

interface NewEpoch {
  readonly id: string;
  readonly startedAt: Date;
  readonly entries: number | null;
  readonly from: Date | null;
  readonly until: Date | null;
  readonly noticedBy: string;
}

export async function insertEpoch(tx: Tx, epoch: NewEpoch): Promise<void> {
  await tx
    .insertInto('history_epoch')
    .values({
      id: epoch.id,
      started_at: epoch.startedAt,
      lost_entries: epoch.entries,
      lost_from: epoch.from,
      lost_until: epoch.until,
      noticed_by: epoch.noticedBy,
    })
    .execute();
}

export interface RestoreRow {
  readonly started_at: Date;
  readonly lost_entries: number | null;
  readonly lost_from: Date | null;
  readonly lost_until: Date | null;
}

/** The last restore that no administrator has acknowledged. */
export function findUnacknowledged(db: Database): Promise<RestoreRow | undefined> {
  return db
    .selectFrom('history_epoch')
    .select(['started_at', 'lost_entries', 'lost_from', 'lost_until'])
    .where('noticed_by', 'is not', null)
    .where('acknowledged_at', 'is', null)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Returns false if there was nothing to acknowledge. */
export async function setAcknowledged(tx: Tx, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('history_epoch')
    .set({ acknowledged_at: at })
    .where('noticed_by', 'is not', null)
    .where('acknowledged_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
