import { createHash } from 'node:crypto';
import type { ClientMetadata } from 'oidc-provider';
import type { AppRow } from '../openid-apps.queries.ts';

/** The key of the metadata with the application as stored, for callbacks of the library. */
export const appKey = 'gatewarden_app';

/** A value in the place of the secret, which is stored as a hash: `Client.compareClientSecret` compares the hash. */
const hashedSecret = 'hashed';

const deviceCodeGrant = 'urn:ietf:params:oauth:grant-type:device_code';

const metadataOf = new WeakMap<AppRow, ClientMetadata>();

/**
 * RFC 7591 §2, in the form that the library expects. The library identifies it by its JSON with each request, so this is
 * made once for each row.
 */
export function toClientMetadata(app: AppRow): ClientMetadata {
  const known = metadataOf.get(app);
  if (known) return known;
  const metadata = describeClient(app);
  const version = createHash('sha256').update(JSON.stringify(metadata)).digest('base64url');
  Object.defineProperty(metadata, 'toJSON', { value: () => version });
  metadataOf.set(app, metadata);
  return metadata;
}

function describeClient(app: AppRow): ClientMetadata {
  const isMachine = app.kind === 'machine';
  return {
    client_id: app.client_id,
    client_name: app.name,
    application_type: isNative(app) ? 'native' : 'web',
    grant_types: isMachine
      ? ['client_credentials']
      : [
          'authorization_code',
          'refresh_token',
          ...(app.allows_device_flow ? [deviceCodeGrant] : []),
          ...(app.kind === 'web' ? ['client_credentials'] : []),
        ],
    response_types: isMachine ? [] : ['code'],
    redirect_uris: isMachine ? [] : app.redirect_uris,
    post_logout_redirect_uris: app.post_logout_redirect_uris,
    id_token_signed_response_alg: app.id_token_algorithm as 'RS256' | 'ES256' | 'EdDSA',
    ...authenticationOf(app),
    ...(app.backchannel_logout_uri !== '' && {
      backchannel_logout_uri: app.backchannel_logout_uri,
      backchannel_logout_session_required: true,
    }),
    [appKey]: app,
  };
}

function authenticationOf(app: AppRow): ClientMetadata | Record<string, unknown> {
  if (app.authentication === 'none') return { token_endpoint_auth_method: 'none' };
  if (app.authentication === 'secret') {
    return { token_endpoint_auth_method: 'client_secret_basic', client_secret: hashedSecret };
  }
  const keys = app.jwks === '' ? { jwks_uri: app.jwks_uri } : { jwks: JSON.parse(app.jwks) as unknown };
  return { token_endpoint_auth_method: 'private_key_jwt', ...keys };
}

/** RFC 8252: on a phone or a desktop, where another program may claim the redirect address. */
function isNative({ kind, redirect_uris }: AppRow): boolean {
  return kind === 'public' && redirect_uris.length > 0 && redirect_uris.every((uri) => !uri.startsWith('https:'));
}
