import type { Device, DeviceConfig } from '@gatewarden/contract/devices';
import type { UserDevice } from '@gatewarden/contract/users';
import { formatAddress } from '@gatewarden/net/address';
import { formatEndpoint } from '@gatewarden/net/endpoint';
import { clientConfigText } from '@gatewarden/net/wireguard-config';
import { reviveDates } from '../../platform/database/json-rows.ts';
import { toNaive } from '../../platform/http/naive-timestamp.ts';
import type { AssignmentRow } from './assignment-rows.queries.ts';
import { toDeviceSnapshot } from './devices.events.ts';
import type { DeviceRow, UserDeviceJson } from './devices.queries.ts';

/** When a device was last connected to a location, and from where. */
export interface LastSeen {
  readonly deviceId: number;
  readonly locationId: number;
  /** Public address without port; null if the gateway did not report it. */
  readonly ip: string | null;
  /** Name of the gateway; null when it has none or was removed since. */
  readonly gateway: string | null;
  readonly at: Date;
  /** Whether it counts as connected now. */
  readonly isActive: boolean;
}

export function presentDevice(device: DeviceRow): Device {
  return { ...toDeviceSnapshot(device), created: toNaive(device.created_at) };
}

/** The text of a client's configuration, with a placeholder for its private key. */
export function presentConfigText(assignment: AssignmentRow): string {
  return clientConfigText({
    addresses: assignment.addresses.map(formatAddress),
    dns: assignment.dns,
    locationPublicKey: assignment.public_key,
    allowedIps: assignment.allowed_ips,
    endpoint: assignment.endpoint,
    port: assignment.port,
    keepaliveSeconds: assignment.keepalive_seconds,
  });
}

export function presentConfig(assignment: AssignmentRow): DeviceConfig {
  return {
    network_id: assignment.location_id,
    network_name: assignment.name,
    config: presentConfigText(assignment),
    address: assignment.addresses.map(formatAddress),
    endpoint: formatEndpoint({ host: assignment.endpoint, port: assignment.port }),
    allowed_ips: assignment.allowed_ips,
    pubkey: assignment.public_key,
    dns: assignment.dns,
    keepalive_interval: assignment.keepalive_seconds,
    location_mfa_mode: assignment.mfa_mode,
  };
}

/** A device on a user's page; `seen` are the last connections of the device. */
export function presentUserDevice(
  { assignments, has_auth_key: _, ...json }: UserDeviceJson,
  seen: readonly LastSeen[],
): UserDevice {
  const networks = assignments.map((assignment) => {
    const last = seen.find((one) => one.locationId === assignment.location_id);
    const { mfa_expires_at: mfaExpiresAt } = reviveDates(assignment, 'mfa_expires_at');
    return {
      network_id: assignment.location_id,
      network_name: assignment.name,
      network_gateway_ip: assignment.endpoint,
      device_wireguard_ips: assignment.addresses,
      last_connected_ip: last?.ip ?? null,
      // the reference has the field and never sets it
      last_connected_location: null,
      last_connected_gateway: last?.gateway ?? null,
      last_connected_at: last ? toNaive(last.at) : null,
      is_active: last?.isActive ?? false,
      mfa_expires_at: mfaExpiresAt && toNaive(mfaExpiresAt),
      can_authorize: assignment.mfa_mode !== 'disabled',
    };
  });
  const { client, polled_at, ...device } = reviveDates(json, 'created_at', 'stopped_at', 'suspended_at', 'polled_at');
  return { ...presentDevice(device), client, last_polled_at: polled_at && toNaive(polled_at), networks };
}
