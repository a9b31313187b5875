import { DomainError } from '@gatewarden/contract/errors';
import { parsePublicKey } from '@gatewarden/net/public-key';
import type { Tx } from '../../platform/database/database.ts';
import { hasLocation, isKeyOfLocation } from '../locations/index.ts';

/** All bits zero: WireGuard removes the key. */
const noKey = `${'A'.repeat(43)}=`;

/** Whether a device can have the key. */
export function isUsableKey(publicKey: string): boolean {
  return publicKey !== noKey && parsePublicKey(publicKey) !== undefined;
}

/** @throws no_location, public_key_invalid, public_key_of_location */
export async function requireUsableKey(tx: Tx, publicKey: string): Promise<void> {
  const field = 'wireguard_pubkey';
  if (!(await hasLocation(tx))) throw new DomainError('no_location');
  if (!isUsableKey(publicKey)) throw new DomainError('public_key_invalid', { field });
  if (await isKeyOfLocation(tx, publicKey)) throw new DomainError('public_key_of_location', { field });
}
