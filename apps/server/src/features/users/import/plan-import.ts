import { setImmediate } from 'node:timers/promises';
import { EmailAddress, LastName, Name, Phone, Username } from '@gatewarden/contract/primitives';
import type { ImportColumn, ImportPreview, ImportProblem, ImportRow } from '@gatewarden/contract/user-import';
import type { z } from 'zod';
import { loginName } from '../login-name.ts';
import { parseGroupNames } from './group-names.ts';
import { parseBoolean } from './parse-boolean.ts';
import type { FileRow } from './read-rows.ts';

/** What an import compares with. User names and addresses in the form of `loginName`, by which they are distinguished. */
export interface ExistingData {
  readonly usernames: ReadonlySet<string>;
  readonly emails: ReadonlySet<string>;
  readonly groups: ReadonlyMap<string, { readonly is_admin: boolean; readonly managed_by: string | null }>;
  readonly isReserved: (username: string) => boolean;
}

type Problem = ImportRow['problems'][number];

/** Checking five fields of so many rows takes some milliseconds. */
const rowsPerTurn = 200;

/** What each row would do. Yields to other requests in between; equal files and equal data give equal plans. */
export async function planImport(rows: readonly FileRow[], existing: ExistingData): Promise<ImportRow[]> {
  const plan: ImportRow[] = [];
  const firstRows = { username: new Map<string, number>(), email: new Map<string, number>() };
  for (const [index, row] of rows.entries()) {
    if (index % rowsPerTurn === 0) await setImmediate();
    plan.push(planRow(row, existing, firstRows));
  }
  return plan;
}

type FirstRows = Readonly<Record<'username' | 'email', Map<string, number>>>;

function planRow({ row, fields, hasExtraFields }: FileRow, existing: ExistingData, firstRows: FirstRows): ImportRow {
  const groups = parseGroupNames(fields.groups ?? '');
  const problems = [
    ...(hasExtraFields ? [createProblem(null, 'too_many_fields')] : []),
    ...checkField('username', fields.username, Username),
    ...checkField('first_name', fields.first_name, Name),
    ...checkField('last_name', fields.last_name ?? '', LastName),
    ...checkField('email', fields.email, EmailAddress),
    ...(fields.phone === undefined ? [] : checkField('phone', fields.phone, Phone)),
    ...checkRepeated('username', fields.username, row, firstRows),
  ];
  const exists = existing.usernames.has(loginName(fields.username ?? ''));
  // for an existing user only the name is checked
  const isKnown = exists && !problems.some(({ field }) => field === null || field === 'username');
  if (!isKnown) {
    problems.push(
      ...(existing.isReserved(fields.username ?? '') ? [createProblem('username', 'reserved', fields.username)] : []),
      ...checkRepeated('email', fields.email, row, firstRows),
      ...(existing.emails.has(loginName(fields.email ?? '')) ? [createProblem('email', 'taken', fields.email)] : []),
      ...groups
        .filter((name) => !existing.groups.has(name))
        .map((name) => createProblem('groups', 'unknown_group', name)),
      ...groups
        .filter((name) => existing.groups.get(name)?.managed_by)
        .map((name) => createProblem('groups', 'managed_group', name)),
      ...(parseActive(fields.is_active) === undefined ? [createProblem('is_active', 'invalid', fields.is_active)] : []),
    );
  }
  return {
    row,
    outcome: isKnown ? 'exists' : problems.length > 0 ? 'error' : 'add',
    username: fields.username ?? '',
    first_name: fields.first_name ?? '',
    last_name: fields.last_name ?? '',
    email: fields.email ?? '',
    phone: fields.phone ?? null,
    groups,
    is_active: parseActive(fields.is_active) ?? true,
    is_admin: groups.some((name) => existing.groups.get(name)?.is_admin),
    problems: isKnown ? [] : problems,
  };
}

function checkField(field: ImportColumn, value: string | undefined, rule: z.ZodType): Problem[] {
  if (value === undefined) return [createProblem(field, 'missing')];
  const issue = rule.safeParse(value).error?.issues[0];
  if (!issue) return [];
  return [createProblem(field, issue.code === 'too_big' ? 'too_long' : 'invalid', value)];
}

/** Records the first row of each value. */
function checkRepeated(
  field: keyof FirstRows,
  value: string | undefined,
  row: number,
  firstRows: FirstRows,
): Problem[] {
  const key = value === undefined ? undefined : loginName(value);
  if (key === undefined) return [];
  const first = firstRows[field].get(key);
  if (first === undefined) firstRows[field].set(key, row);
  return first === undefined ? [] : [createProblem(field, 'repeated', value, first)];
}

const problemTexts: Readonly<Record<ImportProblem, string>> = {
  missing: 'is missing',
  invalid: 'is not valid',
  too_long: 'is too long',
  taken: 'belongs to another user',
  reserved: 'is reserved',
  repeated: 'is in an earlier row too',
  unknown_group: 'names a group that does not exist',
  managed_group: 'names a group whose members another system manages',
  too_many_fields: 'The row has more fields than there are columns',
};
/** Enough of a value to identify it. */
const maxValueCharacters = 128;

function createProblem(
  field: ImportColumn | null,
  problem: ImportProblem,
  value: string | undefined = '',
  row: number | null = null,
): Problem {
  const msg = field === null ? problemTexts[problem] : `${field} ${problemTexts[problem]}`;
  return { field, problem, value: value.slice(0, maxValueCharacters), row, msg };
}

/** Undefined if the text is neither true nor false; an empty field is true. */
function parseActive(text: string | undefined): boolean | undefined {
  return text === undefined ? true : parseBoolean(text);
}

/** How many rows have each outcome. */
export function countOutcomes(rows: readonly ImportRow[]): Pick<ImportPreview, ImportRow['outcome']> {
  const counts = { add: 0, exists: 0, error: 0 };
  for (const { outcome } of rows) counts[outcome] += 1;
  return counts;
}
