import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { Database, Tx } from '../../platform/database/database.ts';
import { type Secrets, UnreadableSecretError } from '../../platform/secrets/secrets.ts';

/** The key pair of the instance, shared by all replicas. */
export interface SigningKey {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

const secretName = { kind: 'activity-key', owner: 'instance' };

/** Undefined if there is none yet; `unreadable` if no core of this instance stored it. */
export async function readSigningKey(
  db: Database | Tx,
  secrets: Secrets,
): Promise<SigningKey | 'unreadable' | undefined> {
  try {
    const pem = await secrets.get(db, secretName);
    return pem === undefined ? undefined : toKeyPair(createPrivateKey(pem));
  } catch (error) {
    if (!(error instanceof UnreadableSecretError)) throw error;
    return 'unreadable';
  }
}

/** Creates a key that replaces the stored one. */
export async function replaceSigningKey(tx: Tx, secrets: Secrets): Promise<SigningKey> {
  const { privateKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  await secrets.set(tx, secretName, pem);
  return toKeyPair(privateKey);
}

/** Base64 of the SPKI DER, in one line. */
export function encodePublicKey({ publicKey }: Pick<SigningKey, 'publicKey'>): string {
  return publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
}

function toKeyPair(privateKey: KeyObject): SigningKey {
  return { privateKey, publicKey: createPublicKey(privateKey) };
}
