import { DomainError } from '@gatewarden/contract/errors';
import type { Database, Tx } from '../database/database.ts';
import { type DataKeyRow, findNewestDataKey, lockNewestDataKey } from './data-keys.queries.ts';
import type { InstanceKeyWrap } from './instance-key-wrap.ts';
import { type DataKey, decodeSecret, encodeSecret, type SecretName } from './secret-value.ts';
import * as queries from './secrets.queries.ts';

/**
 * Secrets that must be readable later, encrypted in one table. A row that owns secrets needs the trigger
 * `delete_secrets`, which deletes them with it.
 */
export interface Secrets {
  /** Replaces the stored one. @throws instance_key_replaced */
  set(tx: Tx, name: SecretName, text: string): Promise<void>;
  /** Undefined if there is none. @throws UnreadableSecretError, instance_key_replaced */
  get(db: Database | Tx, name: SecretName): Promise<string | undefined>;
  /** Those who have a secret of this kind, also one that cannot be decrypted now. */
  listOwners(db: Database | Tx, kind: string): Promise<ReadonlySet<string>>;
  delete(tx: Tx, name: SecretName): Promise<void>;
  /** @throws instance_key_replaced if `rotate-key` invalidated the instance key of this process */
  requireValidKey(db: Database | Tx): Promise<void>;
}

/** The secret was altered, was moved from another row, or its data key is not wrapped with the instance key. */
export class UnreadableSecretError extends Error {
  constructor({ kind, owner }: SecretName, cause?: unknown) {
    super(`the secret ${kind} of ${owner} cannot be decrypted`, { cause });
  }
}

/** Stores no data key in memory: all processes use those of the database, also while these are replaced. */
export function createSecrets(keys: InstanceKeyWrap): Secrets {
  async function requireValidKey(db: Database | Tx): Promise<void> {
    requireWrapped(await findNewestDataKey(db, keys.instanceKeyId));
  }

  return {
    requireValidKey,
    async set(tx, name, text) {
      const dataKey = await requireNewestDataKey(tx, keys);
      await queries.setSecret(tx, name, encodeSecret(dataKey, name, text));
    },
    async get(db, name) {
      const row = await queries.findSecret(db, name, keys.instanceKeyId);
      if (row && row.key_id !== null && !row.wrapped) await requireValidKey(db);
      return row && readSecret(keys, name, row);
    },
    listOwners: queries.listOwners,
    delete: queries.deleteSecret,
  };
}

/** The data key for new values. It is not deleted until the transaction ends. */
export async function requireNewestDataKey(tx: Tx, keys: InstanceKeyWrap): Promise<DataKey> {
  const lock = () => lockNewestDataKey(tx, keys.instanceKeyId);
  const row = (await lock()) ?? (await lock());
  return unwrapDataKey(keys, requireWrapped(row));
}

function requireWrapped(row: DataKeyRow | undefined): DataKeyRow {
  if (!row) throw new Error('there is no data key');
  if (!row.wrapped) throw new DomainError('instance_key_replaced');
  return row;
}

export function unwrapDataKey(keys: InstanceKeyWrap, { id, wrapped }: DataKeyRow): DataKey {
  if (!wrapped) throw new Error(`the data key ${id} is not wrapped with this instance key`);
  return keys.unwrap(id, wrapped);
}

/** @throws UnreadableSecretError */
export function readSecret(keys: InstanceKeyWrap, name: SecretName, row: queries.SecretRow): string {
  if (row.key_id === null || !row.wrapped) throw new UnreadableSecretError(name);
  try {
    return decodeSecret(keys.unwrap(row.key_id, row.wrapped), name, row.value);
  } catch (error) {
    throw new UnreadableSecretError(name, error);
  }
}
