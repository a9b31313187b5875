import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, NaiveTimestamp, Name, PathId, pathInteger, ZonedTimestamp } from './primitives.ts';

/** Without the secret, which is shown only once. */
export const ScimToken = z.object({
  id: Id,
  name: z.string(),
  created_at: NaiveTimestamp,
  /** Null: it was never rotated. */
  rotated_at: NaiveTimestamp.nullable(),
  /** Until when the secret before the last rotation is accepted; null: it no longer is. */
  previous_expires_at: NaiveTimestamp.nullable(),
  /** Null: it does not expire. */
  expires_at: NaiveTimestamp.nullable(),
  /** With a precision of one minute; null if it was never used. */
  last_used_at: NaiveTimestamp.nullable(),
  /** The user name of the administrator who created or rotated it last; null if the account was deleted. */
  issued_by: z.string().nullable(),
});
export type ScimToken = z.infer<typeof ScimToken>;

export const NewScimToken = z.object({ name: Name, expires_at: ZonedTimestamp.nullish() });

export const RotateScimToken = z.object({
  /** How long the former secret is still accepted. */
  overlap_hours: z.int().min(0).max(168).default(24),
  /** Null: it does not expire; absent: unchanged. */
  expires_at: ZonedTimestamp.nullish(),
});

const IdParam = z.object({ id: PathId });
const Secret = z.object({ id: Id, token: z.string() });

export const listScimTokens = endpoint({
  method: 'GET',
  path: '/scim/token',
  access: 'admin',
  area: 'settings',
  enterprise: 'scim',
  summary: 'List the tokens of SCIM clients, oldest first',
  response: z.array(ScimToken),
});

export const addScimToken = endpoint({
  method: 'POST',
  path: '/scim/token',
  access: 'admin',
  area: 'settings',
  requiresReauthentication: true,
  revealsSecret: true,
  enterprise: 'scim',
  summary: 'Create a token with which an identity provider manages users and groups; the secret is shown only once',
  body: NewScimToken,
  response: Secret,
  status: 201,
  errors: ['scim_token_expiry_past', 'scim_token_limit_reached'],
});

/** The secret before that, if it is still accepted, stops working. */
export const rotateScimToken = endpoint({
  method: 'POST',
  path: '/scim/token/:id/rotate',
  withoutLicense: true,
  access: 'admin',
  area: 'settings',
  requiresReauthentication: true,
  revealsSecret: true,
  enterprise: 'scim',
  summary: 'Replace the secret of a SCIM token; the former one is accepted for a while',
  params: IdParam,
  body: RotateScimToken,
  response: Secret,
  errors: ['scim_token_not_found', 'scim_token_expiry_past'],
});

export const deleteScimToken = endpoint({
  method: 'DELETE',
  path: '/scim/token/:id',
  access: 'admin',
  area: 'settings',
  requiresReauthentication: true,
  enterprise: 'scim',
  endsAccess: true,
  summary: 'Delete a SCIM token; it stops working immediately',
  params: IdParam,
  response: z.null(),
  errors: ['scim_token_not_found'],
});

export const ScimStatus = z.object({
  /** The address that identity providers need. */
  base_url: z.string(),
  managed_users: z.int().min(0),
  managed_groups: z.int().min(0),
  removals: z.object({
    /** Accounts that were disabled or deleted within the last hour, and how many may be. */
    last_hour: z.int().min(0),
    limit: z.int().min(0),
    /** Since when further removals are refused until an administrator decides; null: they are not. */
    stopped_at: NaiveTimestamp.nullable(),
    /** Refused since then. */
    refused: z.int().min(0),
    /** Until when the limit does not apply; null: it applies. */
    lifted_until: NaiveTimestamp.nullable(),
  }),
});
export type ScimStatus = z.infer<typeof ScimStatus>;

export const getScimStatus = endpoint({
  method: 'GET',
  path: '/scim/status',
  access: 'admin',
  area: 'settings',
  enterprise: 'scim',
  summary: 'Show the address for SCIM clients, what SCIM manages, and the limit of removals',
  response: ScimStatus,
});

/** Counting starts again in both cases. */
export const resumeScimRemovals = endpoint({
  method: 'POST',
  path: '/scim/removals/resume',
  withoutLicense: true,
  access: 'admin',
  area: 'settings',
  requiresReauthentication: true,
  enterprise: 'scim',
  summary: 'Accept removals over SCIM again, with the limit or an hour without it',
  body: z.object({ without_limit: z.boolean() }),
  response: z.null(),
});

/** Older ones are deleted. */
export const scimRequestDays = 30;
export const scimRequestPageSize = 50;

/** A request that changed something or failed. */
export const ScimRequest = z.object({
  id: Id,
  at: NaiveTimestamp,
  token_name: z.string(),
  method: z.string(),
  resource_type: z.string(),
  /** The userName or displayName, or the id in the path if nothing has this id. */
  resource: z.string(),
  /** Of the answer. */
  status: z.int(),
  /** Why it failed, in English as it was sent to the client; null if it did not fail. */
  detail: z.string().nullable(),
});
export type ScimRequest = z.infer<typeof ScimRequest>;

export const listScimRequests = endpoint({
  method: 'GET',
  path: '/scim/request',
  access: 'admin',
  area: 'settings',
  enterprise: 'scim',
  summary: 'List requests of SCIM clients that changed something or failed in the last 30 days, latest first',
  query: z.object({
    /** The `next` of the previous page; absent for the first page. */
    before: pathInteger(Number.MAX_SAFE_INTEGER, 'id').optional(),
  }),
  response: z.object({
    requests: z.array(ScimRequest),
    /** Null on the last page. */
    next: Id.nullable(),
  }),
});
