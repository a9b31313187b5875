import type { TunnelDifference, TunnelReading, TunnelSettings, TunnelState } from '../ports/wireguard.ts';
import { diffPeers } from './diff-peers.ts';

/** The smallest change from the current interface to the desired state. */
export function diffTunnel(from: TunnelReading, to: TunnelState): TunnelDifference {
  return { settings: diffSettings(from.settings, to.settings), ...diffPeers(from.peers, to.peers) };
}

/** Whether the difference contains no change. */
export function isEmpty({ settings, removedKeys, upserted }: TunnelDifference): boolean {
  return Object.keys(settings).length === 0 && removedKeys.length === 0 && upserted.length === 0;
}

function diffSettings(from: Partial<TunnelSettings>, to: TunnelSettings): Partial<TunnelSettings> {
  return {
    ...(!to.privateKey.equals(from.privateKey) && { privateKey: to.privateKey }),
    ...(to.addresses.join() !== from.addresses?.join() && { addresses: to.addresses }),
    ...(to.listenPort !== from.listenPort && { listenPort: to.listenPort }),
  };
}
