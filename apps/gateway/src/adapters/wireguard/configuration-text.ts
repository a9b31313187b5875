import type { Peer, TunnelSettings } from '../../ports/wireguard.ts';

/** In `wg`, a key of zeros is the only way to remove a preshared key. */
const noPresharedKey = Buffer.alloc(32).toString('base64');

/**
 * Input of `wg addconf` (wg(8), "Configuration file format"); empty if there is nothing to set. Each peer is described
 * completely, so that no former value remains.
 */
export function configurationText(settings: Partial<TunnelSettings>, peers: readonly Peer[]): string {
  return [...interfaceLines(settings), ...peers.flatMap(peerLines)].map((line) => `${line}\n`).join('');
}

function interfaceLines({ privateKey, listenPort }: Partial<TunnelSettings>): string[] {
  const lines = [
    ...(privateKey ? [`PrivateKey = ${privateKey.reveal()}`] : []),
    ...(listenPort ? [`ListenPort = ${listenPort}`] : []),
  ];
  return lines.length > 0 ? ['[Interface]', ...lines] : [];
}

function peerLines({ publicKey, allowedIps, keepaliveSeconds, presharedKey }: Peer): string[] {
  return [
    '[Peer]',
    `PublicKey = ${publicKey}`,
    `PresharedKey = ${presharedKey?.reveal() ?? noPresharedKey}`,
    ...(allowedIps.length > 0 ? [`AllowedIPs = ${allowedIps.join(', ')}`] : []),
    `PersistentKeepalive = ${keepaliveSeconds === 0 ? 'off' : keepaliveSeconds}`,
  ];
}
