import type { z } from 'zod';

export interface WrongField {
  /** Path in the request, with dots. */
  readonly field: string;
  /** Stable name of the violated rule. */
  readonly rule: string;
  /** Limit of rules that have one, such as `too_long`. */
  readonly limit?: number;
  readonly msg: string;
}

type Finding = Omit<WrongField, 'field'>;

/** Describes an invalid field in our own words: texts of the schema library may change with its version. */
export function describeIssue(issue: z.core.$ZodIssue): WrongField {
  return { field: issue.path.join('.'), ...findingOf(issue) };
}

function findingOf(issue: z.core.$ZodIssue): Finding {
  switch (issue.code) {
    case 'invalid_type':
      return issue.message === requiredMark
        ? missing
        : { rule: 'invalid_type', msg: `Must be ${named(issue.expected)}` };
    case 'too_small':
      return bounded(issue.origin, Number(issue.minimum), 'at least', ['too_short', 'too_small', 'too_few']);
    case 'too_big':
      return bounded(issue.origin, Number(issue.maximum), 'at most', ['too_long', 'too_big', 'too_many']);
    case 'invalid_value':
      return { rule: 'invalid_value', msg: `Must be one of: ${issue.values.join(', ')}` };
    case 'invalid_format':
      return { rule: ruleNamed(issue.message) ?? ruleNamed(issue.format) ?? 'invalid', msg: formatMessage(issue) };
    default:
      return { rule: ruleNamed(issue.message) ?? 'invalid', msg: formatMessage(issue) };
  }
}

/** Zod does not include the input in an issue; this message marks a missing one. */
export const requiredMark = 'required';
const missing: Finding = { rule: 'required', msg: 'Is required' };

type Bounded = readonly [text: string, number: string, list: string];

function bounded(origin: string, limit: number, direction: string, [text, number, list]: Bounded): Finding {
  if (origin === 'string') return { rule: text, limit, msg: `Must have ${direction} ${counted(limit, 'character')}` };
  if (origin === 'array') return { rule: list, limit, msg: `Must have ${direction} ${counted(limit, 'item')}` };
  return { rule: number, limit, msg: `Must be ${direction} ${limit}` };
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

function named(type: string): string {
  if (type === 'int') return 'an integer';
  return `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;
}

/** Rules of the refinements and formats of the contract. */
const formatMessages: Readonly<Record<string, string>> = {
  required: 'Is required',
  control_characters: 'Must not contain control characters',
  username: 'Must have 1 to 63 letters, digits, dots, hyphens and underscores, the first a letter or digit',
  username_start: 'Must start with a letter or digit',
  username_characters: 'Must contain only letters without accents, digits, dots, hyphens and underscores',
  email: 'Must be an email address',
  phone: 'Must be a phone number',
  url: 'Must be empty, an http or https URL, or a path that starts with /',
  id: 'Must be an integer of at least 1',
  host: 'Must be a host name or an IP address, without a port',
  core: 'Must be host:port',
  network: 'Must be an IP address or a network in CIDR notation',
  public_key: 'Must be base64 of 32 bytes',
  base64url: 'Must be base64url without padding',
  transport: 'Must be the name of a transport',
  datetime: 'Must be an RFC 3339 time with an offset',
  time_range: 'Must be in the years 1970 to 9999',
  page: 'Must be an integer from 1 to 9999999',
  password_length: 'Must have 8 to 128 bytes',
  password_lower: 'Must contain a lowercase letter',
  password_upper: 'Must contain an uppercase letter',
  password_digit: 'Must contain a digit',
  password_special: 'Must contain a special character',
};

function ruleNamed(name: string): string | undefined {
  return Object.hasOwn(formatMessages, name) ? name : undefined;
}

function formatMessage(issue: z.core.$ZodIssue): string {
  const format = issue.code === 'invalid_format' ? issue.format : '';
  return formatMessages[issue.message] ?? formatMessages[format] ?? 'Is not valid';
}
