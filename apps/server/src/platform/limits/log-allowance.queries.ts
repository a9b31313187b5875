import { sql } from 'kysely';
import type { Tx } from '../database/database.ts';

const hour = 3_600_000;
/** Clocks of replicas differ by less. A row that is further ahead was written before the clock was set back. */
const skew = 60_000;

export interface Allowance {
  readonly kind: string;
  /** Id of a user or gateway; empty if all share one allowance. */
  readonly subject: string;
}

export interface Claim extends Allowance {
  /** Entries per hour. */
  readonly limit: number;
  /** Number of claimed entries; 1 if absent. */
  readonly count?: number;
  readonly now: Date;
}

/** Returns how many of the claimed activity log entries fit into this hour; counts the others as omitted. */
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

/** Counts granted entries that are omitted for another reason. */
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

/** Removes the allowances of past hours and returns those with omitted entries. */
export async function takeOmitted(tx: Tx, kinds: readonly string[], now: Date): Promise<Omitted[]> {
  // in a fixed order; claims of several allowances mostly use the same order, and deadlocks are retried
  // (`inTransaction`)
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
