import type { LogCheckpoint } from '@gatewarden/contract/activity-log';
import type { Cipher } from '../../platform/crypto/cipher.ts';
import type { ExternalCopy } from './contradictions.ts';
import { parseCheckpoint } from './external-checkpoint.ts';

const context = 'activity.problem_evidence';

/** Encrypted for the row of the problem, so that write access to the database does not suffice to forge one. */
export function encryptEvidence(copy: ExternalCopy, cipher: Cipher): Buffer | null {
  return copy && copy !== 'unreadable' ? cipher.encrypt(JSON.stringify(copy), context) : null;
}

/** The checkpoint of the core that found the problem; undefined if no core encrypted the value. */
export function decryptEvidence(encrypted: Buffer | null, cipher: Cipher): LogCheckpoint | undefined {
  if (!encrypted) return undefined;
  try {
    return parseCheckpoint(cipher.decrypt(encrypted, context));
  } catch {
    return undefined;
  }
}
