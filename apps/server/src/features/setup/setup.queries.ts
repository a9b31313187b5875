import type { Tx } from '../../platform/database/database.ts';

/** Replaces the link of an earlier start. */
export async function setSetupLink(tx: Tx, tokenHash: Buffer, expiresAt: Date): Promise<void> {
  const link = { token_hash: tokenHash, expires_at: expiresAt };
  await tx
    .insertInto('setup_link')
    .values(link)
    .onConflict((conflict) => conflict.column('singleton').doUpdateSet(link))
    .execute();
}

/** Undefined when there is none. */
export function lockSetupLink(tx: Tx): Promise<{ token_hash: Buffer; expires_at: Date } | undefined> {
  return tx.selectFrom('setup_link').select(['token_hash', 'expires_at']).forUpdate().executeTakeFirst();
}

export async function deleteSetupLink(tx: Tx): Promise<void> {
  await tx.deleteFrom('setup_link').execute();
}
