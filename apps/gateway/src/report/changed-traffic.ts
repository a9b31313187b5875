import type { PeerTraffic } from '../ports/wireguard.ts';

/** By public key. */
export type TrafficByPeer = ReadonlyMap<string, PeerTraffic>;

/** Peers whose counters or handshake differ from `last`; a peer that is not in `last` is compared with zeros. */
export function changedTraffic(last: TrafficByPeer, current: readonly PeerTraffic[]): PeerTraffic[] {
  return current.filter((peer) => {
    const before = last.get(peer.publicKey) ?? silent;
    return (
      peer.receivedBytes !== before.receivedBytes ||
      peer.sentBytes !== before.sentBytes ||
      peer.latestHandshake !== before.latestHandshake
    );
  });
}

const silent = { receivedBytes: 0n, sentBytes: 0n, latestHandshake: 0n };
