import type { Signer } from '../../platform/crypto/signer.ts';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import * as queries from './location-mfa.queries.ts';
import { derivePresharedKey } from './preshared-key.ts';

/**
 * Takes the preshared key of the session that began when the attempt was approved, once. `pending`: not approved yet.
 * Undefined if the attempt or its session has ended.
 */
export async function collectKey(
  { db, signer }: { readonly db: Database; readonly signer: Signer },
  tokenHash: Buffer,
): Promise<Buffer | 'pending' | undefined> {
  const found = await queries.findAttempt(db, tokenHash);
  if (!found) return undefined;
  const { approved_at: approvedAt } = found;
  if (!approvedAt) return 'pending';
  return inTransaction(db, async (tx) => {
    if (!(await queries.takeAttempt(tx, tokenHash))) return undefined;
    const nonce = await queries.findKeyNonce(tx, found, approvedAt);
    return nonce ? derivePresharedKey(signer, nonce) : undefined;
  });
}
