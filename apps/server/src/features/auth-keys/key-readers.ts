import { timingSafeEqual } from 'node:crypto';
import { DomainError } from '@gatewarden/contract/errors';
import { parseAddress } from '@gatewarden/net/address';
import { contains, parseSubnet } from '@gatewarden/net/subnet';
import { hashToken } from '../../platform/crypto/tokens.ts';
import type { SshKeysAccess } from './key-access.ts';

/** A caller of `/ssh_authorized_keys`. */
export interface KeyReader {
  /** As forwarded by trusted proxies. */
  readonly ip: string | undefined;
  /** The header as received. */
  readonly authorization: string | undefined;
}

/**
 * Requires an allowed address and the token, if set. If neither is set, every caller may read.
 * @throws access_denied from another address, unauthenticated without the token
 */
export function requireKeyReader({ addresses, tokenHash }: SshKeysAccess, { ip, authorization }: KeyReader): void {
  if (addresses.length > 0 && !isInNetworks(addresses, ip)) throw new DomainError('access_denied');
  if (tokenHash === null) return;
  const token = /^bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? '';
  if (!timingSafeEqual(hashToken(token), tokenHash)) throw new DomainError('unauthenticated');
}

function isInNetworks(networks: readonly string[], ip: string | undefined): boolean {
  const address = parseAddress(ip ?? '');
  if (!address) return false;
  return networks.some((text) => {
    const subnet = parseSubnet(text);
    return subnet !== undefined && contains(subnet, address);
  });
}
