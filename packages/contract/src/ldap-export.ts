import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { exportProblemReasons } from './ldap-export.names.ts';
import { NaiveTimestamp } from './primitives.ts';

export const ExportProblemReason = z.enum(exportProblemReasons);
export type ExportProblemReason = z.infer<typeof ExportProblemReason>;

export const ExportObject = z.enum(['user', 'group']);
export type ExportObject = z.infer<typeof ExportObject>;

const count = z.int().min(0);

/** What a comparison found. */
export const ExportCounts = z.object({
  /** Users and groups that the directory should have. */
  users: count,
  groups: count,
  /** Of them, those without an entry, and those whose entry differed. Both are written. */
  missing: count,
  changed: count,
  /** Entries below the search bases that this instance does not manage. They are never changed. */
  extra: count,
});
export type ExportCounts = z.infer<typeof ExportCounts>;

const object = z.object({ kind: ExportObject, name: z.string() });
/** At most `maxExportDifferences` of each kind. */
export const ExportDifferences = z.object({
  missing: z.array(object),
  changed: z.array(object.extend({ attributes: z.array(z.string()) })),
  extra: z.array(object),
});
export type ExportDifferences = z.infer<typeof ExportDifferences>;
export const maxExportDifferences = 100;

const ExportComparison = z.object({
  at: NaiveTimestamp,
  counts: ExportCounts,
  differences: ExportDifferences,
});

/**
 * - `off`: this instance does not write to the directory.
 * - `in_sync`: the directory has everything.
 * - `waiting`: changes are being written.
 * - `refused`: the directory does not accept some changes.
 * - `failed`: the directory cannot be used; changes wait.
 */
export const ExportState = z.enum(['off', 'in_sync', 'waiting', 'refused', 'failed']);
export type ExportState = z.infer<typeof ExportState>;

export const LdapExportStatus = z.object({
  state: ExportState,
  /** Users and groups whose changes are not written yet. */
  waiting: count,
  /** Since when the oldest of them waits. */
  oldest_waiting_at: NaiveTimestamp.nullable(),
  /** An error code that says why the directory cannot be used; null if it can. */
  error: z.string().nullable(),
  failed_at: NaiveTimestamp.nullable(),
  /** When a directory that cannot be used is tried again; null: now. */
  next_attempt_at: NaiveTimestamp.nullable(),
  /** How many of the waiting changes the directory refused. They are tried again later. */
  refused: count,
  /** The first of them, the oldest first. */
  problems: z.array(object.extend({ reason: ExportProblemReason, since: NaiveTimestamp })),
  /** Entries that this instance manages. */
  linked_users: count,
  linked_groups: count,
  /** Accounts and groups that the directory still manages: they are not written until they are taken over. */
  managed_users: count,
  managed_groups: count,
  /** All others: what is written without a limit to groups. */
  local_users: count,
  local_groups: count,
  is_comparing: z.boolean(),
  next_comparison_at: NaiveTimestamp.nullable(),
  last_comparison: ExportComparison.nullable(),
});
export type LdapExportStatus = z.infer<typeof LdapExportStatus>;

export const getLdapExport = endpoint({
  method: 'GET',
  path: '/ldap/export',
  access: 'admin',
  area: 'settings',
  enterprise: 'ldap',
  summary: 'Show the state of writing to the directory',
  response: LdapExportStatus,
});

/** Also tries again what the directory refused. */
export const runLdapExport = endpoint({
  method: 'POST',
  path: '/ldap/export/run',
  withoutLicense: true,
  access: 'admin',
  area: 'settings',
  enterprise: 'ldap',
  summary: 'Compare the directory with this instance now, and write the differences',
  response: z.object({}),
  status: 202,
  errors: ['ldap_export_off', 'directory_not_configured'],
});

/** Their entries are never deleted, only disabled. */
export const takeOverLdapEntries = endpoint({
  method: 'POST',
  path: '/ldap/export/take_over',
  access: 'admin',
  area: 'settings',
  enterprise: 'ldap',
  requiresReauthentication: true,
  summary: 'Manage here the accounts and groups that came from the directory, and write their changes to their entries',
  response: z.object({ users: count, groups: count }),
  errors: ['ldap_export_off', 'directory_not_configured'],
});
