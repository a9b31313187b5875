import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { Cipher } from '../../platform/crypto/cipher.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import * as queries from './chain.queries.ts';

/** The key pair of the instance, shared by all replicas. */
export interface SigningKey {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

const context = 'activity.private_key';

/** Undefined if there is none yet; `unreadable` if it was not encrypted with this instance key. */
export async function readSigningKey(
  db: Database | Tx,
  cipher: Cipher,
): Promise<SigningKey | 'unreadable' | undefined> {
  const encrypted = await queries.findEncryptedKey(db);
  if (!encrypted) return undefined;
  try {
    return toKeyPair(createPrivateKey(cipher.decrypt(encrypted, context)));
  } catch {
    return 'unreadable';
  }
}

/** Creates a key that replaces the stored one. */
export async function replaceSigningKey(tx: Tx, cipher: Cipher): Promise<SigningKey> {
  const { privateKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  await queries.setEncryptedKey(tx, cipher.encrypt(pem, context));
  return toKeyPair(privateKey);
}

/** Base64 of the SPKI DER, in one line. */
export function encodePublicKey({ publicKey }: Pick<SigningKey, 'publicKey'>): string {
  return publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
}

function toKeyPair(privateKey: KeyObject): SigningKey {
  return { privateKey, publicKey: createPublicKey(privateKey) };
}
