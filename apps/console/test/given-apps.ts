import type { ResponseOf } from '@gatewarden/contract/endpoint';
import type {
  AppUser,
  LauncherApp,
  listAuthorizedApps,
  OpenidApp,
  OpenidIssuer,
} from '@gatewarden/contract/openid-apps';
import type { Interaction } from '@gatewarden/contract/openid-interactions';

const at = '2030-01-31T12:00:00';

/** Builders of server responses about applications. */
export const givenApps = {
  app: (overrides: Partial<OpenidApp> = {}): OpenidApp => ({
    id: 1,
    client_id: 'client-grafana',
    name: 'Grafana',
    kind: 'web',
    authentication: 'secret',
    description: '',
    logo_url: '',
    start_url: 'https://grafana.example.com',
    redirect_uri: ['https://grafana.example.com/login/generic_oauth'],
    post_logout_redirect_uri: [],
    backchannel_logout_uri: '',
    scope: ['openid', 'profile', 'email'],
    enabled: true,
    jwks: '',
    jwks_uri: '',
    allowed_groups: [],
    requires_mfa: false,
    max_sign_in_age_minutes: null,
    skips_consent: false,
    requires_pkce: true,
    allows_device_flow: false,
    access_token_minutes: 60,
    refresh_token_days: 30,
    id_token_algorithm: 'RS256',
    subject: 'id',
    shown_groups: [],
    claims: [],
    created_at: at,
    is_restricted: false,
    last_used_at: at,
    user_count: 12,
    secret_created_at: at,
    former_secret_until: null,
    ...overrides,
  }),

  provider: (overrides: Partial<OpenidIssuer> = {}): OpenidIssuer => ({
    issuer: 'https://vpn.example.com/',
    discovery_url: 'https://vpn.example.com/.well-known/openid-configuration',
    authorization_endpoint: 'https://vpn.example.com/oauth/authorize',
    token_endpoint: 'https://vpn.example.com/oauth/token',
    userinfo_endpoint: 'https://vpn.example.com/oauth/userinfo',
    jwks_uri: 'https://vpn.example.com/oauth/keys',
    end_session_endpoint: 'https://vpn.example.com/oauth/end-session',
    introspection_endpoint: 'https://vpn.example.com/oauth/introspection',
    revocation_endpoint: 'https://vpn.example.com/oauth/revocation',
    device_authorization_endpoint: 'https://vpn.example.com/oauth/device',
    pushed_authorization_request_endpoint: 'https://vpn.example.com/oauth/request',
    keys: [
      { kid: 'key-2', algorithm: 'RS256', state: 'next', created_at: at, ends_at: null },
      { kid: 'key-1', algorithm: 'RS256', state: 'current', created_at: at, ends_at: '2999-01-31T12:00:00' },
    ],
    ...overrides,
  }),

  user: (overrides: Partial<AppUser> = {}): AppUser => ({
    user_id: 7,
    username: 'bob',
    full_name: 'Bob Stone',
    scope: ['openid', 'email'],
    authorized_at: at,
    last_used_at: at,
    ...overrides,
  }),

  /** Of the start page. */
  tile: (overrides: Partial<LauncherApp> = {}): LauncherApp => ({
    client_id: 'client-grafana',
    name: 'Grafana',
    description: 'Dashboards',
    logo_url: '',
    start_url: 'https://grafana.example.com',
    ...overrides,
  }),

  authorized: (
    overrides: Partial<ResponseOf<typeof listAuthorizedApps>[number]> = {},
  ): ResponseOf<typeof listAuthorizedApps>[number] => ({
    id: 1,
    username: 'ada',
    client_id: 'client-grafana',
    name: 'Grafana',
    home_url: 'https://grafana.example.com',
    logo_url: '',
    scope: ['openid', 'email'],
    date: at,
    last_used_at: at,
    ...overrides,
  }),

  interaction: (overrides: Partial<Interaction> = {}): Interaction => ({
    app: {
      client_id: 'client-grafana',
      name: 'Grafana',
      description: 'Dashboards',
      logo_url: '',
      start_url: 'https://grafana.example.com',
      return_to: 'grafana.example.com',
    },
    step: 'consent',
    username: 'ada',
    scopes: [
      { scope: 'openid', is_new: false, values: [] },
      { scope: 'email', is_new: true, values: [{ claim: 'email', value: 'ada@example.com' }] },
    ],
    ...overrides,
  }),
};
