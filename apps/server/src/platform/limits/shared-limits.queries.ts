import { sql } from 'kysely';
import type { Database } from '../database/database.ts';

export interface SharedLimit {
  readonly key: string;
  /** How many can be taken together. */
  readonly burst: number;
  readonly perSecond: number;
}

export interface SharedUse {
  /** One is taken of each. */
  readonly take: readonly SharedLimit[];
  /** Only looked at. */
  readonly check?: readonly SharedLimit[];
  readonly now: Date;
}

/** Clocks of replicas differ by less. A row that is further ahead was written before the clock was set back. */
const skewSeconds = 60;

/**
 * Limits that all cores share: token buckets of which a row stores when the bucket is full again (the generic cell rate
 * algorithm). One statement. Returns the keys that are used up; a key that is used up is not taken from. Cores whose clocks
 * differ allow the difference more or less.
 */
export async function takeSharedLimits(db: Database, { take, check = [], now }: SharedUse): Promise<string[]> {
  const spanOf = ({ burst, perSecond }: SharedLimit) => burst / perSecond;
  const costOf = ({ perSecond }: SharedLimit) => 1 / perSecond;
  const limits = [...take, ...check];
  const at = sql`${now}::timestamptz`;
  const current = sql`case when l.full_at > ${at} + make_interval(secs => ${Math.max(...limits.map(spanOf)) + skewSeconds})
    then ${at} else greatest(l.full_at, ${at}) end`;
  // in a fixed order: callers that share several keys do not wait for each other in a circle
  const { rows } = await sql<{ key: string }>`
    with wanted as (
      select * from unnest(${limits.map(({ key }) => key)}::text[], ${limits.map(costOf)}::float8[],
        ${limits.map(spanOf)}::float8[]) with ordinality as w (key, cost, span, nth)
    ), taken as (
      insert into shared_limit as l (key, full_at)
        select key, ${at} + make_interval(secs => cost) from wanted where nth <= ${take.length} order by key
      on conflict (key) do update set full_at = ${current} + (excluded.full_at - ${at})
        where ${current} + (excluded.full_at - ${at}) <=
          ${at} + (select make_interval(secs => w.span) from wanted w where w.key = l.key)
      returning key
    )
    select w.key from wanted w left join shared_limit l on nth > ${take.length} and l.key = w.key
      where case when nth <= ${take.length} then not exists (select from taken t where t.key = w.key)
        else ${current} > ${at} + make_interval(secs => w.span - w.cost) end`.execute(db);
  return rows.map(({ key }) => key);
}

/** Deletes rows that have no effect any longer. */
export async function deleteUnusedLimits(db: Database, now: Date): Promise<void> {
  const ahead = new Date(now.getTime() + 3_600_000);
  await db
    .deleteFrom('shared_limit')
    .where((is) => is.or([is('full_at', '<=', now), is('full_at', '>', ahead)]))
    .execute();
}
