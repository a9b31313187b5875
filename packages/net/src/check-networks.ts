import { type InterfaceAddress, isHostAddress, overlaps, parseSubnet, type Subnet } from './subnet.ts';

/** Why a location cannot have these networks. */
export type NetworksProblem =
  | { kind: 'no-network' }
  /** The network touches addresses that no interface may carry. */
  | { kind: 'reserved-network'; network: InterfaceAddress }
  /** The gateway's own address is the broadcast address of its network. */
  | { kind: 'unusable-gateway-address'; network: InterfaceAddress }
  | { kind: 'overlapping-networks'; network: InterfaceAddress; other: InterfaceAddress };

/** Why the devices of a location do not fit into its networks; `capacity` counts those that would. */
export interface CapacityProblem {
  kind: 'network-too-small';
  network: InterfaceAddress;
  capacity: bigint;
}

const reservedNetworks: readonly Subnet[] = [
  '0.0.0.0/8', // RFC 1122 §3.2.1.3: this network
  '127.0.0.0/8', // RFC 1122 §3.2.1.3: loopback
  '224.0.0.0/4', // RFC 5771: multicast
  '::/127', // RFC 4291 §2.5.2, §2.5.3: unspecified and loopback
  '::ffff:0:0/96', // RFC 4291 §2.5.5.2: IPv4-mapped
  'ff00::/8', // RFC 4291 §2.7: multicast
].flatMap((text) => parseSubnet(text) ?? []);

/** The first thing wrong with a location's networks taken together; undefined when a gateway can serve them. */
export function checkNetworks(networks: readonly InterfaceAddress[]): NetworksProblem | undefined {
  if (networks.length === 0) return { kind: 'no-network' };
  for (const network of networks) {
    const problem = checkNetwork(network);
    if (problem) return problem;
  }
  return findOverlap(networks);
}

/**
 * How many devices one network has addresses for, the gateway's own address taken away: 253 for a /24, 1 for a /31,
 * 0 for a /32. The network must have passed `checkNetworks`.
 */
export function deviceCapacity({ address, subnet }: InterfaceAddress): bigint {
  const hosts = subnet.lastHost - subnet.firstHost + 1n;
  return isHostAddress(subnet, address) ? hosts - 1n : hosts;
}

/** The first network without an address for each of `devices`, since a device has one in every network. */
export function checkCapacity(networks: readonly InterfaceAddress[], devices: number): CapacityProblem | undefined {
  const network = networks.find((candidate) => deviceCapacity(candidate) < devices);
  return network && { kind: 'network-too-small', network, capacity: deviceCapacity(network) };
}

/**
 * Whether the gateway's own address is the first of its network, as in `10.1.0.0/24`. Clients of the interface give
 * networks so; the gateway routes, but devices cannot reach it by that address.
 */
export function isNetworkAddress({ address, subnet }: InterfaceAddress): boolean {
  return address.value === subnet.first && !isHostAddress(subnet, address);
}

function checkNetwork(network: InterfaceAddress): NetworksProblem | undefined {
  const { address, subnet } = network;
  if (reservedNetworks.some((reserved) => overlaps(reserved, subnet))) return { kind: 'reserved-network', network };
  if (isHostAddress(subnet, address) || isNetworkAddress(network)) return undefined;
  return { kind: 'unusable-gateway-address', network };
}

/** Subnets nest or stand apart, so once sorted by their first address those that overlap are neighbours. */
function findOverlap(networks: readonly InterfaceAddress[]): NetworksProblem | undefined {
  const sorted = networks.toSorted(byFirstAddress);
  for (const [index, other] of sorted.entries()) {
    const network = sorted[index - 1];
    if (network && overlaps(network.subnet, other.subnet)) return { kind: 'overlapping-networks', network, other };
  }
  return undefined;
}

function byFirstAddress({ subnet: a }: InterfaceAddress, { subnet: b }: InterfaceAddress): number {
  if (a.family !== b.family) return a.family - b.family;
  if (a.first !== b.first) return a.first < b.first ? -1 : 1;
  return a.prefix - b.prefix;
}
