import { createHash, createPublicKey, sign, verify } from 'node:crypto';
import type { LogCheckpoint } from '@gatewarden/contract/activity-log';
import type { CheckpointRow } from './chain.queries.ts';
import { encodePublicKey, type SigningKey } from './signing-key.ts';

type UnsignedCheckpoint = Omit<CheckpointRow, 'signature'>;

/**
 * What is signed, line by line. The last line before an acknowledgement is the hash of the signature before, so that no
 * checkpoint can be taken out unnoticed. docs/activity-log.md has the formula for readers.
 */
function signedBytes({ number, at, entry_id, hash, acknowledged }: UnsignedCheckpoint, previous: string): Buffer {
  const lines = [number, at.toISOString(), entry_id, hash.toString('hex'), previous];
  if (acknowledged !== null) lines.push(acknowledged);
  return Buffer.from(`gatewarden activity checkpoint\n${lines.join('\n')}\n`);
}

/** SHA-256 of the signature before, in hexadecimal; of nothing for the first one. */
function previousSignatureHash(former: Pick<CheckpointRow, 'signature'> | undefined): string {
  return createHash('sha256')
    .update(former?.signature ?? '')
    .digest('hex');
}

/** `former` is the checkpoint before it in the table. */
export function signCheckpoint(
  key: SigningKey,
  unsigned: UnsignedCheckpoint,
  former: CheckpointRow | undefined,
): CheckpointRow {
  return { ...unsigned, signature: sign(null, signedBytes(unsigned, previousSignatureHash(former)), key.privateKey) };
}

export function isSigned(
  key: Pick<SigningKey, 'publicKey'>,
  { signature, ...rest }: CheckpointRow,
  former: CheckpointRow | undefined,
): boolean {
  return verify(null, signedBytes(rest, previousSignatureHash(former)), key.publicKey, signature);
}

/** As it is shown, logged and stored outside of the database: it can be verified without anything else. */
export function toLogCheckpoint(
  key: Pick<SigningKey, 'publicKey'>,
  { number, at, entry_id, hash, acknowledged, signature }: CheckpointRow,
  former: CheckpointRow | undefined,
): LogCheckpoint {
  return {
    number,
    at: at.toISOString(),
    entry_id,
    hash: hash.toString('hex'),
    previous: previousSignatureHash(former),
    acknowledged,
    signature: signature.toString('base64'),
    public_key: encodePublicKey(key),
  };
}

/** Whether its own public key made its signature. */
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
