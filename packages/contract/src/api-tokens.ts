import { z } from 'zod';
import { Empty, endpoint } from './endpoint.ts';
import { Id, NaiveTimestamp, Name, PathId, ZonedTimestamp } from './primitives.ts';
import { scopes } from './scopes.ts';
import { UsernameParam } from './users.ts';

const TokenScope = z.enum(scopes);

/** Without the secret, which is shown only once. */
export const ApiToken = z.object({
  id: Id,
  name: z.string(),
  created_at: NaiveTimestamp,
  /** Null: it does not expire. */
  expires_at: NaiveTimestamp.nullable(),
  scopes: z.array(TokenScope),
  /** With a precision of one minute; null if it was never used. */
  last_used_at: NaiveTimestamp.nullable(),
});
export type ApiToken = z.infer<typeof ApiToken>;

export const NewApiToken = z.object({
  name: Name,
  expires_at: ZonedTimestamp.nullish(),
  /** If absent, all rights of the owner, for clients without support for scopes. */
  scopes: z.array(TokenScope).min(1).max(scopes.length).default(['write']),
});

const TokenParam = UsernameParam.extend({ id: PathId });

export const listApiTokens = endpoint({
  method: 'GET',
  path: '/user/:username/api_token',
  access: 'self',
  area: 'users',
  enterprise: 'api_tokens',
  summary: "List a user's API tokens",
  params: UsernameParam,
  response: z.array(ApiToken),
  errors: ['user_not_found'],
});

/** The secret is shown only in this response. */
export const addApiToken = endpoint({
  method: 'POST',
  path: '/user/:username/api_token',
  access: 'self',
  area: 'users',
  requiresReauthentication: true,
  enterprise: 'api_tokens',
  summary: 'Create an API token that acts as the user',
  params: UsernameParam,
  body: NewApiToken,
  response: z.object({ token: z.string(), id: Id }),
  status: 201,
  errors: ['user_not_found', 'user_disabled', 'api_token_expiry_past', 'api_token_limit_reached'],
});

export const deleteApiToken = endpoint({
  method: 'DELETE',
  path: '/user/:username/api_token/:id',
  access: 'self',
  area: 'users',
  requiresReauthentication: true,
  enterprise: 'api_tokens',
  endsAccess: true,
  summary: 'Delete an API token; it stops working immediately',
  params: TokenParam,
  response: Empty,
  errors: ['api_token_not_found'],
});

export const renameApiToken = endpoint({
  method: 'POST',
  path: '/user/:username/api_token/:id/rename',
  access: 'self',
  area: 'users',
  requiresReauthentication: true,
  enterprise: 'api_tokens',
  summary: 'Rename an API token',
  params: TokenParam,
  body: z.object({ name: Name }),
  response: Empty,
  errors: ['api_token_not_found'],
});
