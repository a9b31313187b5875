import type { GatewayStatus } from '@gatewarden/contract/gateways';
import type { Location, LocationInfo } from '@gatewarden/contract/locations';
import type { LocationRow } from './locations.queries.ts';

/** @param gateways those of the location; `connected_at` is the last time that any of them connected */
export function presentLocation(location: LocationRow, gateways: readonly GatewayStatus[]): Location {
  return {
    id: location.id,
    name: location.name,
    address: location.networks.map((network) => network.text),
    port: location.port,
    pubkey: location.public_key,
    endpoint: location.endpoint,
    dns: location.dns,
    allowed_ips: location.allowed_ips,
    connected_at: lastConnection(gateways),
    acl_enabled: location.acl_enabled,
    acl_default_allow: location.acl_default_allow,
    keepalive_interval: location.keepalive_seconds,
    peer_disconnect_threshold: location.disconnect_threshold_seconds,
    location_mfa_mode: location.mfa_mode,
    mfa_session_hours: location.mfa_session_hours,
    masquerade: location.masquerade,
  };
}

export function presentLocationInfo(location: LocationRow, gateways: readonly GatewayStatus[]): LocationInfo {
  return {
    ...presentLocation(location, gateways),
    connected: gateways.some((gateway) => gateway.connected),
    gateways: [...gateways],
    allowed_groups: [...location.groups],
  };
}

function lastConnection(gateways: readonly GatewayStatus[]): string | null {
  // timestamps without a zone sort as text
  return gateways.reduce<string | null>((last, { connected_at: at }) => (at && (!last || at > last) ? at : last), null);
}
