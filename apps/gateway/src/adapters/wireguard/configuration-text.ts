import type { Peer, TunnelSettings } from '../../ports/wireguard.ts';

/** `wg` knows no other way to say that a preshared key goes: a key of zeros is none. */
const noPresharedKey = Buffer.alloc(32).toString('base64');

/**
 * What `wg addconf` reads (wg(8), "Configuration file format"); empty when there is nothing to set. Each peer is
 * described whole, so that values it had before do not stay.
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
