import type { Interface, Peer as PeerMessage } from '@gatewarden/contract/gateway/v1';
import { formatAddress } from '@gatewarden/net/address';
import { addressFromBytes } from '@gatewarden/net/address-bytes';
import { parseInterfaceAddress } from '@gatewarden/net/subnet';
import type { NatPolicy } from '../ports/nat.ts';
import type { TunnelState } from '../ports/wireguard.ts';
import { withoutPrefix } from './read-tunnel.ts';

/** Which addresses core wants this gateway to translate. */
export interface NatState {
  readonly masquerades: boolean;
  /** Canonical public addresses by public key; peers without one are absent. */
  readonly addressOfPeer: ReadonlyMap<string, string>;
}

export const noNat: NatState = { masquerades: false, addressOfPeer: new Map() };

/**
 * The translation after a message: `named` are the keys of its peers, also of removed and invalid ones. An invalid
 * address is left out, with one sentence in `problems`.
 */
export function nextNat(
  current: NatState,
  { interface: changed, peers, named }: NatMessage,
  problems: string[],
): NatState {
  const addressOfPeer = new Map(current.addressOfPeer);
  for (const key of named) addressOfPeer.delete(key);
  for (const { publicKey, snatAddress } of peers) {
    if (snatAddress.length === 0) continue;
    const key = Buffer.from(publicKey).toString('base64');
    const address = addressFromBytes(snatAddress);
    if (address === undefined) problems.push(`Peer ${key} has an invalid public address.`);
    else addressOfPeer.set(key, formatAddress(address));
  }
  return { masquerades: changed ? changed.masquerade : current.masquerades, addressOfPeer };
}

interface NatMessage {
  readonly interface: Interface | undefined;
  readonly peers: readonly PeerMessage[];
  readonly named: readonly string[];
}

/** What to apply for the peers of the tunnel; undefined if nothing is translated. */
export function toNatPolicy({ masquerades, addressOfPeer }: NatState, tunnel: TunnelState): NatPolicy | undefined {
  const bindings = new Map<string, string>();
  for (const [key, address] of addressOfPeer) {
    for (const own of tunnel.peers.get(key)?.allowedIps ?? []) {
      const source = withoutPrefix(own);
      if (source.includes(':') === address.includes(':')) bindings.set(source, address);
    }
  }
  if (!masquerades && bindings.size === 0) return undefined;
  return { masqueraded: masquerades ? networksOf(tunnel.settings.addresses) : [], bindings };
}

function networksOf(addresses: readonly string[]): string[] {
  const networks = addresses.flatMap((text) => {
    const parsed = parseInterfaceAddress(text);
    if (!parsed) return [];
    const { address, subnet } = parsed;
    return `${formatAddress({ family: address.family, value: subnet.first })}/${subnet.prefix}`;
  });
  return [...new Set(networks)];
}
