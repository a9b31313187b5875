import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

export interface HistoryLimits {
  readonly versions: number;
  /** Of what is deployed no longer, and of the lists of changes, as stored. */
  readonly bytes: number;
}

/** The oldest version within the limits: the newest one is always. Undefined if there is none. */
export async function findOldestRetained(tx: Tx, { versions, bytes }: HistoryLimits): Promise<number | undefined> {
  const { rows } = await sql<{ id: number | null }>`
    with ended as (
      select to_version as id, sum(pg_column_size(data)) as bytes from access_version_object
      where to_version is not null group by 1
    ), ranked as (
      select v.id, row_number() over newest as nth,
        sum(pg_column_size(v.changes) + coalesce(e.bytes, 0)) over newest as total
      from access_version v left join ended e on e.id = v.id
      window newest as (order by v.id desc)
    )
    select min(id) as id from ranked where nth = 1 or nth <= ${versions} and total <= ${bytes}`.execute(tx);
  return rows[0]?.id ?? undefined;
}

/** Deletes older versions. What is deployed since then counts as deployed with the oldest one that remains. */
export async function deleteVersionsBefore(tx: Tx, oldest: number): Promise<void> {
  await sql`delete from access_version_object where to_version <= ${oldest}`.execute(tx);
  await sql`update access_version_object set from_version = ${oldest} where from_version < ${oldest}`.execute(tx);
  await sql`delete from access_version where id < ${oldest}`.execute(tx);
}
