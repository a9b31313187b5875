import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { LicenceClaims } from '@gatewarden/contract/licence';
import { CompactSign, calculateJwkThumbprint, exportJWK } from 'jose';
import { StartError } from '../../platform/start-error.ts';

/** The key pair of an issuer. */
export interface IssuerKeys {
  readonly kid: string;
  /** JSON Web Key with the private part. */
  readonly privateKey: Readonly<Record<string, unknown>>;
  /** As in `licence/issuers.json`. */
  readonly publicKey: string;
}

/** What an issuer states; absent limits are unlimited. */
export interface NewLicence extends Pick<LicenceClaims, 'lic_id' | 'customer' | 'type'> {
  readonly valid_until?: string;
  readonly limits?: { readonly [Kind in keyof LicenceClaims['limits']]?: number };
  readonly entitlements?: readonly string[];
}

export async function createIssuerKeys(): Promise<IssuerKeys> {
  const { privateKey } = generateKeyPairSync('ed25519');
  const jwk = await exportJWK(privateKey);
  const kid = await calculateJwkThumbprint(jwk);
  return { kid, privateKey: { ...jwk, kid, alg: 'EdDSA', use: 'sig' }, publicKey: jwk.x ?? '' };
}

/**
 * Signs a license key.
 * @param privateKey the content of a file: a JSON Web Key or PEM
 * @throws StartError if this is not a private Ed25519 key
 */
export async function issueKey(licence: NewLicence, privateKey: string): Promise<string> {
  const { key, kid = await calculateJwkThumbprint(await exportJWK(key)) } = readPrivateKey(privateKey);
  return new CompactSign(Buffer.from(JSON.stringify(licence))).setProtectedHeader({ alg: 'EdDSA', kid }).sign(key);
}

/** `kid` is absent if the file has none; then it is the thumbprint, as `createIssuerKeys` chooses it. */
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
