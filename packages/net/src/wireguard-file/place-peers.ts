import { type Address, formatAddress } from '../address.ts';
import { contains, type InterfaceAddress, isHostAddress } from '../subnet.ts';
import type { FileNote, FileProblem } from './file-problem.ts';
import type { AllowedIp, FilePeer } from './server-file.ts';

/** A peer with its addresses in the networks of a location, at most one in each. */
export interface PlacedPeer {
  readonly peer: FilePeer;
  readonly addresses: readonly PlacedAddress[];
}

export interface PlacedAddress {
  /** Index of the network. */
  readonly position: number;
  readonly address: Address;
}

export interface Placement {
  readonly peers: readonly PlacedPeer[];
  readonly problems: readonly FileProblem[];
  readonly notes: readonly FileNote[];
}

/** Which addresses the peers of a file have in these networks. */
export function placePeers(peers: readonly FilePeer[], networks: readonly InterfaceAddress[]): Placement {
  const problems: FileProblem[] = [];
  const notes: FileNote[] = [];
  const lines = new Map<string, number>();

  function place({ line, network }: AllowedIp, taken: readonly PlacedAddress[]): PlacedAddress[] {
    const { address } = network;
    const value = network.text;
    const key = 'AllowedIPs';
    const position = networks.findIndex(({ subnet }) => contains(subnet, address));
    const within = networks[position];
    if (!within) notes.push({ line, kind: 'network_ignored', key, value });
    else if (!isHostAddress(within.subnet, address) || within.address.value === address.value)
      problems.push({ line, kind: 'address_unusable', key, value });
    else {
      const text = formatAddress(address);
      const otherLine = lines.get(text);
      lines.set(text, otherLine ?? line);
      if (otherLine !== undefined) problems.push({ line, kind: 'repeated_address', key, value: text, otherLine });
      else if (taken.some((one) => one.position === position))
        notes.push({ line, kind: 'address_ignored', key, value });
      else return [{ position, address }];
    }
    return [];
  }

  const placed = peers.map((peer) => {
    const addresses: PlacedAddress[] = [];
    for (const entry of peer.allowedIps) addresses.push(...place(entry, addresses));
    if (addresses.length === 0) notes.push({ line: peer.line, kind: 'no_address' });
    return { peer, addresses };
  });
  return { peers: placed, problems, notes };
}
