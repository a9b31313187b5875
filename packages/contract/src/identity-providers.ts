import { z } from 'zod';
import { AuthResponse, MfaInfo } from './auth.ts';
import { documented } from './documented.ts';
import { Empty, endpoint } from './endpoint.ts';
import { UsernameHandling } from './identity-providers.settings.ts';
import { EmailAddress, Id, line, NaiveTimestamp, PathId, pathText } from './primitives.ts';
import { UsernameParam } from './users.ts';

/** Determines labels and presets. */
export const ProviderKind = z.enum(['google', 'microsoft', 'okta', 'jumpcloud', 'custom']);
export type ProviderKind = z.infer<typeof ProviderKind>;

const Behavior = z.enum(['keep', 'disable', 'delete']);
const SyncTarget = z.enum(['all', 'users', 'groups']);
const text = z.string().nullable();

/** Users who have `claim` among the values of the group claim are members of `group`. */
const GroupMapping = z.object({ claim: line(256, 1), group: line(128, 1) });

/** Interface reference §5. Fields below `kind` are ours. Secrets are never returned. */
export const Provider = z.object({
  id: Id,
  name: z.string(),
  base_url: z.string(),
  client_id: z.string(),
  /** Always empty, as the other secrets are null; `client_secret_set` says whether it is stored. */
  client_secret: z.string(),
  display_name: text,
  google_service_account_key: text,
  google_service_account_email: text,
  admin_email: text,
  directory_sync_enabled: z.boolean(),
  /** Seconds. */
  directory_sync_interval: z.int(),
  directory_sync_user_behavior: Behavior,
  directory_sync_admin_behavior: Behavior,
  directory_sync_target: SyncTarget,
  okta_dirsync_client_id: text,
  okta_private_jwk: text,
  jumpcloud_api_key: text,
  /** Empty: all groups. */
  directory_sync_group_match: z.array(z.string()),
  kind: ProviderKind,
  /** More removals than this share of all, in percent, need a confirmation. */
  directory_sync_removal_limit: z.int(),
  enabled: z.boolean(),
  /** Whether the first sign-in with a verified email address links the account that has it; never an administrator's. */
  link_by_email: z.boolean(),
  /** Whether a second factor at the provider replaces ours: `mfa` in `amr`, or one of `acr_values` as `acr`. */
  trust_second_factor: z.boolean(),
  acr_values: z.array(z.string()),
  /** The claim with the groups of the user; null: groups are managed here. */
  group_claim: text,
  group_mapping: z.array(GroupMapping),
  client_secret_set: z.boolean(),
  google_service_account_key_set: z.boolean(),
  okta_private_jwk_set: z.boolean(),
  jumpcloud_api_key_set: z.boolean(),
});
export type Provider = z.infer<typeof Provider>;

export const ListedProvider = Provider.extend({
  /** Users who can sign in with an account of the provider. */
  linked_users: z.int().min(0),
  /** Of them, those who cannot sign in otherwise. */
  last_credential_users: z.int().min(0),
});
export type ListedProvider = z.infer<typeof ListedProvider>;

const ProviderName = z
  .string()
  .min(1)
  .regex(/^[A-Za-z0-9](?:[A-Za-z0-9 ._-]{0,62}[A-Za-z0-9_-])?$/, { error: 'openid_provider_name_invalid' });

/** The issuer; the service checks what depends on the configuration of core. */
const BaseUrl = documented(
  z
    .string()
    .trim()
    .min(1)
    .max(1024)
    .refine((value) => isPlainUrl(value), { error: 'openid_base_url_invalid' }),
  { type: 'string', maxLength: 1024, pattern: '^https?:\\/\\/[a-z0-9.-]+(?:\\/[A-Za-z0-9._~\\/-]*)?$' },
);

function isPlainUrl(value: string): boolean {
  const url = URL.parse(value);
  if (!url || !/^https?:$/.test(url.protocol)) return false;
  return `${url.username}${url.password}${url.search}${url.hash}` === '' && !/[\s?#]/.test(value);
}

const OptionalEmail = documented(
  line(254).refine((address) => address === '' || EmailAddress.safeParse(address).success, { error: 'email' }),
  { type: 'string', maxLength: 254, pattern: `^$|${z.regexes.html5Email.source}` },
);

/**
 * Secrets that are absent, null or empty are unchanged. Absent fields of ours are unchanged too: clients of the interface may
 * not know them.
 */
export const ProviderInput = z.object({
  name: ProviderName,
  base_url: BaseUrl,
  client_id: line(512, 1),
  client_secret: z.string().max(4096).nullish(),
  display_name: line(128).nullish(),
  /** The JSON file that Google Cloud creates, or only the private key in PEM with `google_service_account_email`. */
  google_service_account_key: z.string().max(16_384).nullish(),
  google_service_account_email: OptionalEmail.nullish(),
  admin_email: OptionalEmail.nullish(),
  directory_sync_enabled: z.boolean().default(false),
  directory_sync_interval: z.int().min(60).max(604_800).default(600),
  directory_sync_user_behavior: Behavior.default('keep'),
  directory_sync_admin_behavior: Behavior.default('keep'),
  directory_sync_target: SyncTarget.default('all'),
  okta_dirsync_client_id: line(512).nullish(),
  okta_private_jwk: z.string().max(16_384).nullish(),
  jumpcloud_api_key: z.string().max(1024).nullish(),
  /** Names, separated by commas. */
  directory_sync_group_match: z.string().max(4096).nullish(),
  /** If absent, of a new provider: by its name. */
  kind: ProviderKind.optional(),
  directory_sync_removal_limit: z.int().min(0).max(100).optional(),
  enabled: z.boolean().optional(),
  link_by_email: z.boolean().optional(),
  trust_second_factor: z.boolean().optional(),
  acr_values: z.array(line(256, 1)).max(10).optional(),
  group_claim: line(128).nullish(),
  group_mapping: z.array(GroupMapping).max(200).optional(),
  /** Settings of the instance; absent: unchanged. */
  create_account: z.boolean().optional(),
  username_handling: UsernameHandling.optional(),
});

const ProviderParam = z.object({ name: pathText(64) });
const OpenidSettings = z.object({ create_account: z.boolean(), username_handling: UsernameHandling });

const providerRules = [
  'openid_provider_name_taken',
  'openid_provider_limit_reached',
  'openid_base_url_placeholder',
  'openid_base_url_refused',
  'openid_secret_needed',
  'openid_directory_incomplete',
  'openid_google_key_invalid',
  'openid_okta_key_invalid',
  'group_name_unknown',
  'managed_elsewhere',
] as const;

/** Ours: the buttons of the sign-in page. */
export const listSignInProviders = endpoint({
  method: 'GET',
  path: '/openid/providers',
  access: 'anonymous',
  area: 'sign-in',
  summary: 'List the OpenID providers for sign-in',
  response: z.array(z.object({ name: z.string(), display_name: text, kind: ProviderKind })),
});
export type SignInProvider = z.infer<typeof listSignInProviders.response>[number];

const AuthInfo = z.object({ url: z.string(), button_display_name: text });

export const getAuthInfo = endpoint({
  method: 'GET',
  path: '/openid/auth_info',
  access: 'anonymous',
  area: 'sign-in',
  enterprise: 'identity_providers',
  summary: 'Show where to sign in at an OpenID provider; without `provider`, at the first one',
  query: z.object({ provider: z.string().max(64).optional() }),
  response: AuthInfo,
  errors: ['openid_provider_not_found', 'openid_provider_unreachable', 'openid_answer_invalid'],
});

/** `code`, `state` and `iss` (RFC 9207) as the provider sends them to the console. */
export const CallbackBody = z.object({
  code: z.string().min(1).max(4096),
  state: z.string().min(1).max(512),
  iss: z.string().max(1024).nullish(),
});

export const callbackRules = [
  'openid_provider_not_found',
  'openid_provider_unreachable',
  'openid_answer_invalid',
  'openid_state_invalid',
  'openid_code_refused',
  'rate_limited',
] as const;

/** 200: signed in. 201: a second factor is required. */
export const finishOpenidSignIn = endpoint({
  method: 'POST',
  path: '/openid/callback',
  access: 'anonymous',
  area: 'sign-in',
  enterprise: 'identity_providers',
  summary: 'Sign in with the answer of an OpenID provider',
  body: CallbackBody,
  response: AuthResponse,
  alternative: { status: 201, response: MfaInfo },
  errors: [
    ...callbackRules,
    'openid_email_missing',
    'openid_name_missing',
    'openid_account_unknown',
    'openid_account_disabled',
    'openid_account_exists',
    'openid_username_unavailable',
  ],
});

export const getProvider = endpoint({
  method: 'GET',
  path: '/openid/provider',
  access: 'admin',
  area: 'settings',
  enterprise: 'identity_providers',
  summary: 'Show the first OpenID provider, and the settings for new accounts',
  response: z.object({ provider: Provider.nullable(), settings: OpenidSettings }),
});

export const saveProvider = endpoint({
  method: 'POST',
  path: '/openid/provider',
  access: 'admin',
  area: 'settings',
  enterprise: 'identity_providers',
  requiresReauthentication: true,
  endsAccess: true,
  summary: 'Add an OpenID provider, or replace the first one',
  body: ProviderInput,
  response: Provider,
  status: 201,
  errors: providerRules,
});

/** Ours, as the next call. */
export const listProviders = endpoint({
  method: 'GET',
  path: '/openid/provider_list',
  access: 'admin',
  area: 'settings',
  enterprise: 'identity_providers',
  summary: 'List all OpenID providers',
  response: z.object({ providers: z.array(ListedProvider), redirect_uris: z.array(z.string()) }),
});

export const addProvider = endpoint({
  method: 'POST',
  path: '/openid/provider_list',
  access: 'admin',
  area: 'settings',
  enterprise: 'identity_providers',
  requiresReauthentication: true,
  summary: 'Add an OpenID provider',
  body: ProviderInput,
  response: Provider,
  status: 201,
  errors: providerRules,
});

export const getProviderByName = endpoint({
  method: 'GET',
  path: '/openid/provider/:name',
  access: 'admin',
  area: 'settings',
  enterprise: 'identity_providers',
  summary: 'Show an OpenID provider',
  params: ProviderParam,
  response: Provider,
  errors: ['openid_provider_not_found'],
});

export const updateProvider = endpoint({
  method: 'PUT',
  path: '/openid/provider/:name',
  access: 'admin',
  area: 'settings',
  enterprise: 'identity_providers',
  requiresReauthentication: true,
  endsAccess: true,
  summary: 'Change an OpenID provider; another address, client or a disabled provider ends the sessions that it began',
  params: ProviderParam,
  body: ProviderInput,
  response: Provider,
  errors: ['openid_provider_not_found', ...providerRules],
});

export const deleteProvider = endpoint({
  method: 'DELETE',
  path: '/openid/provider/:name',
  access: 'admin',
  area: 'settings',
  enterprise: 'identity_providers',
  requiresReauthentication: true,
  endsAccess: true,
  summary: 'Delete an OpenID provider with all links to it, and end the sessions that it began',
  params: ProviderParam,
  response: Empty,
  errors: ['openid_provider_not_found'],
});

/** Ours: what discovery finds. A failed test is an answer too. */
export const testProvider = endpoint({
  method: 'POST',
  path: '/openid/provider/test',
  withoutLicense: true,
  access: 'admin',
  area: 'settings',
  enterprise: 'identity_providers',
  summary: 'Read the description of an OpenID provider',
  body: z.object({ base_url: BaseUrl }),
  response: z.object({
    success: z.boolean(),
    /** Why it failed: `blocked_address`, `timeout`, `too_large`, `certificate`, `connection`, `status`, `insecure`, `invalid`. */
    reason: text,
    /** The host that was called. */
    host: text,
    /** Such as the status or the address. */
    detail: text,
    issuer: text,
    authorization_endpoint: text,
    token_endpoint: text,
    userinfo_endpoint: text,
    scopes: z.array(z.string()),
    claims: z.array(z.string()),
    redirect_uris: z.array(z.string()),
  }),
});
export type ProviderTest = z.infer<typeof testProvider.response>;

/** An account at a provider with which a user signs in. */
export const ExternalIdentity = z.object({
  id: Id,
  provider: z.string(),
  display_name: text,
  kind: ProviderKind,
  /** As the provider reported it at the last sign-in. */
  email: text,
  linked_at: NaiveTimestamp,
  last_sign_in_at: NaiveTimestamp.nullable(),
  /** Whether the user has no other credential: no password, no passkey, no account at another enabled provider. */
  is_last_credential: z.boolean(),
});
export type ExternalIdentity = z.infer<typeof ExternalIdentity>;

/** Ours, as the next calls. */
export const listExternalIdentities = endpoint({
  method: 'GET',
  path: '/user/:username/external_identity',
  access: 'self',
  area: 'users',
  summary: "List a user's linked accounts at OpenID providers",
  params: UsernameParam,
  response: z.array(ExternalIdentity),
  errors: ['user_not_found'],
});

/** Administrators may remove the last credential of another user, who then cannot sign in until they set a password. */
export const unlinkExternalIdentity = endpoint({
  method: 'DELETE',
  path: '/user/:username/external_identity/:id',
  access: 'self',
  area: 'users',
  requiresReauthentication: true,
  endsAccess: true,
  summary: 'Remove a link to an OpenID provider and end the sessions that it began',
  params: UsernameParam.extend({ id: PathId }),
  query: z.object({ last_credential: z.enum(['keep', 'remove']).default('keep') }),
  response: Empty,
  errors: ['external_identity_not_found', 'external_identity_last_credential'],
});

export const startLink = endpoint({
  method: 'POST',
  path: '/openid/link/start',
  access: 'user',
  area: 'sign-in',
  requiresReauthentication: true,
  summary: 'Show where to sign in to link your own account to an OpenID provider',
  body: z.object({ provider: z.string().max(64) }),
  response: AuthInfo,
  errors: ['openid_provider_not_found', 'openid_provider_unreachable', 'openid_answer_invalid'],
});

export const finishLink = endpoint({
  method: 'POST',
  path: '/openid/link',
  access: 'user',
  area: 'sign-in',
  requiresReauthentication: true,
  summary: 'Link your own account with the answer of an OpenID provider',
  body: CallbackBody,
  response: ExternalIdentity,
  status: 201,
  errors: [...callbackRules, 'external_identity_taken', 'external_identity_exists'],
});
