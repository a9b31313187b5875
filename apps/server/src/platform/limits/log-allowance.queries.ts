import { sql } from 'kysely';
import type { Tx } from '../database/database.ts';

const hour = 3_600_000;
/** Clocks of replicas differ by less; a row that is further ahead is from before the clock was set back. */
const skew = 60_000;

export interface Allowance {
  readonly kind: string;
  /** A user or a gateway, by id; empty where all share one allowance. */
  readonly subject: string;
}

export interface Claim extends Allowance {
  /** Entries in an hour. */
  readonly limit: number;
  /** Entries that are claimed; 1 by default. */
  readonly count?: number;
  readonly now: Date;
}

/** How many of the claimed entries of the activity log there is room for in this hour; the others are counted as omitted. */
export async function claimEntries(tx: Tx, { kind, subject, limit, count = 1, now }: Claim): Promise<number> {
  const first = Math.min(count, limit);
  const { rows } = await sql<{ granted: number }>`
    insert into log_allowance as a (kind, subject, since, logged, omitted, granted)
    values (${kind}, ${subject}, ${now}, ${first}, ${count - first}, ${first})
    on conflict (kind, subject) do update set
      granted = least(${count}::integer, greatest(${limit}::integer - a.logged, 0)),
      logged = a.logged + least(${count}::integer, greatest(${limit}::integer - a.logged, 0)),
      omitted = a.omitted + ${count}::integer - least(${count}::integer, greatest(${limit}::integer - a.logged, 0))
    returning granted`.execute(tx);
  return rows[0]?.granted ?? 0;
}

/** For entries that were granted, and are omitted for another reason. */
export async function countOmitted(tx: Tx, { kind, subject }: Allowance, count: number): Promise<void> {
  await tx
    .updateTable('log_allowance')
    .set((update) => ({ omitted: update('omitted', '+', count) }))
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .execute();
}

export interface Omitted extends Allowance {
  readonly count: number;
}

/** Removes the allowances of hours that are over, and returns those with omitted entries. */
export async function takeOmitted(tx: Tx, kinds: readonly string[], now: Date): Promise<Omitted[]> {
  // in one order; those that claim several mostly take them in the same, and what deadlocks is repeated (`inTransaction`)
  const { rows } = await sql<Omitted>`
    with ended as (
      select kind, subject from log_allowance
      where kind = any(${kinds})
        and (since <= ${new Date(now.getTime() - hour)} or since > ${new Date(now.getTime() + skew)})
      order by kind, subject for update
    ), taken as (
      delete from log_allowance a using ended e where a.kind = e.kind and a.subject = e.subject
      returning a.kind, a.subject, a.omitted
    )
    select kind, subject, omitted as count from taken where omitted > 0 order by kind, subject`.execute(tx);
  return rows;
}
