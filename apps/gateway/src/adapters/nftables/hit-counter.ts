import type { RuleHits } from '../../ports/firewall.ts';
import { blockOf } from './ruleset.ts';

/** An object of a listed table, as far as it is read here. */
export interface Listed {
  readonly map?: { readonly name: string; readonly elem?: readonly (readonly [ListedElement, object])[] };
}

interface ListedElement {
  readonly elem?: {
    readonly comment?: string;
    readonly counter?: { readonly packets: number; readonly bytes: number };
  };
}

interface Counts {
  packets: number;
  bytes: number;
}

/** By rule. */
type HitsByRule = Map<string, Counts>;

/** Computes increments from the counters of a table, which the kernel never resets but with the table or a block. */
export function createHitCounter() {
  /** By block. */
  let counted = new Map<string, HitsByRule>();
  /** Counters that were read before it changed belong to a table that no longer exists. */
  let generation = 0;

  return {
    /** The table was replaced or removed, so its counters begin at zero. */
    restart(): void {
      generation += 1;
      counted = new Map();
    },
    /** Drops the counters of other blocks, which were removed. */
    retainOnly(blocks: ReadonlyMap<string, unknown>): void {
      counted = new Map([...counted].filter(([block]) => blocks.has(block)));
    },
    /** The increments since the previous call; none if the table cannot be read or was replaced meanwhile. */
    async take(list: () => Promise<readonly Listed[]>): Promise<RuleHits[]> {
      const before = generation;
      const listed = await list().catch(() => undefined);
      if (!listed || generation !== before) return [];
      const current = sumByBlock(listed);
      const increments: HitsByRule = new Map();
      for (const [block, rules] of current) {
        for (const [rule, counts] of rules) add(increments, rule, increase(counts, counted.get(block)?.get(rule)));
      }
      counted = current;
      return [...increments].map(([rule, counts]) => ({ rule, ...counts })).filter(({ packets }) => packets > 0);
    },
  };
}

function sumByBlock(listed: readonly Listed[]): Map<string, HitsByRule> {
  const sums = new Map<string, HitsByRule>();
  for (const { map } of listed) {
    const block = map && blockOf(map.name);
    if (block === undefined) continue;
    const rules = sums.get(block) ?? new Map<string, Counts>();
    sums.set(block, rules);
    for (const [{ elem }] of map?.elem ?? []) {
      if (elem?.comment && elem.counter) add(rules, elem.comment, elem.counter);
    }
  }
  return sums;
}

function add(sums: HitsByRule, rule: string, { packets, bytes }: Counts): void {
  const sum = sums.get(rule);
  if (!sum) {
    sums.set(rule, { packets, bytes });
    return;
  }
  sum.packets += packets;
  sum.bytes += bytes;
}

/** Counters below the last ones belong to a block that another program created again. */
function increase(counts: Counts, last: Counts | undefined): Counts {
  if (!last || counts.packets < last.packets) return counts;
  return { packets: counts.packets - last.packets, bytes: Math.max(0, counts.bytes - last.bytes) };
}
