import type { LogCheckpoint } from '@gatewarden/contract/activity-log';
import type { Database, Tx } from '../../platform/database/database.ts';
import { type Secrets, UnreadableSecretError } from '../../platform/secrets/secrets.ts';
import type { ExternalCopy } from './contradictions.ts';
import { parseCheckpoint } from './external-checkpoint.ts';

/** Encrypted, so that write access to the database does not suffice to forge it. */
const secretName = { kind: 'activity-evidence', owner: 'instance' };

/** Stores the checkpoint that the core that found the problem compared with, if it could be read. */
export async function storeEvidence(tx: Tx, copy: ExternalCopy, secrets: Secrets): Promise<void> {
  if (copy && copy !== 'unreadable') await secrets.set(tx, secretName, JSON.stringify(copy));
  else await secrets.delete(tx, secretName);
}

/** The checkpoint of the core that found the problem; undefined if no core stored it. */
export async function readEvidence(db: Database | Tx, secrets: Secrets): Promise<LogCheckpoint | undefined> {
  try {
    const text = await secrets.get(db, secretName);
    return text === undefined ? undefined : parseCheckpoint(text);
  } catch (error) {
    if (!(error instanceof UnreadableSecretError)) throw error;
    return undefined;
  }
}

export function deleteEvidence(tx: Tx, secrets: Secrets): Promise<void> {
  return secrets.delete(tx, secretName);
}
