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
}

/** Rows per transaction. */
const batchSize = 200;

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
  const { db, keys } = dependencies;
  const first = await reencryptInBatches(db, async (tx, after) => {
    const newest = await requireNewestDataKey(tx, keys);
    return reencryptBatch(tx, dependencies, newest, { after, skipLocked: true });
  });
  // secrets that were locked, or that other transactions stored with an older data key in the meantime
  const rest = await reencryptInBatches(db, async (tx, after) => {
    const newest = await requireNewestDataKey(tx, keys);
    await lockOlderDataKeys(tx, newest.id);
    const step = await reencryptBatch(tx, dependencies, newest, { after, skipLocked: false });
    if (!step.last) await deleteUnusedDataKeys(tx, newest.id);
    return step;
  });
  return { count: first.count + rest.count, unreadable: rest.unreadable };
}

/** Runs each batch in its own transaction, until one is empty. */
async function reencryptInBatches(
  db: Database,
  runBatch: (tx: Tx, after: Step['last']) => Promise<Step>,
): Promise<Reencrypted> {
  let count = 0;
  const unreadable: SecretName[] = [];
  let after: Step['last'];
  do {
    const step = await inTransaction(db, (tx) => runBatch(tx, after));
    count += step.count;
    unreadable.push(...step.unreadable);
    after = step.last;
  } while (after);
  return { count, unreadable };
}

async function reencryptBatch(
  tx: Tx,
  { keys, instanceKey }: Dependencies,
  newest: DataKey,
  batch: Pick<Parameters<typeof queries.lockOutdatedSecrets>[1], 'after' | 'skipLocked'>,
): Promise<Step> {
  const { instanceKeyId } = keys;
  const options = { ...batch, limit: batchSize, instanceKeyId, newestKeyId: newest.id };
  const rows = await queries.lockOutdatedSecrets(tx, options);
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
