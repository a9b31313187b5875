// Reads user for the names and the state of a browser's accounts.
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';

interface Lookup {
  readonly userId: number;
  readonly tokenHash: Buffer;
  readonly usedAfter: Date;
}

export async function findBrowser(db: Database, { userId, tokenHash, usedAfter }: Lookup): Promise<number | undefined> {
  const found = await db
    .selectFrom('recognized_browser')
    .select('id')
    .where('token_hash', '=', tokenHash)
    .where('user_id', '=', userId)
    .where('last_used_at', '>', usedAfter)
    .executeTakeFirst();
  return found?.id;
}

/** Whether the browser is recognized for an active account with this name or email. A browser has few accounts. */
export async function isRecognizedFor(
  db: Database,
  { login, tokenHash, usedAfter }: Omit<Lookup, 'userId'> & { readonly login: string },
): Promise<boolean> {
  const found = await db
    .selectFrom('recognized_browser as b')
    .innerJoin('user as u', 'u.id', 'b.user_id')
    .select('b.id')
    .where('b.token_hash', '=', tokenHash)
    .where('b.last_used_at', '>', usedAfter)
    .where('u.is_active', '=', true)
    .where(sql<boolean>`${login} in (lower(u.username collate "C"), lower(u.email collate "C"))`)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

interface Replacement {
  readonly userId: number;
  readonly formerHash: Buffer | undefined;
  readonly tokenHash: Buffer;
  readonly at: Date;
}

/** Only the newest per account are stored, so that repeated sign-ins do not fill the table. */
const maxPerUser = 20;

/** Other accounts of the browser remain recognized under the new token; the former token becomes invalid. */
export async function replaceBrowser(tx: Tx, { userId, formerHash, tokenHash, at }: Replacement): Promise<void> {
  if (formerHash) {
    await tx
      .deleteFrom('recognized_browser')
      .where('token_hash', '=', formerHash)
      .where('user_id', '=', userId)
      .execute();
    await tx
      .updateTable('recognized_browser')
      .set({ token_hash: tokenHash })
      .where('token_hash', '=', formerHash)
      .execute();
  }
  await tx
    .insertInto('recognized_browser')
    .values({ user_id: userId, token_hash: tokenHash, last_used_at: at })
    .execute();
  await sql`
    delete from recognized_browser where user_id = ${userId} and id not in (
      select id from recognized_browser where user_id = ${userId} order by id desc limit ${maxPerUser})`.execute(tx);
}

/** Returns their ids. */
export async function listBrowsersOf(db: Database, userId: number): Promise<number[]> {
  const rows = await db.selectFrom('recognized_browser').select('id').where('user_id', '=', userId).execute();
  return rows.map(({ id }) => id);
}

export async function deleteBrowsersOf(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('recognized_browser').where('user_id', '=', userId).execute();
}

/** Of all accounts, with the attempts that were counted in them. */
export async function deleteAllBrowsers(tx: Tx): Promise<void> {
  await tx.deleteFrom('recognized_browser').execute();
  await tx.deleteFrom('sign_in_attempts').where('key', 'like', 'browser:%').execute();
  // attempts at codes; those in unrecognized browsers and in sessions remain
  await tx.deleteFrom('code_attempts').where('key', '~', '^[0-9]+:[0-9]+$').execute();
}

export async function deleteBrowsersUsedBefore(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('recognized_browser').where('last_used_at', '<', before).execute();
}

export async function deleteBrowsersOfDisabled(tx: Tx, userIds: readonly number[]): Promise<void> {
  await tx
    .deleteFrom('recognized_browser as b')
    .using('user as u')
    .whereRef('u.id', '=', 'b.user_id')
    .where('u.is_active', '=', false)
    .where('b.user_id', '=', sql<number>`any(${userIds})`)
    .execute();
}
