import { randomBytes } from 'node:crypto';
import { createSigner, type Signer } from '../crypto/signer.ts';
import { type Database, inTransaction, type Tx } from '../database/database.ts';
import { StartError } from '../start-error.ts';
import * as queries from './data-keys.queries.ts';
import { formerProofName, formerSigningKey, isFormerProofValid } from './former-secrets.ts';
import { createInstanceKeyWrap, type InstanceKeyWrap } from './instance-key-wrap.ts';
import { addDataKey, createKeyRotation, type KeyRotation } from './key-rotation.ts';
import { reencryptSecrets } from './reencrypt-secrets.ts';
import type { SecretName } from './secret-value.ts';
import { hasFormerSecrets } from './secrets.queries.ts';
import { createSecrets, type Secrets } from './secrets.ts';

/** What the instance key gives access to. */
export interface OpenedSecrets {
  /** Identifies the instance key without revealing it. */
  readonly instanceKeyId: Buffer;
  readonly secrets: Secrets;
  readonly signer: Signer;
  readonly keyRotation: KeyRotation;
}

/**
 * A change of the instance key must not sign users out, so the key is stored and not derived from the instance key. It
 * is never replaced.
 */
const signingKey = { kind: 'signing-key', owner: 'instance' };

/** Whether the database was used with an instance key, so that another one cannot replace it. */
export function hasStoredSecrets(db: Database): Promise<boolean> {
  return queries.hasDataKey(db, formerProofName);
}

/**
 * Verifies that the instance key decrypts the secrets of this database. The first start creates the keys, and encrypts
 * the secrets of a former version again; several cores may do so at the same time.
 * @returns also the secrets of a former version that cannot be decrypted, which remain as they are
 * @throws StartError if it is another instance key
 */
export async function openSecrets(
  db: Database,
  instanceKey: Buffer,
): Promise<OpenedSecrets & { readonly unreadable: readonly SecretName[] }> {
  const keys = createInstanceKeyWrap(instanceKey);
  const secrets = createSecrets(keys);
  await inTransaction(db, async (tx) => {
    await queries.lockDataKeys(tx);
    const dataKeys = await queries.listDataKeys(tx, keys.instanceKeyId);
    if (dataKeys.some(({ wrapped }) => wrapped === null)) throw wrongKeyError();
    if (dataKeys.length === 0) await createKeys(tx, { keys, secrets, instanceKey });
  });
  const reencrypted = (await hasFormerSecrets(db)) && (await reencryptSecrets({ db, keys, instanceKey }));
  const key = await secrets.get(db, signingKey);
  if (key === undefined) throw new Error('the signing key is missing');
  return {
    instanceKeyId: keys.instanceKeyId,
    secrets,
    signer: createSigner(Buffer.from(key, 'base64')),
    keyRotation: createKeyRotation(db, instanceKey),
    unreadable: reencrypted ? reencrypted.unreadable : [],
  };
}

interface NewKeys {
  readonly keys: InstanceKeyWrap;
  readonly secrets: Secrets;
  readonly instanceKey: Buffer;
}

async function createKeys(tx: Tx, { keys, secrets, instanceKey }: NewKeys): Promise<void> {
  const proof = await queries.findInstanceValue(tx, formerProofName);
  if (proof && !isFormerProofValid(instanceKey, proof)) throw wrongKeyError();
  await addDataKey(tx, keys);
  const key = proof ? formerSigningKey(instanceKey) : randomBytes(32);
  await secrets.set(tx, signingKey, key.toString('base64'));
  await queries.deleteInstanceValue(tx, formerProofName);
}

function wrongKeyError(): StartError {
  return new StartError(
    'The instance key is not the one that this database was made with. Set GATEWARDEN_SECRET_KEY to the former key, or put the former instance.key back into the data folder.',
    { exitCode: 2 },
  );
}
