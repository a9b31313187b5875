import type { Database, Tx } from '../../platform/database/database.ts';

export async function insertSetupLink(tx: Tx, tokenHash: Buffer, expiresAt: Date): Promise<void> {
  await tx.insertInto('setup_link').values({ token_hash: tokenHash, expires_at: expiresAt }).execute();
}

export async function isSetupLink(db: Database | Tx, tokenHash: Buffer, now: Date): Promise<boolean> {
  const link = await db
    .selectFrom('setup_link')
    .select('expires_at')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return link !== undefined;
}

/** Deletes all setup links. */
export async function deleteSetupLinks(tx: Tx): Promise<void> {
  await tx.deleteFrom('setup_link').execute();
}
