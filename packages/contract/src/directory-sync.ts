import { z } from 'zod';
import { syncProblemKinds } from './directory-sync.names.ts';
import { endpoint } from './endpoint.ts';
import { Id, NaiveTimestamp, PathId } from './primitives.ts';

export const SyncProblemKind = z.enum(syncProblemKinds);
export type SyncProblemKind = z.infer<typeof SyncProblemKind>;

/**
 * Why a run did not change anything.
 * - `empty`, `duplicates`: the answer of the directory cannot be complete. Cannot be confirmed.
 * - `removals`: it would remove more than the limit.
 * - `first_run`: nothing was synchronized before.
 */
export const GuardReason = z.enum(['empty', 'duplicates', 'removals', 'first_run']);
export type GuardReason = z.infer<typeof GuardReason>;

/**
 * - `queued`, `running`: not finished.
 * - `planned`: a preview.
 * - `waiting`: needs a confirmation, for the reason in `guard`.
 * - `stopped`: not applied, for the reason in `guard`.
 * - `completed`, `failed`: as the words say.
 * - `replaced`: waited for a confirmation until a later run replaced it.
 */
export const SyncRunState = z.enum([
  'queued',
  'running',
  'planned',
  'waiting',
  'stopped',
  'completed',
  'failed',
  'replaced',
]);
export type SyncRunState = z.infer<typeof SyncRunState>;

const count = z.int().min(0);
/** How many of each the run changes or changed. */
export const SyncCounts = z.object({
  /** People and groups in scope. */
  users: count,
  groups: count,
  added: count,
  linked: count,
  changed: count,
  enabled: count,
  disabled: count,
  deleted: count,
  groups_added: count,
  groups_linked: count,
  groups_renamed: count,
  groups_released: count,
  members_added: count,
  members_removed: count,
  unconfirmed: count,
  protected: count,
  problems: count,
});
export type SyncCounts = z.infer<typeof SyncCounts>;

const name = z.string();
const member = z.object({ group: name, username: name });
/** At most `maxDifferences` of each kind. */
export const SyncDifferences = z.object({
  added: z.array(z.object({ username: name, email: name })),
  linked: z.array(name),
  changed: z.array(z.object({ username: name, fields: z.array(name) })),
  enabled: z.array(name),
  disabled: z.array(name),
  deleted: z.array(name),
  groups_added: z.array(name),
  groups_linked: z.array(name),
  groups_renamed: z.array(z.object({ before: name, after: name })),
  groups_released: z.array(name),
  members_added: z.array(member),
  members_removed: z.array(member),
  /** Administrators whose accounts are linked only if they are confirmed. */
  unconfirmed: z.array(z.object({ user_id: Id, username: name })),
  protected: z.array(name),
  problems: z.array(z.object({ problem: SyncProblemKind, name })),
});
export type SyncDifferences = z.infer<typeof SyncDifferences>;
export const maxDifferences = 200;

/** A directory that accounts and groups come from: `ldap`, or `openid-<id>` of an OpenID provider. */
const SyncSource = z.string().max(32);
export const SyncSourceKind = z.enum(['ldap', 'google', 'microsoft', 'okta', 'jumpcloud']);
export type SyncSourceKind = z.infer<typeof SyncSourceKind>;

export const SyncRun = z.object({
  id: Id,
  source: z.string(),
  state: SyncRunState,
  is_preview: z.boolean(),
  /** The administrator who requested it; null: the schedule. */
  requested_by: z.string().nullable(),
  created_at: NaiveTimestamp,
  ended_at: NaiveTimestamp.nullable(),
  guard: GuardReason.nullable(),
  /** An error code that says what to fix. */
  error: z.string().nullable(),
  /** Null until the directory was read. */
  counts: SyncCounts.nullable(),
});
export type SyncRun = z.infer<typeof SyncRun>;

export const SyncRunDetails = SyncRun.extend({ differences: SyncDifferences.nullable() });
export type SyncRunDetails = z.infer<typeof SyncRunDetails>;

export const SyncStatus = z.object({
  source: z.string(),
  kind: SyncSourceKind,
  /** Of the provider. */
  name: z.string(),
  /** Whether runs are scheduled. */
  is_enabled: z.boolean(),
  /** Whether a directory is set up. */
  is_configured: z.boolean(),
  interval_seconds: z.int(),
  next_run_at: NaiveTimestamp.nullable(),
  linked_users: count,
  linked_groups: count,
  /** The newest run that is not a preview. */
  last: SyncRun.nullable(),
  /** The newest run, if it has not finished. */
  current: SyncRun.nullable(),
});
export type SyncStatus = z.infer<typeof SyncStatus>;

const Started = z.object({ id: Id });
const SourceQuery = z.object({ source: SyncSource.default('ldap') });

/** Every source that can be set up: LDAP, and the OpenID providers of a kind with a directory. */
export const listDirectorySources = endpoint({
  method: 'GET',
  path: '/directory_sync/source',
  access: 'admin',
  area: 'settings',
  summary: 'List the directories that accounts and groups can come from, with their state',
  response: z.array(SyncStatus),
});

export const getDirectorySync = endpoint({
  method: 'GET',
  path: '/directory_sync',
  access: 'admin',
  area: 'settings',
  summary: 'Show the state of the synchronization with a directory',
  query: SourceQuery,
  response: SyncStatus,
  errors: ['directory_source_not_found'],
});

export const previewDirectorySync = endpoint({
  method: 'POST',
  path: '/directory_sync/preview',
  access: 'admin',
  area: 'settings',
  summary: 'Start a run that only plans: read its result with GET /directory_sync/run/:id',
  query: SourceQuery,
  response: Started,
  status: 202,
  errors: ['directory_source_not_found', 'directory_not_configured', 'directory_sync_running'],
});

export const runDirectorySync = endpoint({
  method: 'POST',
  path: '/directory_sync/run',
  access: 'admin',
  area: 'settings',
  requiresReauthentication: true,
  summary: 'Start a synchronization now',
  query: SourceQuery,
  response: Started,
  status: 202,
  errors: [
    'directory_source_not_found',
    'directory_not_configured',
    'directory_sync_disabled',
    'directory_sync_running',
  ],
});

/** Changes what the run showed, if the directory still answers the same; otherwise the new run waits again. */
export const confirmDirectorySync = endpoint({
  method: 'POST',
  path: '/directory_sync/run/:id/confirm',
  access: 'admin',
  area: 'settings',
  requiresReauthentication: true,
  summary: 'Apply a run that waits, and link the accounts of these administrators',
  params: z.object({ id: PathId }),
  body: z.object({ administrators: z.array(Id).max(maxDifferences).default([]) }),
  response: Started,
  status: 202,
  errors: [
    'directory_source_not_found',
    'directory_not_configured',
    'directory_sync_disabled',
    'directory_sync_running',
    'directory_sync_run_not_found',
    'directory_sync_not_waiting',
  ],
});

export const listDirectorySyncRuns = endpoint({
  method: 'GET',
  path: '/directory_sync/run',
  access: 'admin',
  area: 'settings',
  summary: 'List the last runs, newest first',
  query: SourceQuery,
  response: z.array(SyncRun),
  errors: ['directory_source_not_found'],
});

export const getDirectorySyncRun = endpoint({
  method: 'GET',
  path: '/directory_sync/run/:id',
  access: 'admin',
  area: 'settings',
  summary: 'Show a run with its differences',
  params: z.object({ id: PathId }),
  response: SyncRunDetails,
  errors: ['directory_sync_run_not_found'],
});

export const DirectoryTest = z.object({
  success: z.boolean(),
  message: z.string(),
  /** The error code of `message`; null after a success. */
  code: z.string().nullable(),
});
export type DirectoryTest = z.infer<typeof DirectoryTest>;

/**
 * Also 200 if the test fails, as the interface specifies. Without `source`, the first OpenID provider with directory sync;
 * LDAP if there is none.
 */
export const testDirectorySync = endpoint({
  method: 'GET',
  path: '/test_directory_sync',
  access: 'admin',
  area: 'settings',
  enterprise: 'identity_providers',
  summary: 'Test whether the directory can be read with the stored settings',
  query: z.object({ source: SyncSource.optional() }),
  response: DirectoryTest,
  errors: ['directory_source_not_found'],
});

/** Tests the stored settings. */
export const testLdap = endpoint({
  method: 'GET',
  path: '/ldap/test',
  access: 'admin',
  area: 'settings',
  enterprise: 'ldap',
  summary: 'Test the connection to the LDAP server with the stored settings',
  response: z.object({}),
  errors: [
    'directory_not_configured',
    'directory_unreachable',
    'directory_timeout',
    'directory_certificate',
    'directory_starttls',
    'directory_encryption_required',
    'directory_credentials',
    'directory_base',
    'directory_permission',
    'directory_limit',
    'directory_protocol',
  ],
});
