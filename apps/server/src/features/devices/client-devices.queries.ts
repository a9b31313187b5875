import type { Database } from '../../platform/database/database.ts';

/** Undefined if no device of the user has the key. */
export async function findOwnDeviceId(db: Database, userId: number, publicKey: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('device')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '=', 'user')
    .where('public_key', '=', publicKey)
    .executeTakeFirst();
  return row?.id;
}
