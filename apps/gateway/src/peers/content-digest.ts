import { createHash, createPrivateKey, createPublicKey } from 'node:crypto';
import { parseInterfaceAddress } from '@gatewarden/net/subnet';
import type { Secret } from '@gatewarden/process/secret';
import type { Peer, TunnelReading } from '../ports/wireguard.ts';

/**
 * SHA-256 of the configuration, without secrets: core computes the same from its rows (`content-digest.queries.ts`);
 * docs/gateway.md specifies the format. Equal digests mean equal keys, addresses, port and peers.
 */
export function contentDigest({ settings, peers }: TunnelReading): Buffer<ArrayBuffer> {
  const { privateKey, listenPort = 0, addresses = [] } = settings;
  const lines = [
    'gatewarden content 1',
    `interface ${privateKey ? publicKeyOf(privateKey) : '-'} ${listenPort} ${canonicalAddresses(addresses)}`,
    ...[...peers.values()].toSorted((a, b) => (a.publicKey < b.publicKey ? -1 : 1)).map(peerLine),
  ];
  return createHash('sha256').update(lines.join('\n')).digest();
}

function peerLine({ publicKey, allowedIps, keepaliveSeconds, presharedKey }: Peer): string {
  const preshared = presharedKey ? createHash('sha256').update(presharedKey.reveal()).digest('hex') : '-';
  return `peer ${publicKey} ${keepaliveSeconds} ${preshared} ${canonicalAddresses(allowedIps)}`;
}

/** In hexadecimal, because PostgreSQL and Node format some IPv6 addresses differently. */
function canonicalAddresses(texts: readonly string[]): string {
  return texts.map(canonicalAddress).toSorted().join(',');
}

function canonicalAddress(text: string): string {
  const parsed = parseInterfaceAddress(text);
  if (!parsed) return text;
  const { address, subnet } = parsed;
  return `${address.value.toString(16).padStart(address.family === 4 ? 8 : 32, '0')}/${subnet.prefix}`;
}

/** DER of a PKCS #8 X25519 key up to the key itself (RFC 8410 §7). */
const pkcs8Prefix = Buffer.from('302e020100300506032b656e04220420', 'hex');

function publicKeyOf(privateKey: Secret): string {
  const der = Buffer.concat([pkcs8Prefix, Buffer.from(privateKey.reveal(), 'base64')]);
  const key = createPublicKey(createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }));
  return key.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64');
}
