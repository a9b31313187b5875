import type { BodyOf } from '@gatewarden/contract/endpoint';
import { DomainError } from '@gatewarden/contract/errors';
import type { addOpenidApp } from '@gatewarden/contract/openid-apps';
import { redirectUriFault } from './check-redirect-uri.ts';
import type { AppValues } from './openid-apps.queries.ts';

export type NewApp = BodyOf<typeof addOpenidApp>;

/** Claims that the protocol or a scope defines: replacing them could make an application trust a wrong identity. */
const reservedClaims = new Set([
  ...['iss', 'sub', 'aud', 'exp', 'iat', 'nbf', 'jti', 'nonce', 'azp', 'acr', 'amr', 'auth_time', 'sid', 'at_hash'],
  ...['c_hash', 's_hash', 'events', 'cnf', 'act', 'may_act', 'client_id', 'scope'],
  ...['email', 'email_verified', 'phone_number', 'phone_number_verified', '_claim_names', '_claim_sources'],
]);

/**
 * What is stored of an application, after rules that concern several fields.
 * @throws openid_redirect_invalid, openid_app_needs_redirect, openid_app_needs_key, openid_claim_reserved
 */
export function toAppValues(app: NewApp): AppValues {
  const authentication = authenticationOf(app);
  checkAddresses(app);
  for (const [index, { name }] of app.claims.entries()) {
    if (reservedClaims.has(name))
      throw new DomainError('openid_claim_reserved', { field: `claims.${index}.name`, name });
  }
  if (app.kind !== 'machine' && app.redirect_uri.length === 0) {
    throw new DomainError('openid_app_needs_redirect', { field: 'redirect_uri' });
  }
  if (authentication === 'private_key') checkKeys(app);
  return {
    name: app.name,
    kind: app.kind,
    authentication,
    description: app.description,
    logo_url: app.logo_url,
    start_url: app.start_url,
    redirect_uris: [...new Set(app.redirect_uri)],
    post_logout_redirect_uris: [...new Set(app.post_logout_redirect_uri)],
    backchannel_logout_uri: app.backchannel_logout_uri,
    jwks: authentication === 'private_key' ? app.jwks : '',
    jwks_uri: authentication === 'private_key' && app.jwks === '' ? app.jwks_uri : '',
    scopes: scopesOf(app),
    is_enabled: app.enabled,
    is_restricted: app.allowed_groups.length > 0,
    filters_groups: app.shown_groups.length > 0,
    requires_mfa: app.requires_mfa,
    max_sign_in_age_minutes: app.max_sign_in_age_minutes,
    skips_consent: app.skips_consent,
    requires_pkce: app.requires_pkce || app.kind === 'public',
    allows_device_flow: app.kind !== 'machine' && app.allows_device_flow,
    access_token_minutes: app.access_token_minutes,
    refresh_token_days: app.refresh_token_days,
    id_token_algorithm: app.id_token_algorithm,
    subject: app.subject,
    claims: app.claims.map(({ name, source, text }) => ({ name, source, text: source === 'text' ? text : '' })),
  };
}

/** Signing people in is what `openid` stands for (OpenID Connect Core §3.1.2.1); a machine signs in no one. */
function scopesOf({ kind, scope }: NewApp): string[] {
  return [...new Set([...scope, ...(kind === 'machine' ? [] : ['openid'])])].toSorted();
}

/** A public application has no credential, and every other one has one. */
function authenticationOf({ kind, authentication }: NewApp): NewApp['authentication'] {
  if (kind === 'public') return 'none';
  return authentication === 'none' ? 'secret' : authentication;
}

function checkAddresses(app: NewApp): void {
  for (const field of ['redirect_uri', 'post_logout_redirect_uri'] as const) {
    for (const uri of app[field]) {
      const reason = redirectUriFault(uri, app.kind);
      if (reason) throw new DomainError('openid_redirect_invalid', { field, uri, reason });
    }
  }
  const uri = app.backchannel_logout_uri;
  const reason = uri === '' ? undefined : redirectUriFault(uri, 'web');
  if (reason) throw new DomainError('openid_redirect_invalid', { field: 'backchannel_logout_uri', uri, reason });
}

/** The library checks each key in detail; this finds what is not a list of public keys at all. */
function checkKeys({ jwks, jwks_uri }: NewApp): void {
  if (jwks === '' && jwks_uri !== '') return;
  if (!isPublicKeySet(jwks)) throw new DomainError('openid_app_needs_key', { field: 'jwks' });
}

function isPublicKeySet(text: string): boolean {
  try {
    const { keys } = JSON.parse(text) as { keys?: unknown };
    return Array.isArray(keys) && keys.length > 0 && keys.length <= 20 && keys.every(isPublicKey);
  } catch {
    return false;
  }
}

function isPublicKey(key: unknown): boolean {
  return typeof key === 'object' && key !== null && 'kty' in key && key.kty !== 'oct' && !('d' in key);
}
