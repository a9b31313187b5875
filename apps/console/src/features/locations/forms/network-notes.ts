import type { LocationInfo } from '@gatewarden/contract/locations';
import { formatAddress } from '@gatewarden/net/address';
import { parseInterfaceAddressList } from '@gatewarden/net/address-list';
import { checkNetworks, deviceCapacity, isNetworkAddress } from '@gatewarden/net/check-networks';
import { isPrivateNetwork } from '@gatewarden/net/private-networks';
import { type InterfaceAddress, overlaps, parseSubnet, type Subnet } from '@gatewarden/net/subnet';

/** Notes about the networks in the form of a location. */
export type NetworkNote =
  /** Capacity in devices; `plenty` above a million. */
  | { kind: 'room'; devices: number | 'plenty' }
  | { kind: 'no-room' }
  /** Fewer addresses than devices: the server will reject it. */
  | { kind: 'too-small'; network: string; room: number; devices: number }
  /** The address of the gateway is the network address. */
  | { kind: 'network-address'; address: string }
  /** Gateways refuse the network unless an option allows it. */
  | { kind: 'public'; network: string }
  /** A device in both locations reaches only one of them. */
  | { kind: 'overlaps'; network: string; location: string; other: string };

interface Options {
  /** Entries as typed, possibly invalid. */
  address: readonly string[];
  others: readonly Pick<LocationInfo, 'name' | 'address'>[];
  /** Number of devices in the location. */
  devices: number;
}

const maxCountedRoom = 1_000_000n;

/** Empty while the networks are invalid, because the field shows the error. */
export function networkNotes({ address, others, devices }: Options): NetworkNote[] {
  const list = parseInterfaceAddressList(address.join());
  if (list.kind !== 'list' || checkNetworks(list.items) !== undefined) return [];
  return [
    roomNote(list.items, devices),
    ...addressNotes(list.items),
    ...publicNotes(list.items),
    ...overlapNotes(list.items, others),
  ];
}

/** Networks of the valid entries. */
export function networksOf(address: readonly string[]): Subnet[] {
  return address.flatMap((entry) => parseSubnet(entry) ?? []);
}

/** A device has an address in every network, so the smallest one limits the capacity. */
function roomNote(networks: readonly InterfaceAddress[], devices: number): NetworkNote {
  const rooms = networks.map((network) => ({ network, room: deviceCapacity(network) }));
  const smallest = rooms.reduce((least, each) => (each.room < least.room ? each : least));
  if (smallest.room === 0n) return { kind: 'no-room' };
  if (smallest.room > maxCountedRoom) return { kind: 'room', devices: 'plenty' };
  const room = Number(smallest.room);
  if (room >= devices) return { kind: 'room', devices: room };
  return { kind: 'too-small', network: smallest.network.subnet.text, room, devices };
}

function addressNotes(networks: readonly InterfaceAddress[]): NetworkNote[] {
  return networks
    .filter(isNetworkAddress)
    .map(({ address }) => ({ kind: 'network-address', address: formatAddress(address) }));
}

function publicNotes(networks: readonly InterfaceAddress[]): NetworkNote[] {
  return networks
    .filter(({ subnet }) => !isPrivateNetwork(subnet))
    .map(({ subnet }) => ({ kind: 'public', network: subnet.text }));
}

function overlapNotes(networks: readonly InterfaceAddress[], others: Options['others']): NetworkNote[] {
  const theirs = others.flatMap(({ name, address }) => networksOf(address).map((subnet) => ({ name, subnet })));
  return networks.flatMap(({ subnet }) =>
    theirs
      .filter((other) => overlaps(subnet, other.subnet))
      .map((other) => ({ kind: 'overlaps', network: subnet.text, location: other.name, other: other.subnet.text })),
  );
}
