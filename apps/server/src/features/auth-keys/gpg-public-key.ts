import { DomainError, type ErrorCode } from '@gatewarden/contract/errors';
import { type BoundedWorker, createBoundedWorker, WorkerLimitError } from '../../platform/worker/bounded-worker.ts';
import { checkPackets, type GpgRefusal } from './gpg-packets.ts';
import { readArmor } from './read-armor.ts';

export interface GpgPublicKey {
  /** Serialized from the parsed key, so that nothing else in the text is stored. */
  readonly armored: string;
  /** Upper-case hexadecimal: 40 digits, or 64 for a version 6 key. */
  readonly fingerprint: string;
}

/** The input of the worker. */
export interface GpgVerificationRequest {
  readonly bytes: Uint8Array;
  readonly at: Date;
}

export type GpgVerificationResult =
  | ({ readonly kind: 'key' } & GpgPublicKey)
  | { readonly kind: 'private' }
  | { readonly kind: 'unreadable' | 'unusable'; readonly reason: string };

export type GpgVerifier = BoundedWorker<GpgVerificationRequest, GpgVerificationResult>;

/** Parses keys and verifies signatures in a worker thread, limited to two seconds per key. */
export function createGpgVerifier(): GpgVerifier {
  return createBoundedWorker({
    script: new URL('./verify-gpg-key.worker.ts', import.meta.url),
    limitMilliseconds: 2_000,
    memoryMegabytes: 128,
    maxWaiting: 8,
  });
}

const errorCodes: Readonly<Record<GpgRefusal, ErrorCode>> = {
  malformed: 'gpg_key_invalid',
  'several keys': 'gpg_key_invalid',
  private: 'private_key_refused',
  algorithm: 'gpg_key_unsupported',
  'too much': 'gpg_key_unsupported',
};

export interface GpgKeyText {
  /** The user who adds the key; users take turns. */
  readonly owner: string;
  readonly text: string;
  readonly at: Date;
}

/**
 * Parses one OpenPGP public key in ASCII armor, with an identity and signatures that are valid at `at`.
 * @throws private_key_refused, gpg_key_invalid, gpg_key_unsupported for algorithms and sizes that are not accepted,
 * gpg_key_unusable if it is expired, revoked or not self-signed, rate_limited
 */
export async function parseGpgPublicKey(verifier: GpgVerifier, { owner, text, at }: GpgKeyText): Promise<GpgPublicKey> {
  const bytes = readArmor(text);
  if (!bytes) throw refuse('gpg_key_invalid');
  const refusal = checkPackets(bytes);
  if (refusal) throw refuse(errorCodes[refusal]);
  const verdict = await verifier.run(owner, { bytes: new Uint8Array(bytes), at }).catch((error: unknown) => {
    throw error instanceof WorkerLimitError ? refuse('gpg_key_unsupported', error) : error;
  });
  switch (verdict.kind) {
    case 'key':
      return { armored: verdict.armored, fingerprint: verdict.fingerprint };
    case 'private':
      throw refuse('private_key_refused');
    case 'unreadable':
      throw refuse('gpg_key_invalid', verdict.reason);
    case 'unusable':
      throw refuse('gpg_key_unusable', verdict.reason);
  }
}

function refuse(code: ErrorCode, cause?: unknown): DomainError {
  return new DomainError(code, { field: 'key' }, cause === undefined ? {} : { cause });
}
