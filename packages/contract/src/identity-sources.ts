import { z } from 'zod';
import { SyncStatus } from './directory-sync.ts';
import { endpoint } from './endpoint.ts';
import { ProviderKind } from './identity-providers.ts';
import { ExportState } from './ldap-export.ts';
import { NaiveTimestamp } from './primitives.ts';
import { ScimRequest } from './scim.ts';

/** `local` is this instance; there are several sources of the kind `openid`, one of each other kind. */
const SourceKind = z.enum(['local', 'ldap', 'openid', 'scim']);

const count = z.int().min(0);

/**
 * What an administrator should do something about.
 * - `sync_waiting`, `sync_stopped`, `sync_failed`: the last synchronization changed nothing.
 * - `export_failed`, `export_refused`: changes of users and groups are not written to LDAP.
 * - `removals_stopped`: SCIM clients wanted to remove too many accounts.
 * - `token_expired`, `token_expires`: of a SCIM client, the latter within two weeks.
 * - `no_token`: SCIM manages accounts, and no client can connect.
 */
const SourceAttention = z.enum([
  ...(['sync_waiting', 'sync_stopped', 'sync_failed'] as const),
  ...(['export_failed', 'export_refused'] as const),
  ...(['removals_stopped', 'token_expired', 'token_expires', 'no_token'] as const),
]);
export type SourceAttention = z.infer<typeof SourceAttention>;

const ExportSummary = z.object({
  state: ExportState.exclude(['off']),
  /** Entries there that follow users and groups of this instance. */
  users: count,
  groups: count,
});

const ScimSummary = z.object({
  tokens: count,
  /** Of any token; null: no client ever connected. */
  last_used_at: NaiveTimestamp.nullable(),
  /** The latest one that changed something or failed. */
  last_request: ScimRequest.nullable(),
});

/** A system that accounts and groups come from, or with which people sign in. */
export const IdentitySource = z.object({
  /** As in `managed_by` of users and groups: `ldap`, `scim`, `openid-<id>`. `local` manages all others. */
  id: z.string(),
  kind: SourceKind,
  /** Of an OpenID provider, as on its button; null for the others. */
  name: z.string().nullable(),
  /** Of an OpenID provider. */
  provider_kind: ProviderKind.nullable(),
  /** `off`: it is set up, and neither changes accounts nor signs people in. */
  state: z.enum(['on', 'off', 'not_set_up']),
  /** Accounts and groups that it manages. */
  users: count,
  groups: count,
  /** Whether people sign in with accounts of the source. */
  signs_in: z.boolean(),
  /** Of an OpenID provider: accounts there that are linked to users. */
  linked_accounts: count.nullable(),
  /** Null if there is no directory that can be read. */
  synchronization: SyncStatus.nullable(),
  /** Of LDAP, while this instance writes its users and groups there; null otherwise. */
  export: ExportSummary.nullable(),
  /** Of SCIM. */
  scim: ScimSummary.nullable(),
  attention: z.array(SourceAttention),
});
export type IdentitySource = z.infer<typeof IdentitySource>;

/** Ours. */
export const listIdentitySources = endpoint({
  method: 'GET',
  path: '/identity_sources',
  access: 'admin',
  area: 'settings',
  summary: 'List where accounts and groups come from: this instance, LDAP, OpenID providers in the order added, SCIM',
  response: z.array(IdentitySource),
});
