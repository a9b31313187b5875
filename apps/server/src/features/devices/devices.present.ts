import type { Device, DeviceConfig } from '@gatewarden/contract/devices';
import type { UserDevice } from '@gatewarden/contract/users';
import { formatAddress } from '@gatewarden/net/address';
import { formatEndpoint } from '@gatewarden/net/endpoint';
import { clientConfigText } from '@gatewarden/net/wireguard-config';
import { toNaive } from '../../platform/http/naive-timestamp.ts';
import { deviceSafe } from './devices.events.ts';
import type { DeviceRow } from './devices.queries.ts';
import type { PlaceRow } from './places.queries.ts';

/** When a device was last connected to a location, and from where. */
export interface LastSeen {
  readonly deviceId: number;
  readonly locationId: number;
  /** Public address without port; null when the gateway did not say. */
  readonly ip: string | null;
  /** Name of the gateway; null when it has none or was removed since. */
  readonly gateway: string | null;
  readonly at: Date;
  /** Whether it counts as connected now. */
  readonly isActive: boolean;
}

export function presentDevice(device: DeviceRow): Device {
  return { ...deviceSafe(device), created: toNaive(device.created_at) };
}

/** The text of a client's configuration, with a placeholder for its private key. */
export function presentConfigText(place: PlaceRow): string {
  return clientConfigText({
    addresses: place.addresses.map(formatAddress),
    dns: place.dns,
    locationPublicKey: place.public_key,
    allowedIps: place.allowed_ips,
    endpoint: place.endpoint,
    port: place.port,
    keepaliveSeconds: place.keepalive_seconds,
  });
}

export function presentConfig(place: PlaceRow): DeviceConfig {
  return {
    network_id: place.location_id,
    network_name: place.name,
    config: presentConfigText(place),
    address: place.addresses.map(formatAddress),
    endpoint: formatEndpoint({ host: place.endpoint, port: place.port }),
    allowed_ips: place.allowed_ips,
    pubkey: place.public_key,
    dns: place.dns,
    keepalive_interval: place.keepalive_seconds,
    location_mfa_mode: place.mfa_mode,
  };
}

/** A device of somebody's page; `places` and `seen` are the device's own. */
export function presentUserDevice(
  device: DeviceRow,
  places: readonly PlaceRow[],
  seen: readonly LastSeen[],
): UserDevice {
  const networks = places.map((place) => {
    const last = seen.find((one) => one.locationId === place.location_id);
    return {
      network_id: place.location_id,
      network_name: place.name,
      network_gateway_ip: place.endpoint,
      device_wireguard_ips: place.addresses.map(formatAddress),
      last_connected_ip: last?.ip ?? null,
      // the reference has the field and never fills it
      last_connected_location: null,
      last_connected_gateway: last?.gateway ?? null,
      last_connected_at: last ? toNaive(last.at) : null,
      is_active: last?.isActive ?? false,
    };
  });
  return { ...presentDevice(device), networks };
}
