// Reads device to find those of a user; devices writes it.
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

/** The device was added before its owner had a first credential. */
export async function insertUnconfirmedDevice(tx: Tx, deviceId: number): Promise<void> {
  await tx.insertInto('unconfirmed_device').values({ device_id: deviceId }).execute();
}

/** Whether the device of the user with this key was added so. */
export async function isUnconfirmedDevice(tx: Tx, userId: number, publicKey: string): Promise<boolean> {
  const found = await tx
    .selectFrom('unconfirmed_device as u')
    .innerJoin('device as d', 'd.id', 'u.device_id')
    .select('d.id')
    .where('d.user_id', '=', userId)
    .where('d.public_key', '=', publicKey)
    .executeTakeFirst();
  return found !== undefined;
}

/** The user set up second factors before a first credential. */
export async function insertUnconfirmedFactor(tx: Tx, userId: number): Promise<void> {
  await tx
    .insertInto('unconfirmed_factor')
    .values({ user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export interface Unconfirmed {
  readonly deviceIds: readonly number[];
  readonly hasFactors: boolean;
}

/** What the user added before a first credential; nothing is marked so afterwards. The caller has locked the user. */
export async function clearUnconfirmed(tx: Tx, userId: number): Promise<Unconfirmed> {
  const { rows } = await sql<{ device_id: number }>`
    delete from unconfirmed_device u using device d where d.id = u.device_id and d.user_id = ${userId}
    returning u.device_id`.execute(tx);
  const { numDeletedRows } = await tx.deleteFrom('unconfirmed_factor').where('user_id', '=', userId).executeTakeFirst();
  return { deviceIds: rows.map((row) => row.device_id), hasFactors: numDeletedRows > 0n };
}
