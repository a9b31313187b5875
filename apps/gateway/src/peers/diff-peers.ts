import type { Peer, Peers, TunnelDifference } from '../ports/wireguard.ts';

export type PeerDifference = Pick<TunnelDifference, 'removedKeys' | 'upserted'>;

/** The smallest change from one set of peers to the other, without peers that are equal in both. */
export function diffPeers(from: Peers, to: Peers): PeerDifference {
  const removedKeys = [...from.keys()].filter((key) => !to.has(key));
  const upserted = [...to.values()].filter((peer) => !isSamePeer(from.get(peer.publicKey), peer));
  return { removedKeys, upserted };
}

/** Returns the peers after the change and does not modify `peers`. The removal of a missing peer is ignored. */
export function changePeers(peers: Peers, { removedKeys, upserted }: PeerDifference): Peers {
  const changed = new Map(peers);
  for (const key of removedKeys) changed.delete(key);
  for (const peer of upserted) changed.set(peer.publicKey, peer);
  return changed;
}

function isSamePeer(a: Peer | undefined, b: Peer): boolean {
  return (
    a !== undefined &&
    a.keepaliveSeconds === b.keepaliveSeconds &&
    a.allowedIps.join() === b.allowedIps.join() &&
    (a.presharedKey === b.presharedKey || (a.presharedKey?.equals(b.presharedKey) ?? false))
  );
}
