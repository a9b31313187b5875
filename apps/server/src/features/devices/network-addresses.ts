import { DomainError } from '@gatewarden/contract/errors';
import { type Address, formatAddress, parseAddress } from '@gatewarden/net/address';
import { freeAddresses } from '@gatewarden/net/free-addresses';
import { contains, type InterfaceAddress, isHostAddress } from '@gatewarden/net/subnet';
import type { Tx } from '../../platform/database/database.ts';
import type { LocationRow } from '../locations/index.ts';
import { listAssignedAddresses } from './addresses.queries.ts';
import { listTakenAddresses } from './network-devices.queries.ts';

/** An address and the network of the location that contains it. */
export interface PlacedAddress {
  readonly address: Address;
  readonly position: number;
}

/** Whether a device could have an address. `valid`: it is in a network of the location. */
export interface AddressCheck {
  readonly available: boolean;
  readonly valid: boolean;
}

/** One look at the addresses covers this many; each further one is eight times wider. */
const searchWidth = 256n;
const wideningFactor = 8n;

/**
 * The lowest free address of each network, in the order of the networks. They remain free for others.
 * @throws address_pool_exhausted
 */
export async function suggestAddresses(tx: Tx, location: LocationRow): Promise<PlacedAddress[]> {
  const suggested: PlacedAddress[] = [];
  for (const [position, network] of location.networks.entries()) {
    const address = await findLowestFree(tx, location.id, network);
    if (!address) {
      throw new DomainError('address_pool_exhausted', { subnet: network.subnet.text, location: location.name });
    }
    suggested.push({ position, address });
  }
  return suggested;
}

async function findLowestFree(
  tx: Tx,
  locationId: number,
  { subnet, address: gateway }: InterfaceAddress,
): Promise<Address | undefined> {
  const { family, lastHost } = subnet;
  let width = searchWidth;
  for (let first = subnet.firstHost; first <= lastHost; first += width, width *= wideningFactor) {
    const last = first + width - 1n < lastHost ? first + width - 1n : lastHost;
    const range = { location_id: locationId, first: { family, value: first }, last: { family, value: last } };
    const [assigned = []] = await listAssignedAddresses(tx, [range]);
    const { value } = freeAddresses({ ...subnet, firstHost: first, lastHost: last }, [...assigned, gateway]).next();
    if (value) return value;
  }
  return undefined;
}

/** The same order as the texts. `except` is a device whose own addresses count as free. */
export async function checkAddresses(
  tx: Tx,
  location: LocationRow,
  texts: readonly string[],
  except?: number,
): Promise<AddressCheck[]> {
  const placed = texts.map((text) => place(location, text));
  const addresses = placed.flatMap((each) => each?.address ?? []);
  const taken = await listTakenAddresses(tx, { locationId: location.id, addresses, except });
  return placed.map((each) => {
    if (!each) return { available: false, valid: false };
    const network = location.networks[each.position];
    const isHost = network !== undefined && isHostAddress(network.subnet, each.address);
    const isGateway = network?.address.value === each.address.value;
    return { available: isHost && !isGateway && !taken.has(formatAddress(each.address)), valid: true };
  });
}

/**
 * The addresses in the networks of the location, at most one of each.
 * @throws device_address_unavailable
 */
export async function requireAvailable(
  tx: Tx,
  location: LocationRow,
  texts: readonly string[],
  except?: number,
): Promise<PlacedAddress[]> {
  const checks = await checkAddresses(tx, location, texts, except);
  const placed = new Map<number, PlacedAddress>();
  for (const [index, text] of texts.entries()) {
    const each = place(location, text);
    if (!each || !checks[index]?.available || placed.has(each.position)) {
      throw new DomainError('device_address_unavailable', { field: 'assigned_ips', address: text.slice(0, maxShown) });
    }
    placed.set(each.position, each);
  }
  return [...placed.values()];
}

const maxShown = 64;

function place(location: LocationRow, text: string): PlacedAddress | undefined {
  const address = parseAddress(text.trim());
  const position = address ? location.networks.findIndex(({ subnet }) => contains(subnet, address)) : -1;
  return address && position >= 0 ? { address, position } : undefined;
}
