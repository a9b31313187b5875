// Reads device and location for attempts that owners open in the console; other features write them.
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { Attempt, AttemptMethod } from './location-mfa.queries.ts';

/** The device has a client that connects with preshared keys. */
export async function markPresharedKeyDevice(tx: Tx, deviceId: number): Promise<void> {
  await tx
    .insertInto('preshared_key_device')
    .values({ device_id: deviceId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function clearPresharedKeyDevice(tx: Tx, deviceId: number): Promise<void> {
  await tx.deleteFrom('preshared_key_device').where('device_id', '=', deviceId).execute();
}

export async function isPresharedKeyDevice(db: Database | Tx, deviceId: number): Promise<boolean> {
  const found = await db
    .selectFrom('preshared_key_device')
    .select('device_id')
    .where('device_id', '=', deviceId)
    .executeTakeFirst();
  return found !== undefined;
}

/** An attempt that waits for its owner in the console. */
export interface BrowserRequest extends Attempt {
  readonly token_hash: Buffer;
  readonly client_ip: string | null;
  readonly client_agent: string | null;
}

/** Locks it until the transaction ends. */
export async function lockRequest(tx: Tx, requestHash: Buffer): Promise<BrowserRequest | undefined> {
  return tx
    .selectFrom('location_sign_in')
    .select(['device_id', 'location_id', 'expires_at', 'challenge', 'approved_at', 'provider_id', 'token_hash'])
    .select(['client_ip', 'client_agent', sql<AttemptMethod>`method`.as('method')])
    .where('request_hash', '=', requestHash)
    .forUpdate()
    .executeTakeFirst();
}
