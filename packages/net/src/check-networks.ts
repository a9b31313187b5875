import type { Address } from './address.ts';
import { contains, type InterfaceAddress, isHostAddress, overlaps, parseSubnet, type Subnet } from './subnet.ts';

/** Why a location cannot have these networks. */
export type NetworksProblem =
  | { kind: 'no-network' }
  /** The network overlaps with addresses that no interface may have. */
  | { kind: 'reserved-network'; network: InterfaceAddress }
  /** The gateway's address is the broadcast address of its network. */
  | { kind: 'unusable-gateway-address'; network: InterfaceAddress }
  | { kind: 'overlapping-networks'; network: InterfaceAddress; other: InterfaceAddress };

/** Why the devices of a location do not fit into its networks; `capacity` is the number that would fit. */
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

/** Whether no interface may have the address: loopback, multicast, unspecified and IPv4-mapped addresses. */
export function isReservedAddress(address: Address): boolean {
  return reservedNetworks.some((network) => contains(network, address));
}

/** The first problem with the networks of a location; undefined if a gateway can serve them. */
export function checkNetworks(networks: readonly InterfaceAddress[]): NetworksProblem | undefined {
  if (networks.length === 0) return { kind: 'no-network' };
  for (const network of networks) {
    const problem = checkNetwork(network);
    if (problem) return problem;
  }
  return findOverlap(networks);
}

/**
 * Number of device addresses in a network, without the gateway's address: 253 for a /24, 1 for a /31, 0 for a /32. The
 * network must have passed `checkNetworks`.
 */
export function deviceCapacity({ address, subnet }: InterfaceAddress): bigint {
  const hosts = subnet.lastHost - subnet.firstHost + 1n;
  return isHostAddress(subnet, address) ? hosts - 1n : hosts;
}

/** The first network with fewer addresses than `devices`: a device has an address in every network. */
export function checkCapacity(networks: readonly InterfaceAddress[], devices: number): CapacityProblem | undefined {
  const network = networks.find((candidate) => deviceCapacity(candidate) < devices);
  return network && { kind: 'network-too-small', network, capacity: deviceCapacity(network) };
}

/**
 * Whether the gateway's address is the first of its network, as in `10.1.0.0/24`. Clients of the interface pass
 * networks in this form; the gateway routes, but devices cannot reach it at that address.
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

/** Two subnets are nested or disjoint, so after sorting by first address the overlapping ones are adjacent. */
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
