import { z } from 'zod';
import { documented } from './documented.ts';
import { endpoint } from './endpoint.ts';
import { Id } from './primitives.ts';
import { importLimits } from './user-import.names.ts';

/** The columns of the file; their names may have other spellings. The first four are required. */
export const importColumns = ['username', 'first_name', 'last_name', 'email', 'phone', 'groups', 'is_active'] as const;
export type ImportColumn = (typeof importColumns)[number];

/** Why a row cannot be imported. */
export const importProblems = [
  'missing',
  'invalid',
  'too_long',
  'taken',
  /** A user name of a system account, of an API path, or of the setting `reserved_usernames`. */
  'reserved',
  /** The value also occurs in the earlier row `row`. */
  'repeated',
  /** The group `value` does not exist. */
  'unknown_group',
  /** Another system manages the members of the group `value`. */
  'managed_group',
  /** More fields than columns, as with a separator in an unquoted field. */
  'too_many_fields',
] as const;
export type ImportProblem = (typeof importProblems)[number];

const Problem = z.object({
  /** Null for a problem of the whole row. */
  field: z.enum(importColumns).nullable(),
  problem: z.enum(importProblems),
  /** The value of the field, or the invalid part of it. */
  value: z.string(),
  row: z.int().nullable(),
  msg: z.string(),
});

const ImportRow = z.object({
  /** As in a spreadsheet: the column names are in row 1. */
  row: z.int(),
  /** `exists`: there is a user with this name, who remains unchanged. */
  outcome: z.enum(['add', 'exists', 'error']),
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  groups: z.array(z.string()),
  is_active: z.boolean(),
  /** Whether one of the groups grants administrator rights. */
  is_admin: z.boolean(),
  problems: z.array(Problem),
});
export type ImportRow = z.infer<typeof ImportRow>;

const ImportPreview = z.object({
  /** Identifies the file and the effects of its import; required for the import. */
  digest: z.string(),
  separator: z.enum([',', ';', '\t']),
  /** Names of unknown columns. */
  ignored_columns: z.array(z.string()),
  add: z.int(),
  exists: z.int(),
  error: z.int(),
  rows: z.array(ImportRow),
});
export type ImportPreview = z.infer<typeof ImportPreview>;

/** Text of the file. A byte order mark at its start is ignored. */
const Csv = documented(z.string().max(importLimits.bytes), {
  type: 'string',
  minLength: 1,
  maxLength: importLimits.bytes,
  pattern: '^[^\\u0000]*$',
});
/** Line breaks and quotation marks take two bytes in JSON. */
const maxBodyBytes = 2 * importLimits.bytes + 1024;
const fileErrors = ['csv_unreadable', 'csv_empty', 'csv_too_large', 'csv_columns_missing'] as const;

export const previewImport = endpoint({
  method: 'POST',
  path: '/users/import/preview',
  access: 'admin',
  area: 'users',
  summary: 'Preview the effect of each row of a CSV file of users, without changes',
  maxBodyBytes,
  body: z.object({ csv: Csv }),
  response: ImportPreview,
  errors: fileErrors,
});

/** All rows or none. Refused if its effects would differ from the preview. */
export const importUsers = endpoint({
  method: 'POST',
  path: '/users/import',
  access: 'admin',
  area: 'users',
  mayChangeAdminRights: true,
  summary: 'Add the users of a previewed CSV file, all or none',
  maxBodyBytes,
  body: z.object({ csv: Csv, digest: z.string().max(64) }),
  response: z.object({ added: z.int() }),
  errors: [...fileErrors, 'import_has_errors', 'import_outdated', 'managed_elsewhere'],
});

/** With the columns of an import, and some more. */
export const exportUsers = endpoint({
  method: 'POST',
  path: '/users/export',
  access: 'admin',
  area: 'users',
  summary: 'Download users as CSV; all users if none are given',
  body: z.object({ users: z.array(Id).max(20_000).optional() }),
  answer: { kind: 'download', content: { 'text/csv': z.string() } },
  response: z.string(),
});
