import type { Database } from '../../platform/database/database.ts';

/** Undefined if no device of the user has the key. */
export function findOwnDevice(
  db: Database,
  userId: number,
  publicKey: string,
): Promise<{ id: number; suspended_at: Date | null } | undefined> {
  return db
    .selectFrom('device')
    .select(['id', 'suspended_at'])
    .where('user_id', '=', userId)
    .where('kind', '=', 'user')
    .where('public_key', '=', publicKey)
    .executeTakeFirst();
}
