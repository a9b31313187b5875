// Reads and writes only `preferences` of user.
import type { Preferences } from '@gatewarden/contract/preferences';
import type { Database, Tx } from '../../platform/database/database.ts';

/** As stored, possibly by another version of core: by name, without those that have the default. */
export async function getStoredPreferences(db: Database | Tx, userId: number): Promise<unknown> {
  const row = await db.selectFrom('user').select('preferences').where('id', '=', userId).executeTakeFirst();
  return row?.preferences;
}

/** Replaces all preferences of the user. */
export async function storePreferences(tx: Tx, userId: number, preferences: Partial<Preferences>): Promise<void> {
  await tx
    .updateTable('user')
    .set({ preferences: JSON.stringify(preferences) })
    .where('id', '=', userId)
    .execute();
}
