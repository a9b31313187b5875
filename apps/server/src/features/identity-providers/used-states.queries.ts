import type { Database } from '../../platform/database/database.ts';

/** Marks the answer of a provider as used. False if it was used before, at any replica. */
export async function claimState(db: Database, stateHash: Buffer, expiresAt: Date): Promise<boolean> {
  const claimed = await db
    .insertInto('used_openid_state')
    .values({ state_hash: stateHash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('state_hash')
    .executeTakeFirst();
  return claimed !== undefined;
}

export async function deleteExpiredStates(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('used_openid_state').where('expires_at', '<=', now).execute();
}
