import { randomBytes } from 'node:crypto';
import { type Database, inTransaction, type Tx } from '../database/database.ts';
import * as queries from './data-keys.queries.ts';
import { createInstanceKeyWrap, type InstanceKeyWrap } from './instance-key-wrap.ts';
import { type Reencrypted, reencryptSecrets } from './reencrypt-secrets.ts';
import { requireNewestDataKey, unwrapDataKey } from './secrets.ts';

/** Why the data key was not replaced: see `replaceDataKey`. */
export type RotationRefusal = 'several_keys_valid' | 'retained_not_in_use' | 'other_key_in_use';

interface Replacement {
  /**
   * The instance key that remains valid, which must be the one in use; all others become invalid. Required while several
   * are valid, so that a command with the former key cannot invalidate the new one.
   */
  readonly retained?: Buffer | undefined;
  /** Whether no running core uses another instance key, which may become invalid. */
  readonly isKeyOfAllCores: () => Promise<boolean>;
  /** Runs in the transaction that changes the keys. */
  readonly recordStart: RecordStart;
}

type RecordStart = (tx: Tx) => Promise<void>;

/** Replaces keys while cores run. */
export interface KeyRotation {
  /**
   * Replaces the data key: encrypts all secrets again, and deletes the former data key. If it is interrupted, all
   * secrets remain readable, and the next call completes it.
   * @throws instance_key_replaced
   */
  replaceDataKey(replacement: Replacement): Promise<Reencrypted | RotationRefusal>;
  /**
   * Allows another instance key to decrypt the secrets too, until `replaceDataKey` is called with the key to retain.
   * False if it is the one in use.
   */
  addInstanceKey(recordStart: RecordStart, other: Buffer): Promise<boolean>;
}

export function createKeyRotation(db: Database, instanceKey: Buffer): KeyRotation {
  const keys = createInstanceKeyWrap(instanceKey);
  return {
    async replaceDataKey({ retained, isKeyOfAllCores, recordStart }) {
      if (retained && !createInstanceKeyWrap(retained).instanceKeyId.equals(keys.instanceKeyId))
        return 'retained_not_in_use';
      const refusal = await inTransaction(db, async (tx): Promise<RotationRefusal | undefined> => {
        await queries.lockDataKeys(tx);
        // this key may have become invalid since the process started: then only the others decrypt the data keys
        await requireNewestDataKey(tx, keys);
        if (!retained && (await queries.hasOtherWrappedKeys(tx, keys.instanceKeyId))) return 'several_keys_valid';
        if (!(await isKeyOfAllCores())) return 'other_key_in_use';
        await queries.deleteOtherWrappedKeys(tx, keys.instanceKeyId);
        await addDataKey(tx, keys);
        await recordStart(tx);
        return undefined;
      });
      return refusal ?? reencryptSecrets({ db, keys, instanceKey });
    },
    async addInstanceKey(recordStart, other) {
      const otherKeys = createInstanceKeyWrap(other);
      if (otherKeys.instanceKeyId.equals(keys.instanceKeyId)) return false;
      await inTransaction(db, async (tx) => {
        await queries.lockDataKeys(tx);
        for (const row of await queries.listDataKeys(tx, keys.instanceKeyId)) {
          const wrapped = otherKeys.wrap(unwrapDataKey(keys, row));
          const instance_key_id = otherKeys.instanceKeyId;
          await queries.insertWrappedKey(tx, { data_key_id: row.id, instance_key_id, wrapped });
        }
        await recordStart(tx);
      });
      return true;
    },
  };
}

/** Adds a data key, with which all secrets are encrypted from now on. */
export async function addDataKey(tx: Tx, keys: InstanceKeyWrap): Promise<void> {
  const id = await queries.insertDataKey(tx);
  const wrapped = keys.wrap({ id, key: randomBytes(32) });
  await queries.insertWrappedKey(tx, { data_key_id: id, instance_key_id: keys.instanceKeyId, wrapped });
}
