import { anyOf } from '../../platform/database/any-of.ts';
import type { Tx } from '../../platform/database/database.ts';

/** Replaces the former one. */
export async function setAuthKey(tx: Tx, deviceId: number, publicKey: string, at: Date): Promise<void> {
  const values = { public_key: publicKey, created_at: at };
  await tx
    .insertInto('device_auth_key')
    .values({ device_id: deviceId, ...values })
    .onConflict((conflict) => conflict.column('device_id').doUpdateSet(values))
    .execute();
}

export async function deleteAuthKeys(tx: Tx, deviceIds: readonly number[]): Promise<void> {
  await tx.deleteFrom('device_auth_key').where('device_id', '=', anyOf(deviceIds)).execute();
}
