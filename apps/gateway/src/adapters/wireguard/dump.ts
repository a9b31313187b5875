import { parseInterfaceAddress } from '@gatewarden/net/subnet';
import { Secret } from '@gatewarden/process/secret';
import type { Peer, PeerTraffic, TunnelReading } from '../../ports/wireguard.ts';

/**
 * Without the addresses of the interface, which `wg` does not show.
 * @param text output of `wg show <interface> dump`
 */
export function readDump(text: string): TunnelReading {
  const [head = [], ...rows] = rowsOf(text);
  const [privateKey = none, , listenPort = '0'] = head;
  const peers = rows.map(readPeer);
  return {
    settings: {
      ...(privateKey !== none && { privateKey: new Secret(privateKey) }),
      ...(listenPort !== '0' && { listenPort: Number(listenPort) }),
    },
    peers: new Map(peers.map((peer) => [peer.publicKey, peer])),
  };
}

/** @param text output of `wg show <interface> dump` */
export function readTrafficDump(text: string): PeerTraffic[] {
  return rowsOf(text)
    .slice(1)
    .map(([publicKey = '', , endpoint = none, , handshake = '0', received = '0', sent = '0']) => ({
      publicKey,
      receivedBytes: BigInt(received),
      sentBytes: BigInt(sent),
      latestHandshake: BigInt(handshake),
      endpoint: endpoint === none ? '' : endpoint,
    }));
}

const none = '(none)';

function rowsOf(text: string): string[][] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split('\t'));
}

function readPeer([publicKey = '', presharedKey = none, , allowedIps = none, , , , keepalive = 'off']: string[]): Peer {
  const addresses = allowedIps === none ? [] : allowedIps.split(',');
  return {
    publicKey,
    presharedKey: presharedKey === none ? undefined : new Secret(presharedKey),
    allowedIps: addresses.map((address) => parseInterfaceAddress(address)?.text ?? address).toSorted(),
    keepaliveSeconds: keepalive === 'off' ? 0 : Number(keepalive),
  };
}
