import type { ApiToken } from '@gatewarden/contract/api-tokens';
import type { AuthKey } from '@gatewarden/contract/auth-keys';
import type { Edge } from '@gatewarden/contract/edges';
import type { ResponseOf } from '@gatewarden/contract/endpoint';
import type { GroupInfo } from '@gatewarden/contract/groups';
import { checklistSteps, type Home } from '@gatewarden/contract/home';
import type { getInfo } from '@gatewarden/contract/info';
import type { Preferences } from '@gatewarden/contract/preferences';
import type { SettingsEssentials } from '@gatewarden/contract/settings';
import type { ListedDevice } from '@gatewarden/contract/traffic';
import type { getUser, ListedUser, UserDevice, UserInfo } from '@gatewarden/contract/users';

/** Builders of server responses; a test overrides only what it needs. */
export const given = {
  essentials: (overrides: Partial<SettingsEssentials> = {}): SettingsEssentials => ({
    instance_name: 'Gatewarden',
    main_logo_url: '/svg/gatewarden-logo.svg',
    nav_logo_url: '/svg/gatewarden-nav-logo.svg',
    wireguard_enabled: true,
    webhooks_enabled: true,
    worker_enabled: true,
    openid_enabled: true,
    default_location_view: 'grid',
    password_reset_url: null,
    client_download_url: '',
    ...overrides,
  }),

  info: (overrides: Partial<ResponseOf<typeof getInfo>> = {}): ResponseOf<typeof getInfo> => ({
    version: '1.2.3',
    database: 'external',
    network_present: true,
    smtp_enabled: true,
    license_info: {
      enterprise: true,
      limits_exceeded: { user: false, device: false, wireguard_network: false, network_device: false },
      any_limit_exceeded: false,
      is_enterprise_free: true,
    },
    ldap_info: { enabled: false, ad: false },
    external_openid_enabled: false,
    ...overrides,
  }),
  /** Nothing needs attention, and the setup is complete. */
  home: (overrides: Partial<Home> = {}): Home => ({
    attention: [],
    checklist: { steps: checklistSteps.map((step) => ({ step, done: true })), dismissed: false },
    ...overrides,
  }),

  preferences: (overrides: Partial<Preferences> = {}): Preferences => ({
    language: null,
    color_scheme: null,
    time_format: null,
    location_view: null,
    ...overrides,
  }),

  user: (overrides: Partial<ListedUser> = {}): ListedUser => ({
    id: 1,
    username: 'ada',
    first_name: 'Ada',
    last_name: 'Lovelace',
    email: 'ada@example.com',
    phone: null,
    mfa_enabled: false,
    totp_enabled: false,
    email_mfa_enabled: false,
    webauthn_enabled: false,
    mfa_method: 'None',
    groups: [],
    authorized_apps: [],
    is_active: true,
    enrolled: true,
    has_password: true,
    is_admin: false,
    ldap_pass_requires_change: false,
    managed_by: null,
    managed_fields: [],
    device_count: 0,
    last_sign_in_at: null,
    last_connected_at: null,
    ...overrides,
  }),

  admin: (overrides: Partial<ListedUser> = {}): ListedUser =>
    given.user({ is_admin: true, groups: ['admin'], ...overrides }),

  /** Response for the page of a user. */
  details: (user: UserInfo, devices: UserDevice[] = []): ResponseOf<typeof getUser> => ({
    user,
    devices,
    biometric_enabled_devices: [],
    security_keys: [],
    suspended: { devices: 0, keys: 0, authenticator_app: false },
  }),

  edge: (overrides: Partial<Edge> = {}): Edge => ({
    id: 1,
    address: 'edge.example.com:50055',
    state: 'disconnected',
    hostname: null,
    version: null,
    since: '2030-01-31T12:00:00',
    problem: null,
    ...overrides,
  }),

  device: (overrides: Partial<UserDevice> = {}): UserDevice => ({
    id: 1,
    name: 'Laptop',
    wireguard_pubkey: 'YEocP0e2o1WT5GlvBvQzVF7EeR6z9aCk+ZdZ5NKEuXA=',
    user_id: 1,
    created: '2030-01-31T12:00:00',
    device_type: 'user',
    description: null,
    configured: true,
    stopped_at: null,
    suspended_at: null,
    client: null,
    last_polled_at: null,
    networks: [],
    ...overrides,
  }),

  /** In the list of the devices of all users. */
  listedDevice: (overrides: Partial<ListedDevice> = {}): ListedDevice => ({
    id: 1,
    name: 'Laptop',
    description: null,
    wireguard_pubkey: 'YEocP0e2o1WT5GlvBvQzVF7EeR6z9aCk+ZdZ5NKEuXA=',
    created: '2030-01-01T12:00:00',
    stopped_at: null,
    suspended_at: null,
    username: 'ada',
    first_name: 'Ada',
    last_name: 'Lovelace',
    is_user_active: true,
    last_connected_at: null,
    client: null,
    last_polled_at: null,
    networks: [],
    ...overrides,
  }),

  authKey: (overrides: Partial<AuthKey> = {}): AuthKey => ({
    id: 1,
    name: 'Laptop key',
    key_type: 'ssh',
    key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAII0NUoqriJ0VUibWtzjOQQ2yZb94T+qTLHkQyhJ8uZOl',
    fingerprint: 'SHA256:ucyvm4+WP1uRdma7yLVPG+o+lACkllTYg1BgH77kypI',
    created: '2030-01-31T12:00:00',
    suspended_at: null,
    user_id: 1,
    yubikey_serial: null,
    yubikey_id: null,
    yubikey_name: null,
    ...overrides,
  }),

  apiToken: (overrides: Partial<ApiToken> = {}): ApiToken => ({
    id: 1,
    name: 'Deploy',
    created_at: '2030-01-31T12:00:00',
    expires_at: null,
    scopes: ['write'],
    last_used_at: null,
    ...overrides,
  }),

  /** Assignment of a device to a location. */
  assignment: (overrides: Partial<UserDevice['networks'][number]> = {}): UserDevice['networks'][number] => ({
    network_id: 1,
    network_name: 'Warsaw',
    network_gateway_ip: '10.1.0.1',
    device_wireguard_ips: ['10.1.0.2'],
    last_connected_ip: null,
    last_connected_location: null,
    last_connected_gateway: null,
    last_connected_at: null,
    is_active: false,
    mfa_expires_at: null,
    can_authorize: false,
    ...overrides,
  }),

  group: (overrides: Partial<GroupInfo> = {}): GroupInfo => ({
    id: 1,
    name: 'Staff',
    members: [],
    vpn_locations: [],
    managed_by: null,
    is_admin: false,
    ...overrides,
  }),
};
