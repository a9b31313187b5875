import { z } from 'zod';
import { documented } from './documented.ts';
import { endpoint } from './endpoint.ts';
import { Id } from './primitives.ts';

/** Of one file. */
export const importLimits = { rows: 10_000, bytes: 2 * 1024 * 1024 } as const;

/** What a column of the file can be; its name may be written otherwise. The first four are needed. */
export const importColumns = ['username', 'first_name', 'last_name', 'email', 'phone', 'groups', 'is_active'] as const;
export type ImportColumn = (typeof importColumns)[number];

/** Why a row cannot be imported. */
export const importProblems = [
  'missing',
  'invalid',
  'too_long',
  'taken',
  /** A user name of a system account, of a call of the API, or of the setting. */
  'reserved',
  /** As in an earlier row, `row`. */
  'repeated',
  /** There is no group `value`. */
  'unknown_group',
  /** More fields than there are columns: a separator inside a field that is not quoted. */
  'too_many_fields',
] as const;
export type ImportProblem = (typeof importProblems)[number];

const Problem = z.object({
  /** Null when it is about the row. */
  field: z.enum(importColumns).nullable(),
  problem: z.enum(importProblems),
  /** Of the field, or the part of it that is at fault. */
  value: z.string(),
  row: z.int().nullable(),
  msg: z.string(),
});

const ImportRow = z.object({
  /** As a spreadsheet numbers it: the names of the columns are in 1. */
  row: z.int(),
  /** `exists`: there is somebody of this user name, who stays as they are. */
  outcome: z.enum(['add', 'exists', 'error']),
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  groups: z.array(z.string()),
  is_active: z.boolean(),
  /** One of the groups gives the rights of an administrator. */
  is_admin: z.boolean(),
  problems: z.array(Problem),
});
export type ImportRow = z.infer<typeof ImportRow>;

const ImportPreview = z.object({
  /** Stands for the file and for what it would do; the import is asked for with it. */
  digest: z.string(),
  separator: z.enum([',', ';', '\t']),
  /** Names of columns that mean nothing here. */
  ignored_columns: z.array(z.string()),
  add: z.int(),
  exists: z.int(),
  error: z.int(),
  rows: z.array(ImportRow),
});
export type ImportPreview = z.infer<typeof ImportPreview>;

/** Text of the file. A mark of the byte order at its start is harmless. */
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
  summary: 'Tell what each row of a CSV file of users would do; changes nothing',
  maxBodyBytes,
  body: z.object({ csv: Csv }),
  response: ImportPreview,
  errors: fileErrors,
});

/** All rows or none. Refused when it would do anything else than the preview said. */
export const importUsers = endpoint({
  method: 'POST',
  path: '/users/import',
  access: 'admin',
  area: 'users',
  mayChangeAdminRights: true,
  summary: 'Add the users of a CSV file that was previewed, all or none',
  maxBodyBytes,
  body: z.object({ csv: Csv, digest: z.string().max(64) }),
  response: z.object({ added: z.int() }),
  errors: [...fileErrors, 'import_has_errors', 'import_outdated', 'managed_elsewhere'],
});

/** In the columns that an import takes, and some more. */
export const exportUsers = endpoint({
  method: 'POST',
  path: '/users/export',
  access: 'admin',
  area: 'users',
  summary: 'Download users as CSV; all of them when none are named',
  body: z.object({ users: z.array(Id).max(20_000).optional() }),
  answer: { kind: 'download', content: { 'text/csv': z.string() } },
  response: z.string(),
});
