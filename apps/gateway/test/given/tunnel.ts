import { createHash } from 'node:crypto';
import { Secret } from '@gatewarden/process/secret';
import fc from 'fast-check';
import type { Peer, Peers, TunnelReading, TunnelSettings } from '../../src/ports/wireguard.ts';

/**
 * 32 bytes in base64, derived from the text. They are clamped like WireGuard private keys, so `wg` shows them
 * unchanged.
 */
export function key(text: string): string {
  return keyBytes(text).toString('base64');
}

export function keyBytes(text: string): Buffer<ArrayBuffer> {
  const bytes = Buffer.from(createHash('sha256').update(text).digest());
  // RFC 7748 §5
  bytes.writeUInt8(bytes.readUInt8(0) & 248, 0);
  bytes.writeUInt8((bytes.readUInt8(31) & 127) | 64, 31);
  return bytes;
}

export function peer(name: string, changes: Partial<Peer> = {}): Peer {
  return { publicKey: key(name), allowedIps: [], keepaliveSeconds: 0, presharedKey: undefined, ...changes };
}

export function peers(...list: Peer[]): Peers {
  return new Map(list.map((each) => [each.publicKey, each]));
}

export function settings(changes: Partial<TunnelSettings> = {}): TunnelSettings {
  return { privateKey: new Secret(key('interface')), addresses: ['10.1.0.1/24'], listenPort: 51820, ...changes };
}

/** A reading as plain values with revealed secrets, for comparisons. */
export function plain(reading: TunnelReading | undefined) {
  if (!reading) return undefined;
  const { privateKey, ...rest } = reading.settings;
  const plainPeers = [...reading.peers.values()].map((each) => ({
    ...each,
    presharedKey: each.presharedKey?.reveal(),
  }));
  return {
    settings: { ...rest, privateKey: privateKey?.reveal() },
    peers: plainPeers.toSorted((a, b) => (a.publicKey < b.publicKey ? -1 : 1)),
  };
}

/** Sets of up to eight peers from few names and addresses, so that they often collide. */
export function anyPeers(): fc.Arbitrary<Peers> {
  const names = fc.uniqueArray(fc.constantFrom(...'abcdefgh'), { maxLength: 8 });
  const addresses = fc.shuffledSubarray(Array.from({ length: 12 }, (_, index) => `10.1.0.${index + 2}/32`));
  const values = fc.array(fc.tuple(fc.constantFrom(0, 25), fc.constantFrom(undefined, 'x', 'y')), {
    minLength: 8,
    maxLength: 8,
  });
  return fc.tuple(names, addresses, values).map(([list, free, extras]) => {
    const share = Math.ceil(free.length / Math.max(list.length, 1));
    return peers(
      ...list.map((name, index) => {
        const [keepaliveSeconds = 0, psk] = extras[index] ?? [];
        const allowedIps = free.slice(index * share, (index + 1) * share).toSorted();
        return peer(name, { allowedIps, keepaliveSeconds, presharedKey: psk ? new Secret(key(psk)) : undefined });
      }),
    );
  });
}
