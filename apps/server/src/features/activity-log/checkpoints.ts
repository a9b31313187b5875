import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import type { Cipher } from '../../platform/crypto/cipher.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import * as queries from './chain.queries.ts';

/** The key pair of the instance, the same for all replicas and for good. */
export interface SigningKey {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

const context = 'activity.private_key';

/** Makes the key when there is none yet. @throws Error when it was not sealed with this instance key */
export async function loadSigningKey(db: Database | Tx, cipher: Cipher): Promise<SigningKey> {
  if (!(await queries.findSealedKey(db))) {
    const { privateKey } = generateKeyPairSync('ed25519');
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    await queries.insertSealedKey(db, cipher.encrypt(pem, context));
  }
  const sealed = await queries.findSealedKey(db);
  if (!sealed) throw new Error('an inserted key is not there');
  const privateKey = createPrivateKey(cipher.decrypt(sealed, context));
  return { privateKey, publicKey: createPublicKey(privateKey) };
}

/** Base64 of the SPKI DER, in one line. */
export function publicText({ publicKey }: Pick<SigningKey, 'publicKey'>): string {
  return publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
}

type Unsigned = Omit<queries.CheckpointRow, 'signature'>;

/** What is signed. `former` is the checkpoint before, so that none can be taken out. */
function statement({ number, at, entry_id, hash }: Unsigned, former: Buffer | undefined): Buffer {
  const before = createHash('sha256')
    .update(former ?? '')
    .digest('hex');
  return Buffer.from(
    `gatewarden activity checkpoint\n${number}\n${at.toISOString()}\n${entry_id}\n${hash.toString('hex')}\n${before}\n`,
  );
}

export function isSigned(
  key: Pick<SigningKey, 'publicKey'>,
  { signature, ...rest }: queries.CheckpointRow,
  former: Buffer | undefined,
): boolean {
  return verify(null, statement(rest, former), key.publicKey, signature);
}

/** Signs what the log is now, unless it is what it was. Returns the checkpoint when one was made. */
export function makeCheckpoint(db: Database, cipher: Cipher, at: Date): Promise<queries.CheckpointRow | undefined> {
  return inTransaction(db, async (tx) => {
    const head = await queries.findHead(tx);
    const former = await queries.findLastCheckpoint(tx);
    if (!head || head.id === former?.entry_id) return undefined;
    const { privateKey } = await loadSigningKey(tx, cipher);
    const unsigned = { number: (former?.number ?? 0) + 1, at, entry_id: head.id, hash: head.hash };
    const checkpoint = { ...unsigned, signature: sign(null, statement(unsigned, former?.signature), privateKey) };
    return (await queries.insertCheckpoint(tx, checkpoint)) ? checkpoint : undefined;
  });
}
