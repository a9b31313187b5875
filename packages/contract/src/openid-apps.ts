import { z } from 'zod';
import { documented } from './documented.ts';
import { Empty, endpoint } from './endpoint.ts';
import { appLimits, appScopes } from './openid-apps.names.ts';
import { Id, line, NaiveTimestamp, Name, PathId, pathText } from './primitives.ts';
import { UsernameParam } from './users.ts';

/**
 * - `web`: has a server that can keep a secret.
 * - `public`: runs in a browser, on a phone or a desktop; PKCE instead of a secret.
 * - `machine`: signs in with its own credential only (client credentials); no people.
 */
export const AppKind = z.enum(['web', 'public', 'machine']);
export type AppKind = z.infer<typeof AppKind>;

/** How the application proves its identity at the token endpoint. Public applications: `none`. */
const AppAuthentication = z.enum(['secret', 'private_key', 'none']);
export const SigningAlgorithm = z.enum(['RS256', 'ES256', 'EdDSA']);
export type SigningAlgorithm = z.infer<typeof SigningAlgorithm>;
export const AppScope = z.enum(appScopes);

/** In characters. */
export const maxUri = 2048;
const webStart = /^https?:\/\/[^\s/]/i;
/** Compared character by character, without wildcards. The server refuses fragments, credentials and script schemes. */
const RedirectUri = documented(
  z
    .string()
    .trim()
    .min(1)
    .max(maxUri)
    .regex(/^[a-z][a-z0-9+.-]*:[^\s]*$/i, { error: 'url' }),
  { type: 'string', minLength: 1, maxLength: maxUri, pattern: '^\\s*[A-Za-z][A-Za-z0-9+.-]*:[^\\s]*\\s*$' },
);
const WebAddress = documented(z.string().trim().max(maxUri).regex(webStart, { error: 'url' }), {
  type: 'string',
  maxLength: maxUri,
  pattern: '^\\s*[Hh][Tt][Tt][Pp][Ss]?:\\/\\/[^\\s\\/]\\S*\\s*$',
});

/** What a custom claim contains. `text` is a fixed value. */
export const ClaimSource = z.enum(['username', 'email', 'full_name', 'phone', 'groups', 'is_admin', 'text']);
const ClaimName = documented(
  z
    .string()
    .max(64)
    .regex(/^[A-Za-z][A-Za-z0-9_:./-]*$/, { error: 'claim_name' }),
  {
    type: 'string',
    maxLength: 64,
    pattern: '^[A-Za-z][A-Za-z0-9_:.\\/-]*$',
  },
);
const CustomClaim = z.object({
  name: ClaimName,
  source: ClaimSource,
  /** Only for the source `text`. */
  text: line(256).default(''),
});
export type CustomClaim = z.infer<typeof CustomClaim>;

const { accessTokenMinutes, refreshTokenDays, signInAgeMinutes } = appLimits;

/** Ours in addition to the interface. */
const AppOptions = z.object({
  kind: AppKind,
  authentication: AppAuthentication,
  description: line(256),
  /** http(s) address of a picture; empty: none. */
  logo_url: z.union([z.literal(''), WebAddress]),
  /** Where the application begins, for the users' start page; empty: it is not listed there. */
  start_url: z.union([z.literal(''), WebAddress]),
  post_logout_redirect_uri: z.array(RedirectUri).max(appLimits.redirectUris),
  /** Receives logout tokens when a session of the user ends; empty: none. */
  backchannel_logout_uri: z.union([z.literal(''), WebAddress]),
  /** Public keys of the application as a JSON Web Key Set, or the address of one, with `private_key`. */
  jwks: z.string().max(16_384),
  jwks_uri: z.union([z.literal(''), WebAddress]),
  /** Names of the groups whose members may use the application; none: all users. */
  allowed_groups: z.array(Name).max(appLimits.groups),
  requires_mfa: z.boolean(),
  /** Users whose sign-in is older must confirm their identity; null: no limit. */
  max_sign_in_age_minutes: z.int().min(signInAgeMinutes.min).max(signInAgeMinutes.max).nullable(),
  /** For applications of the company: users are not asked for their consent. */
  skips_consent: z.boolean(),
  /** Public applications always need it. */
  requires_pkce: z.boolean(),
  /** Whether devices without a browser can sign in with a code that a person types elsewhere (RFC 8628). */
  allows_device_flow: z.boolean(),
  access_token_minutes: z.int().min(accessTokenMinutes.min).max(accessTokenMinutes.max),
  refresh_token_days: z.int().min(refreshTokenDays.min).max(refreshTokenDays.max),
  id_token_algorithm: SigningAlgorithm,
  /** The `sub` claim: an id that is never reused, or the user name. */
  subject: z.enum(['id', 'username']),
  /** Only these groups are in the claim `groups`; none: all groups of the user. */
  shown_groups: z.array(Name).max(appLimits.groups),
  claims: z.array(CustomClaim).max(appLimits.claims),
});

const withDefaults = AppOptions.extend({
  kind: AppOptions.shape.kind.default('web'),
  authentication: AppOptions.shape.authentication.default('secret'),
  description: AppOptions.shape.description.default(''),
  logo_url: AppOptions.shape.logo_url.default(''),
  start_url: AppOptions.shape.start_url.default(''),
  post_logout_redirect_uri: AppOptions.shape.post_logout_redirect_uri.default([]),
  backchannel_logout_uri: AppOptions.shape.backchannel_logout_uri.default(''),
  jwks: AppOptions.shape.jwks.default(''),
  jwks_uri: AppOptions.shape.jwks_uri.default(''),
  allowed_groups: AppOptions.shape.allowed_groups.default([]),
  requires_mfa: AppOptions.shape.requires_mfa.default(false),
  max_sign_in_age_minutes: AppOptions.shape.max_sign_in_age_minutes.default(null),
  skips_consent: AppOptions.shape.skips_consent.default(false),
  requires_pkce: AppOptions.shape.requires_pkce.default(false),
  allows_device_flow: AppOptions.shape.allows_device_flow.default(false),
  access_token_minutes: AppOptions.shape.access_token_minutes.default(accessTokenMinutes.default),
  refresh_token_days: AppOptions.shape.refresh_token_days.default(refreshTokenDays.default),
  id_token_algorithm: AppOptions.shape.id_token_algorithm.default('RS256'),
  subject: AppOptions.shape.subject.default('id'),
  shown_groups: AppOptions.shape.shown_groups.default([]),
  claims: AppOptions.shape.claims.default([]),
});

/** The fields of the interface. */
const documentedFields = {
  name: Name,
  redirect_uri: z.array(RedirectUri).max(appLimits.redirectUris),
  /** Applications that sign people in always have `openid`. */
  scope: z.array(AppScope).max(appScopes.length),
  enabled: z.boolean(),
};

export const NewOpenidApp = withDefaults.extend(documentedFields);

/** Options that are absent do not change: clients of the interface do not know them. */
const ChangedOpenidApp = AppOptions.partial().extend(documentedFields);

/** Interface reference §9, without the secret, and our fields. */
export const OpenidApp = AppOptions.extend({
  ...documentedFields,
  id: Id,
  client_id: z.string(),
  created_at: NaiveTimestamp,
  /** True with no `allowed_groups`: they were deleted, and no user may use the application. */
  is_restricted: z.boolean(),
  /** When users last signed in to it, at most an hour late; null: never. */
  last_used_at: NaiveTimestamp.nullable(),
  /** How many users have authorized it. */
  user_count: z.int().min(0),
  /** When its secret was created; null: it has none. */
  secret_created_at: NaiveTimestamp.nullable(),
  /** Until when the former secret is accepted too; null: there is none. */
  former_secret_until: NaiveTimestamp.nullable(),
});
export type OpenidApp = z.infer<typeof OpenidApp>;

/** What users who are not administrators see of an application. */
const PublicApp = z.object({ client_id: z.string(), name: z.string(), scope: z.array(AppScope) });

const ClientParam = z.object({ clientId: pathText(64) });
const area = 'applications';
const appFaults = [
  'openid_app_name_taken',
  'openid_redirect_invalid',
  'openid_app_needs_redirect',
  'openid_app_needs_key',
  'openid_claim_reserved',
  'group_name_unknown',
] as const;

export const listOpenidApps = endpoint({
  method: 'GET',
  path: '/oauth',
  access: 'admin',
  area,
  summary: 'List applications that sign users in',
  response: z.array(OpenidApp),
});

/** The secret is only in this response; empty if the application has none. */
export const addOpenidApp = endpoint({
  method: 'POST',
  path: '/oauth',
  access: 'admin',
  area,
  revealsSecret: true,
  summary: 'Add an application that signs users in',
  body: NewOpenidApp,
  response: OpenidApp.extend({ client_secret: z.string() }),
  status: 201,
  errors: [...appFaults, 'openid_app_limit_reached', 'proof_required'],
});

export const getOpenidApp = endpoint({
  method: 'GET',
  path: '/oauth/:clientId',
  access: 'user',
  area,
  summary: 'Get an application; users who are not administrators get its name and scopes',
  params: ClientParam,
  response: z.union([OpenidApp, PublicApp]),
  errors: ['openid_app_not_found'],
});

/** Users are asked for their consent again if the scopes change. */
export const updateOpenidApp = endpoint({
  method: 'PUT',
  path: '/oauth/:clientId',
  access: 'admin',
  area,
  summary: 'Change an application',
  params: ClientParam,
  body: ChangedOpenidApp,
  response: Empty,
  errors: [...appFaults, 'openid_app_not_found', 'proof_required'],
});

export const setOpenidAppState = endpoint({
  method: 'POST',
  path: '/oauth/:clientId',
  access: 'admin',
  area,
  endsAccess: true,
  summary: 'Enable or disable an application; its tokens end at once',
  params: ClientParam,
  body: z.object({ enabled: z.boolean() }),
  response: Empty,
  errors: ['openid_app_not_found', 'proof_required'],
});

export const deleteOpenidApp = endpoint({
  method: 'DELETE',
  path: '/oauth/:clientId',
  access: 'admin',
  area,
  endsAccess: true,
  summary: 'Delete an application with all its tokens',
  params: ClientParam,
  response: Empty,
  errors: ['openid_app_not_found'],
});

/** Ours. The former secret is accepted for the given time; 0 ends it at once. */
export const rotateOpenidAppSecret = endpoint({
  method: 'POST',
  path: '/oauth/:clientId/secret',
  access: 'admin',
  area,
  revealsSecret: true,
  summary: 'Create a new secret of an application',
  params: ClientParam,
  body: z.object({
    overlap_hours: z.int().min(0).max(appLimits.secretOverlapHours.max).default(appLimits.secretOverlapHours.default),
  }),
  response: z.object({ client_secret: z.string(), former_secret_until: NaiveTimestamp.nullable() }),
  errors: ['openid_app_not_found', 'openid_app_has_no_secret', 'proof_required'],
});

/** A user who uses an application. */
export const AppUser = z.object({
  user_id: Id,
  username: z.string(),
  full_name: z.string(),
  scope: z.array(AppScope),
  authorized_at: NaiveTimestamp,
  /** At most an hour late. */
  last_used_at: NaiveTimestamp,
});
export type AppUser = z.infer<typeof AppUser>;

/** Ours. At most 1 000, those who used it last first. */
export const listOpenidAppUsers = endpoint({
  method: 'GET',
  path: '/oauth/:clientId/users',
  access: 'admin',
  area,
  summary: 'List the users of an application',
  params: ClientParam,
  response: z.array(AppUser),
  errors: ['openid_app_not_found'],
});

/** Ours. What the developer of an application needs. */
export const OpenidIssuer = z.object({
  issuer: z.string(),
  discovery_url: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  userinfo_endpoint: z.string(),
  jwks_uri: z.string(),
  end_session_endpoint: z.string(),
  introspection_endpoint: z.string(),
  revocation_endpoint: z.string(),
  device_authorization_endpoint: z.string(),
  pushed_authorization_request_endpoint: z.string(),
  keys: z.array(
    z.object({
      kid: z.string(),
      algorithm: SigningAlgorithm,
      /** `next` is published but does not sign yet; `former` only verifies. */
      state: z.enum(['next', 'current', 'former']),
      created_at: NaiveTimestamp,
      /** When a current key stops signing, or a former one is removed; null for the next one. */
      ends_at: NaiveTimestamp.nullable(),
    }),
  ),
});
export type OpenidIssuer = z.infer<typeof OpenidIssuer>;

export const getOpenidIssuer = endpoint({
  method: 'GET',
  path: '/openid_issuer',
  access: 'admin',
  area,
  summary: 'Get the addresses and signing keys of the OpenID provider',
  response: OpenidIssuer,
});

export const rotateOpenidKeys = endpoint({
  method: 'POST',
  path: '/openid_issuer/rotate_keys',
  access: 'admin',
  area,
  requiresReauthentication: true,
  summary: 'Sign with new keys from now on; the former ones still verify until their tokens expire',
  response: Empty,
});

/** An application on a user's start page. */
export const LauncherApp = z.object({
  client_id: z.string(),
  name: z.string(),
  description: z.string(),
  logo_url: z.string(),
  start_url: z.string(),
});
export type LauncherApp = z.infer<typeof LauncherApp>;

/** Ours. Enabled applications with a start address that the caller may use. */
export const listLauncherApps = endpoint({
  method: 'GET',
  path: '/launcher',
  access: 'user',
  area: 'basics',
  summary: 'List the applications of the current user',
  response: z.array(LauncherApp),
});

/** Interface reference §6 and §11. */
export const listAuthorizedApps = endpoint({
  method: 'GET',
  path: '/oauth/apps/:username',
  access: 'self',
  area: 'users',
  summary: "List the applications that use a user's account",
  params: UsernameParam,
  response: z.array(
    z.object({
      /** The id of the application, as in `authorized_apps`. */
      id: Id,
      username: z.string(),
      client_id: z.string(),
      name: z.string(),
      home_url: z.string(),
      logo_url: z.string(),
      scope: z.array(AppScope),
      date: NaiveTimestamp,
      /** At most an hour late. */
      last_used_at: NaiveTimestamp,
    }),
  ),
  errors: ['user_not_found'],
});

/** Interface reference §6. Ends the tokens of the application for this user at once. */
export const removeAuthorizedApp = endpoint({
  method: 'DELETE',
  path: '/user/:username/oauth_app/:id',
  access: 'self',
  area: 'users',
  endsAccess: true,
  summary: "End an application's access to an account",
  params: UsernameParam.extend({ id: PathId }),
  response: z.null(),
  errors: ['user_not_found', 'openid_authorization_not_found'],
});
