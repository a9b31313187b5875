import type { LogCheckpoint } from '@gatewarden/contract/activity-log';
import type { Cipher } from '../../platform/crypto/cipher.ts';
import type { ExternalCopy } from './contradictions.ts';
import { parseCheckpoint } from './external-checkpoint.ts';

const context = 'activity.problem_evidence';

/** For the row of the problem: sealed, so that no one who can write to the database can make a problem up. */
export function encryptEvidence(copy: ExternalCopy, cipher: Cipher): Buffer | null {
  return copy && copy !== 'unreadable' ? cipher.encrypt(JSON.stringify(copy), context) : null;
}

/** The checkpoint that the core that found the problem has; undefined for anything that no core sealed. */
export function decryptEvidence(sealed: Buffer | null, cipher: Cipher): LogCheckpoint | undefined {
  if (!sealed) return undefined;
  try {
    return parseCheckpoint(cipher.decrypt(sealed, context));
  } catch {
    return undefined;
  }
}
