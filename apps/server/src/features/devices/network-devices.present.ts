import type { NetworkDevice, SplitIp } from '@gatewarden/contract/network-devices';
import { type Address, formatAddress } from '@gatewarden/net/address';
import { splitAddress } from '@gatewarden/net/split-address';
import { type InterfaceAddress, parseInterfaceAddress } from '@gatewarden/net/subnet';
import { toNaive } from '../../platform/http/naive-timestamp.ts';
import { missingKey } from './devices.queries.ts';
import type { NetworkDeviceRow } from './network-devices.queries.ts';

export function presentNetworkDevice(device: NetworkDeviceRow): NetworkDevice {
  return {
    id: device.id,
    name: device.name,
    assigned_ips: device.addresses.map(({ address }) => formatAddress(address)),
    description: device.description,
    added_by: device.added_by,
    added_date: toNaive(device.created_at),
    location: { id: device.location_id, name: device.location_name },
    wireguard_pubkey: device.public_key ?? missingKey,
    configured: device.configured,
    stopped_at: device.stopped_at && toNaive(device.stopped_at),
    split_ips: device.addresses.flatMap(({ address, network }) => {
      const parsed = parseInterfaceAddress(network);
      return parsed ? [presentSplitIp({ address, network: parsed })] : [];
    }),
  };
}

interface AddressOfNetwork {
  readonly address: Address;
  readonly network: InterfaceAddress;
}

export function presentSplitIp({ address, network: { subnet } }: AddressOfNetwork): SplitIp {
  const { address: ip, fixed, editable } = splitAddress(address, subnet);
  return { ip, network_part: fixed, modifiable_part: editable, network_prefix: String(subnet.prefix) };
}
