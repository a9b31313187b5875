// The token is a column of settings, which shows whether there is one; auth-keys writes it.
import type { Tx } from '../../platform/database/database.ts';

export async function findTokenHash(db: Tx): Promise<Buffer | null> {
  const row = await db.selectFrom('settings').select('ssh_keys_token_hash').executeTakeFirstOrThrow();
  return row.ssh_keys_token_hash;
}

export async function setTokenHash(tx: Tx, hash: Buffer): Promise<void> {
  await tx.updateTable('settings').set({ ssh_keys_token_hash: hash }).execute();
}

/** Returns whether there was one. */
export async function deleteTokenHash(tx: Tx): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('settings')
    .set({ ssh_keys_token_hash: null })
    .where('ssh_keys_token_hash', 'is not', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
