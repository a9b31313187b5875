import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

const hour = 3_600_000;
/** Clocks of replicas differ by less; a row that is further ahead is from before the clock was set back. */
const skew = 60_000;
const allKey = 'all';
const unknownKey = 'unknown';

/** Refused sign-ins of a user, or locks, which the wrong passwords that led to them must not crowd out. */
export type Counter = 'user' | 'lock';

interface Limits {
  readonly about: Counter;
  readonly perAccount: number;
  readonly inTotal: number;
  readonly now: Date;
}

/** Whether there is room for one more entry in this hour, about this account and in all; else the refusal is counted. */
export async function claimEntry(
  tx: Tx,
  userId: number,
  { about, perAccount, inTotal, now }: Limits,
): Promise<boolean> {
  const key = `${about}:${userId}`;
  if (!(await book(tx, { key, userId, limit: perAccount, now }))) return false;
  if (await book(tx, { key: allKey, userId: null, limit: inTotal, now })) return true;
  await tx
    .updateTable('refused_sign_ins')
    .set((update) => ({ unlogged: update('unlogged', '+', 1) }))
    .where('key', '=', key)
    .execute();
  return false;
}

/** A name that does not exist. */
export async function countUnknown(tx: Tx, now: Date): Promise<void> {
  await book(tx, { key: unknownKey, userId: null, limit: 0, now });
}

interface Booking {
  readonly key: string;
  readonly userId: number | null;
  readonly limit: number;
  readonly now: Date;
}

async function book(tx: Tx, { key, userId, limit, now }: Booking): Promise<boolean> {
  const { rows } = await sql<{ is_logged: boolean }>`
    insert into refused_sign_ins as r (key, user_id, since, logged, unlogged, is_logged)
    values (${key}, ${userId}, ${now}, least(1, ${limit}::integer), 1 - least(1, ${limit}::integer), ${limit}::integer > 0)
    on conflict (key) do update set
      logged = r.logged + case when r.logged < ${limit} then 1 else 0 end,
      unlogged = r.unlogged + case when r.logged < ${limit} then 0 else 1 end,
      is_logged = r.logged < ${limit}
    returning is_logged`.execute(tx);
  return rows[0]?.is_logged ?? false;
}

export interface Counted {
  /** Null for names that do not exist. */
  readonly username: string | null;
  readonly count: number;
}

/** Takes away what was counted in hours that are over. */
export async function takeCounted(tx: Tx, now: Date): Promise<Counted[]> {
  const taken = await tx
    .deleteFrom('refused_sign_ins as r')
    .where((is) =>
      is.or([is('since', '<=', new Date(now.getTime() - hour)), is('since', '>', new Date(now.getTime() + skew))]),
    )
    .returning([
      'key',
      'unlogged as count',
      sql<string | null>`(select username from "user" u where u.id = r.user_id)`.as('username'),
    ])
    .execute();
  // of all together every refusal is counted at its account as well, and so is one that led to a lock
  return taken.filter(({ key }) => key !== allKey && !key.startsWith('lock:'));
}
