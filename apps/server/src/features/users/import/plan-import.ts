import { setImmediate } from 'node:timers/promises';
import { EmailAddress, LastName, Name, Phone, Username } from '@gatewarden/contract/primitives';
import type { ImportColumn, ImportPreview, ImportProblem, ImportRow } from '@gatewarden/contract/user-import';
import type { z } from 'zod';
import { loginName } from '../login-name.ts';
import { readBoolean } from './active-words.ts';
import { groupNamesIn } from './group-names.ts';
import type { FileRow } from './read-rows.ts';

/** What an import looks at. Names and addresses as `loginName` has them, for that is how they are told apart. */
export interface Known {
  readonly usernames: ReadonlySet<string>;
  readonly emails: ReadonlySet<string>;
  readonly groups: ReadonlyMap<string, { readonly is_admin: boolean }>;
  readonly isReserved: (username: string) => boolean;
}

type Problem = ImportRow['problems'][number];

/** Checking five fields of so many rows takes some milliseconds. */
const rowsAtOnce = 200;

/** What each row would do. Lets others work in between; equal files and equal knowledge give equal plans. */
export async function planImport(rows: readonly FileRow[], known: Known): Promise<ImportRow[]> {
  const plan: ImportRow[] = [];
  const seen = { username: new Map<string, number>(), email: new Map<string, number>() };
  for (const [index, row] of rows.entries()) {
    if (index % rowsAtOnce === 0) await setImmediate();
    plan.push(planRow(row, known, seen));
  }
  return plan;
}

type Seen = Readonly<Record<'username' | 'email', Map<string, number>>>;

function planRow({ row, fields, hasTooMany }: FileRow, known: Known, seen: Seen): ImportRow {
  const groups = groupNamesIn(fields.groups ?? '');
  const problems = [
    ...(hasTooMany ? [problemOf(null, 'too_many_fields')] : []),
    ...check('username', fields.username, Username),
    ...check('first_name', fields.first_name, Name),
    ...check('last_name', fields.last_name ?? '', LastName),
    ...check('email', fields.email, EmailAddress),
    ...(fields.phone === undefined ? [] : check('phone', fields.phone, Phone)),
    ...repeated('username', fields.username, row, seen),
  ];
  const exists = known.usernames.has(loginName(fields.username ?? ''));
  // of somebody who is here already, only the name has to be right: nothing else is looked at
  const isKnown = exists && !problems.some(({ field }) => field === null || field === 'username');
  if (!isKnown) {
    problems.push(
      ...(known.isReserved(fields.username ?? '') ? [problemOf('username', 'reserved', fields.username)] : []),
      ...repeated('email', fields.email, row, seen),
      ...(known.emails.has(loginName(fields.email ?? '')) ? [problemOf('email', 'taken', fields.email)] : []),
      ...groups.filter((name) => !known.groups.has(name)).map((name) => problemOf('groups', 'unknown_group', name)),
      ...(isActive(fields.is_active) === undefined ? [problemOf('is_active', 'invalid', fields.is_active)] : []),
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
    is_active: isActive(fields.is_active) ?? true,
    is_admin: groups.some((name) => known.groups.get(name)?.is_admin),
    problems: isKnown ? [] : problems,
  };
}

function check(field: ImportColumn, value: string | undefined, rule: z.ZodType): Problem[] {
  if (value === undefined) return [problemOf(field, 'missing')];
  const issue = rule.safeParse(value).error?.issues[0];
  if (!issue) return [];
  return [problemOf(field, issue.code === 'too_big' ? 'too_long' : 'invalid', value)];
}

/** Remembers the first row of each. */
function repeated(field: keyof Seen, value: string | undefined, row: number, seen: Seen): Problem[] {
  const key = value === undefined ? undefined : loginName(value);
  if (key === undefined) return [];
  const first = seen[field].get(key);
  if (first === undefined) seen[field].set(key, row);
  return first === undefined ? [] : [problemOf(field, 'repeated', value, first)];
}

const words: Readonly<Record<ImportProblem, string>> = {
  missing: 'is missing',
  invalid: 'is not valid',
  too_long: 'is too long',
  taken: 'belongs to another user',
  reserved: 'is reserved',
  repeated: 'is in an earlier row too',
  unknown_group: 'names a group that does not exist',
  too_many_fields: 'The row has more fields than there are columns',
};
/** So much of a value tells which it is. */
const shownCharacters = 128;

function problemOf(
  field: ImportColumn | null,
  problem: ImportProblem,
  value: string | undefined = '',
  row: number | null = null,
): Problem {
  const msg = field === null ? words[problem] : `${field} ${words[problem]}`;
  return { field, problem, value: value.slice(0, shownCharacters), row, msg };
}

/** Undefined when it is neither true nor false; an empty field is true. */
function isActive(text: string | undefined): boolean | undefined {
  return text === undefined ? true : readBoolean(text);
}

/** How many rows do what. */
export function countOutcomes(rows: readonly ImportRow[]): Pick<ImportPreview, ImportRow['outcome']> {
  const counts = { add: 0, exists: 0, error: 0 };
  for (const { outcome } of rows) counts[outcome] += 1;
  return counts;
}
