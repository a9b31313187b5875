// Reads traffic_rule of traffic.
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';

export interface RuleHitsRow {
  readonly rule_id: number;
  readonly packets: number;
  readonly bytes: number;
  readonly last_hit_at: Date;
}

export interface RuleHitsFilter {
  /** The day that contains it counts as a whole. */
  readonly since: Date;
  readonly ruleId?: number;
  readonly locationId?: number;
}

/** One row per rule, in ascending order of ids; of all locations without `locationId`. */
export async function sumRuleHits(
  db: Database | Tx,
  { since, ruleId, locationId }: RuleHitsFilter,
): Promise<RuleHitsRow[]> {
  const limited = (column: 'packets' | 'bytes') =>
    sql`least(sum(t.${sql.ref(column)}), ${Number.MAX_SAFE_INTEGER})::bigint as ${sql.ref(column)}`;
  const { rows } = await sql<RuleHitsRow>`
    select t.rule_id, ${limited('packets')}, ${limited('bytes')}, max(t.last_hit_at) as last_hit_at
    from traffic_rule t
    where t.day >= (${since}::timestamptz at time zone 'UTC')::date
      and (${ruleId ?? null}::int is null or t.rule_id = ${ruleId ?? null})
      and (${locationId ?? null}::int is null or t.location_id = ${locationId ?? null})
    group by t.rule_id order by t.rule_id`.execute(db);
  return rows;
}
