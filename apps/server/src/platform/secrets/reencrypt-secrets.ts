import { type Database, inTransaction, type Tx } from '../database/database.ts';
import { deleteUnusedDataKeys, lockOlderDataKeys } from './data-keys.queries.ts';
import { decodeFormerSecret } from './former-secrets.ts';
import type { InstanceKeyWrap } from './instance-key-wrap.ts';
import { type DataKey, encodeSecret, type SecretName } from './secret-value.ts';
import * as queries from './secrets.queries.ts';
import { readSecret, requireNewestDataKey } from './secrets.ts';

interface Dependencies {
  readonly db: Database;
  readonly keys: InstanceKeyWrap;
  /** Decrypts secrets of former versions. */
  readonly instanceKey: Buffer;
  /** Rows per transaction. */
  readonly batchSize?: number;
}

export interface Reencrypted {
  readonly count: number;
  /** Secrets that cannot be decrypted. They remain as they are, with their data key. */
  readonly unreadable: readonly SecretName[];
}

interface Step extends Reencrypted {
  /** Undefined if no rows are left. */
  readonly last: queries.NamedSecretRow | undefined;
}

/**
 * Encrypts all secrets with the newest data key and deletes the older ones. Safe to repeat after it was interrupted, to
 * run in several processes, and while others read and write secrets.
 */
export async function reencryptSecrets(dependencies: Dependencies): Promise<Reencrypted> {
  const { db, keys, batchSize = 200 } = dependencies;
  let count = 0;
  let after: queries.NamedSecretRow | undefined;
  do {
    const step = await inTransaction(db, async (tx) => {
      const newest = await requireNewestDataKey(tx, keys);
      return reencryptBatch(tx, dependencies, newest, { after, limit: batchSize, skipLocked: true });
    });
    count += step.count;
    after = step.last;
  } while (after);
  const rest = await inTransaction(db, (tx) => finish(tx, dependencies));
  return { count: count + rest.count, unreadable: rest.unreadable };
}

/** Includes secrets that other transactions stored with an older data key in the meantime. */
async function finish(tx: Tx, dependencies: Dependencies): Promise<Reencrypted> {
  const newest = await requireNewestDataKey(tx, dependencies.keys);
  await lockOlderDataKeys(tx, newest.id);
  const all = { after: undefined, limit: Number.MAX_SAFE_INTEGER, skipLocked: false };
  const rest = await reencryptBatch(tx, dependencies, newest, all);
  await deleteUnusedDataKeys(tx, newest.id);
  return rest;
}

async function reencryptBatch(
  tx: Tx,
  { keys, instanceKey }: Dependencies,
  newest: DataKey,
  batch: Omit<Parameters<typeof queries.lockOutdatedSecrets>[1], 'instanceKeyId' | 'newestKeyId'>,
): Promise<Step> {
  const { instanceKeyId } = keys;
  const rows = await queries.lockOutdatedSecrets(tx, { ...batch, instanceKeyId, newestKeyId: newest.id });
  const unreadable: SecretName[] = [];
  for (const row of rows) {
    const text = decodeOrUndefined(() =>
      row.former_context === null
        ? readSecret(keys, row, row)
        : decodeFormerSecret(instanceKey, row.value, row.former_context),
    );
    if (text === undefined) unreadable.push({ kind: row.kind, owner: row.owner });
    else await queries.setSecret(tx, row, encodeSecret(newest, row, text));
  }
  return { count: rows.length - unreadable.length, unreadable, last: rows.at(-1) };
}

function decodeOrUndefined(decode: () => string): string | undefined {
  try {
    return decode();
  } catch {
    return undefined;
  }
}
