import type { LocationInfo } from '@gatewarden/contract/locations';
import type { LocationRequest } from '../locations.queries.ts';
import { separator } from './list-separator.ts';
import type { LocationInput, LocationValues } from './location-form.schema.ts';

export const loadLocationForm = async () => (await import('./location-form.schema.ts')).LocationForm;

/** Defaults in seconds, right for most networks. */
export { defaultTiming as timing } from '@gatewarden/contract/locations.names';

/** Form values of a stored location. */
export function toForm(location: LocationInfo): LocationInput {
  return {
    name: location.name,
    address: location.address,
    endpoint: location.endpoint,
    port: location.port,
    allowed_ips: location.allowed_ips,
    dns: location.dns ?? '',
    access: location.allowed_groups.length === 0 ? 'everyone' : 'groups',
    allowed_groups: location.allowed_groups,
    keepalive_interval: location.keepalive_interval,
    peer_disconnect_threshold: location.peer_disconnect_threshold,
    acl_enabled: location.acl_enabled,
    acl_default_allow: location.acl_default_allow,
    location_mfa_mode: location.location_mfa_mode,
    mfa_session_hours: location.mfa_session_hours,
    masquerade: location.masquerade,
  };
}

/** Groups to store; none: everyone can connect. */
export function allowedGroups({ access, allowed_groups }: Pick<LocationValues, 'access' | 'allowed_groups'>): string[] {
  return access === 'everyone' ? [] : allowed_groups;
}

export function toRequest({ access, address, allowed_ips, ...rest }: LocationValues): LocationRequest {
  return {
    ...rest,
    allowed_groups: allowedGroups({ access, ...rest }),
    address: address.join(separator),
    allowed_ips: allowed_ips.join(separator),
  };
}
