import type { BodyInputOf } from '@gatewarden/contract/endpoint';
import type { addLocation } from '@gatewarden/contract/locations';

/** Body of the call that adds the location Warsaw, open to everyone, with the differences that a journey needs. */
export function locationBody(
  differences: Partial<BodyInputOf<typeof addLocation>> = {},
): BodyInputOf<typeof addLocation> {
  return {
    name: 'Warsaw',
    address: '10.7.0.1/24',
    endpoint: 'vpn.example.com',
    port: 51_820,
    allowed_ips: '',
    dns: '',
    allowed_groups: [],
    keepalive_interval: 25,
    peer_disconnect_threshold: 300,
    acl_enabled: false,
    acl_default_allow: false,
    location_mfa_mode: 'disabled',
    ...differences,
  };
}
