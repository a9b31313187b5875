import { createHash, createPublicKey, sign, verify } from 'node:crypto';
import type { LogCheckpoint } from '@gatewarden/contract/activity-log';
import type { CheckpointRow } from './chain.queries.ts';
import { encodePublicKey, type SigningKey } from './signing-key.ts';

type UnsignedCheckpoint = Omit<CheckpointRow, 'signature'>;

/**
 * What is signed, line by line. The last line before an acknowledgement is the hash of the previous signature, so that
 * the removal of a checkpoint is detected. docs/activity-log.md documents the formula.
 */
function signedBytes({ number, at, entry_id, hash, acknowledged }: UnsignedCheckpoint, previousHash: string): Buffer {
  const lines = [number, at.toISOString(), entry_id, hash.toString('hex'), previousHash];
  if (acknowledged !== null) lines.push(acknowledged);
  return Buffer.from(`gatewarden activity checkpoint\n${lines.join('\n')}\n`);
}

/** SHA-256 of the previous signature, hexadecimal; of an empty text for the first checkpoint. */
function previousSignatureHash(previous: Pick<CheckpointRow, 'signature'> | undefined): string {
  return createHash('sha256')
    .update(previous?.signature ?? '')
    .digest('hex');
}

/** `previous` is the previous checkpoint in the table. */
export function signCheckpoint(
  key: SigningKey,
  unsigned: UnsignedCheckpoint,
  previous: CheckpointRow | undefined,
): CheckpointRow {
  return { ...unsigned, signature: sign(null, signedBytes(unsigned, previousSignatureHash(previous)), key.privateKey) };
}

export function isSigned(
  key: Pick<SigningKey, 'publicKey'>,
  { signature, ...rest }: CheckpointRow,
  previous: CheckpointRow | undefined,
): boolean {
  return verify(null, signedBytes(rest, previousSignatureHash(previous)), key.publicKey, signature);
}

/** The form that is shown, logged and stored outside of the database. It can be verified on its own. */
export function toLogCheckpoint(
  key: Pick<SigningKey, 'publicKey'>,
  { number, at, entry_id, hash, acknowledged, signature }: CheckpointRow,
  previous: CheckpointRow | undefined,
): LogCheckpoint {
  return {
    number,
    at: at.toISOString(),
    entry_id,
    hash: hash.toString('hex'),
    previous: previousSignatureHash(previous),
    acknowledged,
    signature: signature.toString('base64'),
    public_key: encodePublicKey(key),
  };
}

/** Whether the signature matches the checkpoint's own public key. */
export function hasValidSignature({ public_key, signature, previous, ...rest }: LogCheckpoint): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(public_key, 'base64'), format: 'der', type: 'spki' });
    const unsigned = { ...rest, at: new Date(rest.at), hash: Buffer.from(rest.hash, 'hex') };
    return (
      key.asymmetricKeyType === 'ed25519' &&
      verify(null, signedBytes(unsigned, previous), key, Buffer.from(signature, 'base64'))
    );
  } catch {
    return false;
  }
}
