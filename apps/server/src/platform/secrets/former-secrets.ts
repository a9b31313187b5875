// Versions before the table `secret` encrypted with a key derived from the instance key. Their values have the format 0.
import { hkdfSync } from 'node:crypto';
import { decrypt } from './aes-gcm.ts';

/** The row of the table `instance` with which former versions verified the instance key. */
export const formerProofName = 'key-proof';

/** Whether the proof of a former version was made with this instance key. */
export function isFormerProofValid(instanceKey: Buffer, proof: Buffer): boolean {
  try {
    decrypt(deriveFormer(instanceKey, 'gatewarden stored secrets'), proof, Buffer.from(formerProofName));
    return true;
  } catch {
    return false;
  }
}

/** `context` named where the value was stored. @throws Error if it cannot be decrypted */
export function decodeFormerSecret(instanceKey: Buffer, value: Buffer, context: string): string {
  const key = deriveFormer(instanceKey, 'gatewarden stored secrets');
  return decrypt(key, value.subarray(1), Buffer.from(context)).toString('utf8');
}

/** The key with which former versions signed session tokens and the like, which must remain valid. */
export function formerSigningKey(instanceKey: Buffer): Buffer {
  return deriveFormer(instanceKey, 'gatewarden signed values');
}

function deriveFormer(instanceKey: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', instanceKey, Buffer.alloc(0), purpose, 32));
}
