import { randomBytes } from 'node:crypto';
import { type Database, inTransaction, type Tx } from '../database/database.ts';
import * as queries from './data-keys.queries.ts';
import { createInstanceKeyWrap, type InstanceKeyWrap } from './instance-key-wrap.ts';
import { type Reencrypted, reencryptSecrets } from './reencrypt-secrets.ts';
import { unwrapDataKey } from './secrets.ts';

/** Replaces keys while cores run. */
export interface KeyRotation {
  /**
   * Replaces the data key: encrypts all secrets again, and deletes the former data key. Other instance keys can no
   * longer decrypt anything. If it is interrupted, all secrets remain readable, and the next call completes it.
   */
  replaceDataKey(): Promise<Reencrypted>;
  /**
   * Allows another instance key to decrypt the secrets too, until `replaceDataKey` is called. False if it is the one in
   * use.
   */
  addInstanceKey(other: Buffer): Promise<boolean>;
}

export function createKeyRotation(db: Database, instanceKey: Buffer): KeyRotation {
  const keys = createInstanceKeyWrap(instanceKey);
  return {
    async replaceDataKey() {
      await inTransaction(db, async (tx) => {
        await queries.lockDataKeys(tx);
        await queries.deleteOtherWrappedKeys(tx, keys.instanceKeyId);
        await addDataKey(tx, keys);
      });
      return reencryptSecrets({ db, keys, instanceKey });
    },
    async addInstanceKey(other) {
      const otherKeys = createInstanceKeyWrap(other);
      if (otherKeys.instanceKeyId.equals(keys.instanceKeyId)) return false;
      await inTransaction(db, async (tx) => {
        await queries.lockDataKeys(tx);
        for (const row of await queries.listDataKeys(tx, keys.instanceKeyId)) {
          const wrapped = otherKeys.wrap(unwrapDataKey(keys, row));
          const instance_key_id = otherKeys.instanceKeyId;
          await queries.insertWrappedKey(tx, { data_key_id: row.id, instance_key_id, wrapped });
        }
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
