import { DomainError } from '@gatewarden/contract/errors';
import type { LicenceClaims } from '@gatewarden/contract/licence';
import { compactVerify, decodeProtectedHeader, errors } from 'jose';
import { z } from 'zod';
import { lastValidMoment } from './licence-state.ts';
import type { Issuer } from './read-issuers.ts';

/** A license key that a trusted issuer signed. It may have expired. */
export interface VerifiedKey {
  readonly claims: LicenceClaims;
  readonly issuer: Issuer;
}

/** Longer texts are refused before they are decoded. */
const maxKeyLength = 8_192;
const compactJws = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*$/;

const Text = (max: number) => z.string().trim().min(1).max(max);
const Limit = z.int().min(0).max(1_000_000_000);
const ValidUntil = z.iso
  .datetime({ offset: true })
  .refine((text) => !Number.isNaN(Date.parse(text)))
  .transform((text) => new Date(text).toISOString());

/** The claims of a key. Unknown claims are ignored, so that issuers can add some. */
const Claims = z
  .object({
    lic_id: Text(128),
    customer: Text(256),
    type: z.enum(['subscription', 'offline']),
    valid_until: ValidUntil.nullish(),
    limits: z
      .object({
        users: Limit.nullish(),
        devices: Limit.nullish(),
        locations: Limit.nullish(),
        network_devices: Limit.nullish(),
      })
      .nullish(),
    entitlements: z.array(Text(64)).max(100).nullish(),
  })
  .refine(({ type, valid_until }) => type === 'offline' || valid_until, { path: ['valid_until'] });

/** As people paste it: line breaks and blanks do not belong to it. */
export function stripKey(text: string): string {
  return text.replaceAll(/\s+/g, '');
}

/**
 * Verifies a compact JWS that one of the issuers signed with Ed25519.
 * @throws license_undecodable, license_algorithm_refused, license_issuer_unknown, license_signature_invalid,
 * license_malformed
 */
export async function verifyKey(text: string, issuers: readonly Issuer[]): Promise<VerifiedKey> {
  const key = stripKey(text);
  const { alg, kid } = readHeader(key);
  if (alg !== 'EdDSA') throw refused('license_algorithm_refused', { algorithm: String(alg ?? '').slice(0, 32) });
  const candidates = kid === undefined ? issuers : issuers.filter((issuer) => issuer.kid === kid);
  if (candidates.length === 0) throw refused('license_issuer_unknown');
  for (const issuer of candidates) {
    const payload = await verifySignature(key, issuer);
    if (payload) return { claims: readClaims(payload), issuer };
  }
  throw refused('license_signature_invalid');
}

/** What a key states, without trusting it: for those who look at one. Undefined if it cannot be read. */
export function describeKey(text: string): {
  readonly claims: LicenceClaims | undefined;
  readonly lastValidMoment: Date | null;
} {
  try {
    const [, payload = ''] = stripKey(text).split('.');
    const claims = readClaims(Buffer.from(payload, 'base64url'));
    return { claims, lastValidMoment: lastValidMoment(claims) };
  } catch (error) {
    if (error instanceof DomainError) return { claims: undefined, lastValidMoment: null };
    throw error;
  }
}

function readHeader(key: string): { readonly alg?: unknown; readonly kid?: unknown } {
  if (key.length > maxKeyLength || !compactJws.test(key)) throw refused('license_undecodable');
  try {
    return decodeProtectedHeader(key);
  } catch (error) {
    throw refused('license_undecodable', {}, error);
  }
}

/** The payload; undefined if the signature is not of this issuer. */
async function verifySignature(key: string, { publicKey }: Issuer): Promise<Uint8Array | undefined> {
  try {
    return (await compactVerify(key, publicKey, { algorithms: ['EdDSA'] })).payload;
  } catch (error) {
    if (error instanceof errors.JWSSignatureVerificationFailed) return undefined;
    // such as critical header parameters, of which this version knows none
    if (error instanceof errors.JOSEError) throw refused('license_undecodable', {}, error);
    throw error;
  }
}

function readClaims(payload: Uint8Array): LicenceClaims {
  const { data, error } = Claims.safeParse(parseJson(payload));
  if (error) throw refused('license_malformed', { claim: error.issues[0]?.path.join('.') || 'payload' });
  const { valid_until = null, limits, entitlements = null, ...claims } = data;
  const { users = null, devices = null, locations = null, network_devices = null } = limits ?? {};
  return { ...claims, valid_until, limits: { users, devices, locations, network_devices }, entitlements };
}

function parseJson(payload: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload));
  } catch {
    return undefined;
  }
}

type Refusal = ConstructorParameters<typeof DomainError>;

function refused(code: Refusal[0], details: Refusal[1] = {}, cause?: unknown): DomainError {
  return new DomainError(code, { field: 'license', ...details }, { cause });
}
