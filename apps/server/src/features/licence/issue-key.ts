import type { LicenceClaims } from '@gatewarden/contract/licence';
import { signStatement } from '../../platform/crypto/signed-statement.ts';

/** What an issuer states; absent limits are unlimited. */
export interface NewLicence extends Pick<LicenceClaims, 'lic_id' | 'customer' | 'type'> {
  readonly valid_until?: string;
  readonly limits?: { readonly [Kind in keyof LicenceClaims['limits']]?: number };
  readonly entitlements?: readonly string[];
}

/**
 * Signs a license key.
 * @param privateKey the content of a file: a JSON Web Key or PEM
 * @throws StartError if this is not a private Ed25519 key
 */
export function issueKey(licence: NewLicence, privateKey: string): Promise<string> {
  return signStatement(licence, privateKey);
}
