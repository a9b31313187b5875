import type { BodyInputOf } from '@gatewarden/contract/endpoint';
import type { addLocation } from '@gatewarden/contract/locations';

export const administrator = { username: 'admin', password: 'Demo-admin-1' } as const;

/** A regular user with a connected device. */
export const user = {
  username: 'emma.walker',
  firstName: 'Emma',
  lastName: 'Walker',
  email: 'emma.walker@example.com',
  password: 'Demo-user-1',
} as const;

export const headcount = 60;
export const deviceCount = 90;

/** Groups in addition to `admin`, which always exists; the largest ones first. */
export const groups = ['engineering', 'support', 'sales', 'finance', 'operations', 'design', 'contractors'] as const;
export type GroupName = (typeof groups)[number];

export interface Site {
  readonly name: string;
  /** Addresses of the gateway, with prefix lengths. */
  readonly networks: readonly [string, string];
  /** The network that clients reach through the gateway. */
  readonly internalNetwork: string;
  /** Allowed groups; empty: all users. */
  readonly groups: readonly (typeof groups)[number][];
  /** `live`: with clients if the machine allows it; `lost`: disconnected since the start of this hour; `none`: no gateway. */
  readonly gateway: 'live' | 'lost' | 'none';
  readonly gatewayName: string;
  /** Whether its gateways enforce access rules. */
  readonly enforcesAccess?: boolean;
  /** Whether devices need a code to connect. */
  readonly requiresCode?: boolean;
}

export const sites: readonly Site[] = [
  {
    name: 'Warsaw',
    networks: ['10.20.0.1/24', 'fd20::1/64'],
    internalNetwork: '172.20.0.0/16',
    groups: [],
    gateway: 'live',
    gatewayName: 'waw-gw-1',
    enforcesAccess: true,
  },
  {
    name: 'Seoul',
    networks: ['10.21.0.1/24', 'fd21::1/64'],
    internalNetwork: '172.21.0.0/16',
    groups: ['engineering', 'support', 'operations'],
    gateway: 'live',
    gatewayName: 'sel-gw-1',
    requiresCode: true,
  },
  {
    name: 'Dublin',
    networks: ['10.22.0.1/24', 'fd22::1/64'],
    internalNetwork: '172.22.0.0/16',
    groups: ['finance', 'sales', 'engineering'],
    gateway: 'lost',
    gatewayName: 'dub-gw-1',
  },
  {
    name: 'Berlin',
    networks: ['10.23.0.1/24', 'fd23::1/64'],
    internalNetwork: '172.23.0.0/16',
    groups: ['engineering', 'design'],
    gateway: 'none',
    gatewayName: '',
  },
];

/** The body of the API call. */
export function toRequest({
  name,
  networks,
  internalNetwork,
  groups: allowed,
  enforcesAccess = false,
  requiresCode = false,
}: Site): BodyInputOf<typeof addLocation> {
  return {
    name,
    address: networks.join(', '),
    endpoint: `vpn-${name.toLowerCase()}.example.com`,
    port: 51_820,
    allowed_ips: [...networks.map(networkOf), internalNetwork].join(', '),
    dns: '',
    allowed_groups: [...allowed],
    keepalive_interval: 25,
    peer_disconnect_threshold: 180,
    acl_enabled: enforcesAccess,
    acl_default_allow: false,
    location_mfa_mode: requiresCode ? 'internal' : 'disabled',
  };
}

/** The network of a gateway address that ends in `1`. */
function networkOf(gateway: string): string {
  return gateway.replace(/\.1\//, '.0/').replace(/::1\//, '::/');
}
