import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';

/** Keys that the user dismissed, those of conditions that ended included. */
export async function listDismissed(db: Database, userId: number): Promise<Set<string>> {
  const rows = await db.selectFrom('home_dismissal').select('key').where('user_id', '=', userId).execute();
  return new Set(rows.map(({ key }) => key));
}

interface Dismissal {
  readonly userId: number;
  readonly key: string;
  readonly at: Date;
}

/** Returns false if it was dismissed already. */
export async function insertDismissal(tx: Tx, { userId, key, at }: Dismissal): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('home_dismissal')
    .values({ user_id: userId, key, at })
    .onConflict((is) => is.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Returns false if it was not dismissed. */
export async function deleteDismissal(tx: Tx, userId: number, key: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('home_dismissal')
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

interface CurrentKeys {
  readonly kinds: readonly string[];
  /** Of the conditions of these kinds. */
  readonly keys: readonly string[];
  /** A condition that was dismissed later may have begun later. */
  readonly readAt: Date;
}

/** Deletes the dismissals of conditions of these kinds that are not current. */
export async function deleteEndedDismissals(db: Database, { kinds, keys, readAt }: CurrentKeys): Promise<void> {
  await db
    .deleteFrom('home_dismissal')
    .where('at', '<', readAt)
    .where(sql<boolean>`split_part(key, ':', 1) = any(${[...kinds]}::text[])`)
    .where(sql<boolean>`key <> all(${[...keys]}::text[])`)
    .execute();
}
