import type { OwnConnection } from '@gatewarden/contract/browser-connect';
import type { GatewayRefusal, GatewayStatus } from '@gatewarden/contract/gateways';
import type { LocationSession } from '@gatewarden/contract/location-mfa';
import type { LocationInfo, UserAccess } from '@gatewarden/contract/locations';
import type { NetworkDevice, SplitIp } from '@gatewarden/contract/network-devices';
import type { SnatBinding } from '@gatewarden/contract/snat';
import type {
  ConnectedUsers,
  DeviceStats,
  LocationDevice,
  LocationStats,
  NetworkStats,
  TopDevice,
  TopDevices,
} from '@gatewarden/contract/traffic';

/** Builders of server responses about the network; a test overrides only what it needs. */
export const givenNetwork = {
  location: (overrides: Partial<LocationInfo> = {}): LocationInfo => ({
    id: 1,
    name: 'Warsaw',
    address: ['10.1.0.1/24'],
    port: 51820,
    pubkey: 'YEocP0e2o1WT5GlvBvQzVF7EeR6z9aCk+ZdZ5NKEuXA=',
    endpoint: 'vpn.example.com',
    dns: null,
    allowed_ips: ['10.1.0.0/24'],
    connected_at: null,
    acl_enabled: false,
    acl_default_allow: false,
    keepalive_interval: 25,
    peer_disconnect_threshold: 300,
    mfa_session_hours: 24,
    location_mfa_mode: 'disabled',
    masquerade: false,
    connected: false,
    gateways: [],
    allowed_groups: [],
    ...overrides,
  }),

  /** A location without connections. */
  locationStats: (overrides: Partial<LocationStats> = {}): LocationStats => ({
    location_id: 1,
    current_active_users: 0,
    current_active_user_devices: 0,
    current_active_network_devices: 0,
    upload: 0,
    download: 0,
    transfer_series: [],
    people: [],
    ...overrides,
  }),

  locationDevice: (overrides: Partial<LocationDevice> = {}): LocationDevice => ({
    id: 1,
    name: 'Laptop',
    device_type: 'user',
    username: 'ada',
    first_name: 'Ada',
    last_name: 'Lovelace',
    wireguard_ips: ['10.1.0.2'],
    stopped_at: null,
    last_connected_at: '2030-01-31T12:00:00',
    last_connected_ip: '203.0.113.9',
    is_active: false,
    ...overrides,
  }),

  splitIp: (overrides: Partial<SplitIp> = {}): SplitIp => ({
    ...{ ip: '10.1.0.2', network_part: '10.1.0.', modifiable_part: '2', network_prefix: '24' },
    ...overrides,
  }),

  networkDevice: (overrides: Partial<NetworkDevice> = {}): NetworkDevice => ({
    ...{ id: 1, name: 'Printer', description: null, added_by: 'ada', added_date: '2030-01-31T12:00:00' },
    ...{ assigned_ips: ['10.1.0.2'], location: { id: 1, name: 'Warsaw' }, configured: true },
    stopped_at: null,
    wireguard_pubkey: 'YEocP0e2o1WT5GlvBvQzVF7EeR6z9aCk+ZdZ5NKEuXA=',
    split_ips: [givenNetwork.splitIp()],
    ...overrides,
  }),

  /** Of bob. */
  snatBinding: (overrides: Partial<SnatBinding> = {}): SnatBinding => ({
    ...{ id: 1, user_id: 7, location_id: 1, public_ip: '203.0.113.7' },
    ...overrides,
  }),

  locationSession: (overrides: Partial<LocationSession> = {}): LocationSession => ({
    ...{ device_id: 5, device: 'Laptop', username: 'emma', first_name: 'Emma', last_name: 'Stone' },
    ...{ method: 'totp', is_connected: true },
    ...{ authorized_at: '2026-07-12T08:00:00', expires_at: '2026-07-13T08:00:00' },
    ...overrides,
  }),

  /** A device of the user in a location with two-factor authentication. */
  ownConnection: (overrides: Partial<OwnConnection> = {}): OwnConnection => ({
    ...{ device_id: 5, device: 'Laptop', location_id: 1, location: 'Warsaw', mfa_mode: 'internal' },
    ...{ provider: null, inactivity_seconds: 300, uses_client: false, may_lack_configuration: false, session: null },
    ...overrides,
  }),

  /** A location that the user may use. */
  access: (overrides: Partial<UserAccess> = {}): UserAccess => ({
    location_id: 1,
    location_name: 'Warsaw',
    reasons: [],
    groups: [],
    obstacle: null,
    gateway: 'connected',
    allowed_groups: [],
    ...overrides,
  }),

  /** A connected, current gateway. */
  gateway: (overrides: Partial<GatewayStatus> = {}): GatewayStatus => ({
    uid: '0198c5f0-0000-7000-8000-000000000001',
    connected: true,
    network_id: 1,
    network_name: 'Warsaw',
    name: null,
    hostname: 'edge-1',
    connected_at: '2030-01-31T12:00:00',
    disconnected_at: null,
    version: '1.2.3',
    backend: 'kernel',
    held_version: 3,
    wanted_version: 3,
    acknowledged_at: '2030-01-31T12:00:00',
    apply_milliseconds: 45,
    last_error: null,
    current: true,
    problems: [],
    verified_at: '2030-01-31T12:00:00',
    drift_since: null,
    missing_capabilities: [],
    forwarding_off: [],
    revoked: false,
    ...overrides,
  }),

  refusal: (overrides: Partial<GatewayRefusal> = {}): GatewayRefusal => ({
    at: '2030-01-31T12:00:00',
    ip: '203.0.113.7',
    hostname: 'edge-9',
    reason: 'join_token_invalid',
    gateway: null,
    ...overrides,
  }),

  stats: (overrides: Partial<NetworkStats> = {}): NetworkStats => ({
    current_active_users: 0,
    current_active_user_devices: 0,
    current_active_network_devices: 0,
    active_users: 0,
    active_user_devices: 0,
    active_network_devices: 0,
    upload: 0,
    download: 0,
    transfer_series: [],
    ...overrides,
  }),

  connected: (overrides: Partial<ConnectedUsers> = {}): ConnectedUsers => ({
    user_devices: [],
    network_devices: [],
    ...overrides,
  }),

  topDevices: (overrides: Partial<TopDevices> = {}): TopDevices => ({
    from: '2030-01-31T11:00:00',
    until: '2030-01-31T12:00:00',
    upload: 0,
    download: 0,
    devices: [],
    ...overrides,
  }),

  topDevice: (overrides: Partial<TopDevice> = {}): TopDevice => ({
    device_id: 1,
    device_name: 'Laptop',
    device_type: 'user',
    username: 'ada',
    first_name: 'Ada',
    last_name: 'Lovelace',
    upload: 0,
    download: 0,
    ...overrides,
  }),

  connectedDevice: (overrides: Partial<DeviceStats> = {}): DeviceStats => ({
    id: 1,
    user_id: 1,
    name: 'Laptop',
    wireguard_ips: ['10.1.0.2'],
    public_ip: '198.51.100.7',
    connected_at: '2030-01-31T12:00:00',
    mfa_expires_at: null,
    stats: [],
    ...overrides,
  }),

  /** Start of the minute `minutes` ago, in the format of the API. */
  minutesAgo: (minutes: number): string => {
    const at = Math.floor(Date.now() / 60_000) * 60_000 - minutes * 60_000;
    return new Date(at).toISOString().slice(0, 19);
  },
};
