import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

export interface TrafficSizes {
  /** Bytes with indexes. */
  readonly minutes: number;
  readonly hours: number;
  readonly days: number;
  readonly totals: number;
  readonly others: number;
  /** Null if there are none. */
  readonly oldest_hour: Date | null;
  readonly oldest_day: Date | null;
  readonly oldest_total: Date | null;
}

/** The sizes of the tables, and the oldest rows, which are found through indexes. */
export async function readSizes(db: Database): Promise<TrafficSizes> {
  const size = (...tables: string[]) =>
    sql`(${sql.join(
      tables.map((table) => sql`pg_total_relation_size(${`traffic_${table}`}::regclass)`),
      sql` + `,
    )})::bigint`;
  const oldest = (table: string, filter = sql`true`) => sql`(
    select min(x.starts_at) from location l cross join lateral (
      select t.starts_at from ${sql.table(`traffic_${table}`)} t where t.location_id = l.id and ${filter}
      order by t.starts_at limit 1) x)`;
  const { rows } = await sql<TrafficSizes>`
    select ${size('minutes')} as minutes, ${size('hours')} as hours, ${size('days')} as days, ${size('total')} as totals,
      ${size('latest', 'top', 'rule')} as others, ${oldest('hours')} as oldest_hour, ${oldest('days')} as oldest_day,
      ${oldest('total', sql`t.step = 'hour'`)} as oldest_total`.execute(db);
  const [sizes] = rows;
  if (!sizes) throw new Error('the sizes returned no row');
  return sizes;
}
