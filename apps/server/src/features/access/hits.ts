import type { RuleHits } from '@gatewarden/contract/access';
import type { Database, Tx } from '../../platform/database/database.ts';
import { toNaive } from '../../platform/http/naive-timestamp.ts';
import type { Clock } from '../../ports/clock.ts';
import { type RuleHitsRow, sumRuleHits } from './hits.queries.ts';

const hitWindowMilliseconds = 30 * 86_400_000;

/** How much traffic each rule decided in the last 30 days, in all locations. */
export type ListRuleHits = () => Promise<(RuleHits & { rule_id: number })[]>;

export function createListRuleHits({ db, clock }: { db: Database; clock: Clock }): ListRuleHits {
  return async () => {
    const rows = await sumRuleHits(db, { since: sinceOf(clock) });
    return rows.map((row) => ({ rule_id: row.rule_id, ...presentHits(row) }));
  };
}

/** Of one rule in one location; null if there are none. */
export async function findRuleHits(
  tx: Tx,
  clock: Clock,
  filter: { readonly ruleId: number; readonly locationId: number },
): Promise<RuleHits | null> {
  const [row] = await sumRuleHits(tx, { ...filter, since: sinceOf(clock) });
  return row ? presentHits(row) : null;
}

function sinceOf(clock: Clock): Date {
  return new Date(clock.now().getTime() - hitWindowMilliseconds);
}

function presentHits({ packets, bytes, last_hit_at: lastHit }: RuleHitsRow): RuleHits {
  return { packets, bytes, last_hit: toNaive(lastHit) };
}
