import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { Cipher } from '../../platform/crypto/cipher.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import * as queries from './chain.queries.ts';

/** The key pair of the instance, the same for all replicas. */
export interface SigningKey {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

const context = 'activity.private_key';

/** Undefined when there is none yet; `unreadable` when it was not sealed with this instance key. */
export async function readSigningKey(
  db: Database | Tx,
  cipher: Cipher,
): Promise<SigningKey | 'unreadable' | undefined> {
  const sealed = await queries.findEncryptedKey(db);
  if (!sealed) return undefined;
  try {
    return toKeyPair(createPrivateKey(cipher.decrypt(sealed, context)));
  } catch {
    return 'unreadable';
  }
}

/** Makes a key and stores it in place of any other. */
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
