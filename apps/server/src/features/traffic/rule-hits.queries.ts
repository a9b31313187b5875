// Reads access_rule of access, for the deployed rules of a location.
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';

/** Traffic about which a rule decided since the previous report. */
export interface RuleHits {
  readonly ruleId: number;
  readonly packets: number;
  readonly bytes: number;
}

/** Adds to the day of the instant. Rules that are not deployed in the location are ignored. */
export async function addRuleHits(tx: Tx, locationId: number, at: Date, hits: readonly RuleHits[]): Promise<void> {
  if (hits.length === 0) return;
  const sum = (column: 'packets' | 'bytes') =>
    sql`least(t.${sql.ref(column)} + excluded.${sql.ref(column)}, ${Number.MAX_SAFE_INTEGER}::bigint)`;
  await sql`
    insert into traffic_rule as t (rule_id, location_id, day, packets, bytes, last_hit_at)
    select r.id, ${locationId}::int, (${at}::timestamptz at time zone 'UTC')::date, n.packets, n.bytes, ${at}
    from unnest(${hits.map(({ ruleId }) => ruleId)}::int[], ${hits.map(({ packets }) => packets)}::bigint[],
      ${hits.map(({ bytes }) => bytes)}::bigint[]) n(rule_id, packets, bytes)
    join access_rule r on r.id = n.rule_id and r.state in ('applied', 'expired')
    where r.all_locations or exists (
      select from access_rule_location l where l.rule_id = r.id and l.location_id = ${locationId})
    order by r.id
    on conflict (rule_id, location_id, day) do update
      set packets = ${sum('packets')}, bytes = ${sum('bytes')}, last_hit_at = excluded.last_hit_at`.execute(tx);
}

/** A deployed rule and the one that it replaces. */
export interface ReplacedRule {
  readonly id: number;
  readonly previousId: number;
}

export async function moveRuleHits(tx: Tx, rules: readonly ReplacedRule[]): Promise<void> {
  if (rules.length === 0) return;
  await sql`
    update traffic_rule t set rule_id = n.id
    from unnest(${rules.map(({ id }) => id)}::int[], ${rules.map(({ previousId }) => previousId)}::int[]) n(id, previous)
    where t.rule_id = n.previous`.execute(tx);
}

export async function deleteRuleHits(tx: Tx, ruleIds: readonly number[]): Promise<void> {
  await tx
    .deleteFrom('traffic_rule')
    .where('rule_id', '=', sql<number>`any(${[...ruleIds]})`)
    .execute();
}

/** Deletes what deleted rules decided, and days before the instant. */
export async function deleteOldRuleHits(db: Database, before: Date): Promise<void> {
  await sql`
    delete from traffic_rule t where t.day < (${before}::timestamptz at time zone 'UTC')::date
      or not exists (select from access_rule r where r.id = t.rule_id)`.execute(db);
}
