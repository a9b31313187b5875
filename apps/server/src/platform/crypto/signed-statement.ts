import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { CompactSign, calculateJwkThumbprint, compactVerify, decodeProtectedHeader, errors, exportJWK } from 'jose';
import { z } from 'zod';
import { StartError } from '../start-error.ts';

/** A key whose statements are trusted. */
export interface TrustedKey {
  /** The `kid` in the header of its statements; undefined: it is tried for every statement. */
  readonly kid: string | undefined;
  /** Ed25519. */
  readonly publicKey: KeyObject;
}

/** A key pair for signing statements. */
export interface SigningKeys {
  /** The thumbprint of the key (RFC 7638). */
  readonly kid: string;
  /** JSON Web Key with the private part. */
  readonly privateKey: Readonly<Record<string, unknown>>;
  /** The 32 bytes as base64url. */
  readonly publicKey: string;
}

/**
 * Why a statement is not trusted.
 * - `undecodable`: not a compact JWS, too long, with critical header parameters, or one that is not a string.
 * - `algorithm_refused`: another algorithm than EdDSA, such as `none` or `HS256`.
 * - `key_unknown`: no trusted key has the `kid`.
 * - `signature_invalid`: it was altered, or another key signed it.
 */
export type StatementProblem = 'undecodable' | 'algorithm_refused' | 'key_unknown' | 'signature_invalid';

export class StatementError extends Error {
  readonly problem: StatementProblem;
  /** As the header names it, for `algorithm_refused`; at most 32 characters. */
  readonly algorithm: string | undefined;

  constructor(problem: StatementProblem, options: ErrorOptions & { readonly algorithm?: string } = {}) {
    super(problem, options);
    this.name = 'StatementError';
    this.problem = problem;
    this.algorithm = options.algorithm;
  }
}

const keyBytes = 32;
const compactJws = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*$/;

/** What is read of a header; the types are not those that the library states, because anyone can write one. */
const Header = z.object({ alg: z.string().optional(), kid: z.string().optional(), typ: z.string().optional() });

export const RawPublicKey = z
  .base64url()
  .refine((text) => Buffer.from(text, 'base64url').length === keyBytes, { error: 'not a key of 32 bytes' });

/** The 32 bytes of an Ed25519 key as base64url, or a JSON Web Key (RFC 8037) without a private part. */
export const PublicKeyText = z.union([
  RawPublicKey,
  z.looseObject({
    kty: z.literal('OKP'),
    crv: z.literal('Ed25519'),
    x: RawPublicKey,
    d: z.undefined().optional(),
  }),
]);

export function toPublicKey(key: z.infer<typeof PublicKeyText>): KeyObject {
  const x = typeof key === 'string' ? key : key.x;
  return createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x } });
}

export async function createSigningKeys(): Promise<SigningKeys> {
  const { privateKey } = generateKeyPairSync('ed25519');
  const jwk = await exportJWK(privateKey);
  const kid = await calculateJwkThumbprint(jwk);
  return { kid, privateKey: { ...jwk, kid, alg: 'EdDSA', use: 'sig' }, publicKey: jwk.x ?? '' };
}

/**
 * Signs claims as a compact JWS (RFC 7515).
 * @param privateKey the content of a file: a JSON Web Key or PEM
 * @param type the `typ` in the header; absent: none
 * @throws StartError if this is not a private Ed25519 key
 */
export async function signStatement(claims: object, privateKey: string, type?: string): Promise<string> {
  const { key, kid = await calculateJwkThumbprint(await exportJWK(key)) } = readPrivateKey(privateKey);
  return new CompactSign(Buffer.from(JSON.stringify(claims)))
    .setProtectedHeader({ alg: 'EdDSA', kid, ...(type !== undefined && { typ: type }) })
    .sign(key);
}

/**
 * Verifies a compact JWS that one of the keys signed with Ed25519. Keys in its header are ignored.
 * @throws StatementError
 */
export async function verifyStatement<Key extends TrustedKey>(
  text: string,
  keys: readonly Key[],
  { maxLength }: { readonly maxLength: number },
): Promise<{ readonly payload: Uint8Array; readonly key: Key; readonly type: string | undefined }> {
  const { alg, kid, typ } = readHeader(text, maxLength);
  if (alg !== 'EdDSA') throw new StatementError('algorithm_refused', { algorithm: (alg ?? '').slice(0, 32) });
  const candidates = kid === undefined ? keys : keys.filter((key) => key.kid === undefined || key.kid === kid);
  if (candidates.length === 0) throw new StatementError('key_unknown');
  for (const key of candidates) {
    const payload = await verifySignature(text, key);
    if (payload) return { payload, key, type: typ };
  }
  throw new StatementError('signature_invalid');
}

/** What a statement contains, without trusting it; undefined if it is not JSON. */
export function readUntrustedClaims(text: string): unknown {
  const [, payload = ''] = text.split('.');
  return parseClaims(Buffer.from(payload, 'base64url'));
}

/** Undefined if the payload is not JSON. */
export function parseClaims(payload: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload));
  } catch {
    return undefined;
  }
}

function readHeader(text: string, maxLength: number): z.infer<typeof Header> {
  if (text.length > maxLength || !compactJws.test(text)) throw new StatementError('undecodable');
  try {
    return Header.parse(decodeProtectedHeader(text));
  } catch (error) {
    throw new StatementError('undecodable', { cause: error });
  }
}

/** The payload; undefined if the signature is not of this key. */
async function verifySignature(text: string, { publicKey }: TrustedKey): Promise<Uint8Array | undefined> {
  try {
    return (await compactVerify(text, publicKey, { algorithms: ['EdDSA'] })).payload;
  } catch (error) {
    if (error instanceof errors.JWSSignatureVerificationFailed) return undefined;
    // such as critical header parameters, of which this version knows none
    if (error instanceof errors.JOSEError) throw new StatementError('undecodable', { cause: error });
    throw error;
  }
}

/** `kid` is absent if the file has none; then it is the thumbprint, as `createSigningKeys` chooses it. */
function readPrivateKey(text: string): { readonly key: KeyObject; readonly kid?: string } {
  try {
    const jwk = text.trimStart().startsWith('-----') ? undefined : (JSON.parse(text) as Record<string, unknown>);
    const key = jwk ? createPrivateKey({ format: 'jwk', key: jwk }) : createPrivateKey(text);
    const kid = jwk?.['kid'];
    if (key.asymmetricKeyType === 'ed25519') return { key, ...(typeof kid === 'string' && { kid }) };
  } catch {
    // below
  }
  throw new StartError('The file does not contain a private Ed25519 key.');
}
