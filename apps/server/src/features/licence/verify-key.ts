import { DomainError } from '@gatewarden/contract/errors';
import type { LicenceClaims } from '@gatewarden/contract/licence';
import { z } from 'zod';
import {
  parseClaims,
  readUntrustedClaims,
  StatementError,
  verifyStatement,
} from '../../platform/crypto/signed-statement.ts';
import { lastValidMoment } from './licence-state.ts';
import type { Issuer } from './read-issuers.ts';

/** A license key that a trusted issuer signed. It may have expired. */
export interface VerifiedKey {
  readonly claims: LicenceClaims;
  readonly issuer: Issuer;
}

/** Longer texts are refused before they are decoded. */
const maxKeyLength = 8_192;

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
  try {
    const { payload, key: issuer } = await verifyStatement(stripKey(text), issuers, { maxLength: maxKeyLength });
    return { claims: readClaims(parseClaims(payload)), issuer };
  } catch (error) {
    if (error instanceof StatementError) throw toRefusal(error);
    throw error;
  }
}

/** What a key states, without trusting it: for those who look at one. Undefined if it cannot be read. */
export function describeKey(text: string): {
  readonly claims: LicenceClaims | undefined;
  readonly lastValidMoment: Date | null;
} {
  try {
    const claims = readClaims(readUntrustedClaims(stripKey(text)));
    return { claims, lastValidMoment: lastValidMoment(claims) };
  } catch (error) {
    if (error instanceof DomainError) return { claims: undefined, lastValidMoment: null };
    throw error;
  }
}

const codes = {
  undecodable: 'license_undecodable',
  algorithm_refused: 'license_algorithm_refused',
  key_unknown: 'license_issuer_unknown',
  signature_invalid: 'license_signature_invalid',
} as const;

function toRefusal(error: StatementError): DomainError {
  const { problem, algorithm } = error;
  return refused(codes[problem], algorithm === undefined ? {} : { algorithm }, error);
}

function readClaims(content: unknown): LicenceClaims {
  const { data, error } = Claims.safeParse(content);
  if (error) throw refused('license_malformed', { claim: error.issues[0]?.path.join('.') || 'payload' });
  const { valid_until = null, limits, entitlements = null, ...claims } = data;
  const { users = null, devices = null, locations = null, network_devices = null } = limits ?? {};
  return { ...claims, valid_until, limits: { users, devices, locations, network_devices }, entitlements };
}

type Refusal = ConstructorParameters<typeof DomainError>;

function refused(code: Refusal[0], details: Refusal[1] = {}, cause?: unknown): DomainError {
  return new DomainError(code, { field: 'license', ...details }, { cause });
}
