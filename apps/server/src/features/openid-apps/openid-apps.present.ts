import type * as contract from '@gatewarden/contract/openid-apps';
import { type AppScope, appScopes } from '@gatewarden/contract/openid-apps.names';
import { toNaive } from '../../platform/http/naive-timestamp.ts';
import type { AuthorizedAppRow } from './consents.queries.ts';
import type { AppRow, AppUserRow, ListedAppRow } from './openid-apps.queries.ts';

/** Only scopes of the contract are stored. In its order. */
const toScopes = (scopes: readonly string[]): AppScope[] => appScopes.filter((scope) => scopes.includes(scope));

/** The changeable part of an application, as requests and the activity log have it. */
export function presentAppValues(app: AppRow) {
  return {
    name: app.name,
    redirect_uri: app.redirect_uris,
    scope: toScopes(app.scopes),
    enabled: app.is_enabled,
    kind: app.kind as contract.AppKind,
    authentication: app.authentication as 'secret' | 'private_key' | 'none',
    description: app.description,
    logo_url: app.logo_url,
    start_url: app.start_url,
    post_logout_redirect_uri: app.post_logout_redirect_uris,
    backchannel_logout_uri: app.backchannel_logout_uri,
    jwks: app.jwks,
    jwks_uri: app.jwks_uri,
    allowed_groups: [...app.allowed_groups],
    requires_mfa: app.requires_mfa,
    max_sign_in_age_minutes: app.max_sign_in_age_minutes,
    skips_consent: app.skips_consent,
    requires_pkce: app.requires_pkce,
    allows_device_flow: app.allows_device_flow,
    access_token_minutes: app.access_token_minutes,
    refresh_token_days: app.refresh_token_days,
    id_token_algorithm: app.id_token_algorithm as contract.SigningAlgorithm,
    subject: app.subject as 'id' | 'username',
    shown_groups: [...app.shown_groups],
    claims: [...app.claims],
  };
}

export function presentApp(app: ListedAppRow, now: Date): contract.OpenidApp {
  const { former_secret_until: until } = app;
  return {
    ...presentAppValues(app),
    id: app.id,
    client_id: app.client_id,
    created_at: toNaive(app.created_at),
    is_restricted: app.is_restricted,
    last_used_at: app.last_used_at && toNaive(app.last_used_at),
    user_count: app.user_count,
    secret_created_at: app.secret_created_at && toNaive(app.secret_created_at),
    former_secret_until: until && until > now ? toNaive(until) : null,
  };
}

export function presentAppUser(user: AppUserRow): contract.AppUser {
  return {
    user_id: user.user_id,
    username: user.username,
    full_name: `${user.first_name} ${user.last_name}`.trim(),
    scope: toScopes(user.scopes),
    authorized_at: toNaive(user.authorized_at),
    last_used_at: toNaive(user.last_used_at),
  };
}

export function presentAuthorizedApp(app: AuthorizedAppRow, username: string) {
  return {
    id: app.id,
    username,
    client_id: app.client_id,
    name: app.name,
    home_url: app.start_url,
    logo_url: app.logo_url,
    scope: toScopes(app.scopes),
    date: toNaive(app.authorized_at),
    last_used_at: toNaive(app.last_used_at),
  };
}
