import { z } from 'zod';

/**
 * Rules a form's field can break. The contract's own refinements name theirs as message; `tellFaults` puts Zod's into
 * these words. A fault travels as `rule` or `rule?count=3`, and becomes a sentence only where it is shown, so that it
 * follows the language.
 */
export const rules = [
  'required',
  'invalid',
  'too_short',
  'too_long',
  'too_small',
  'too_big',
  'too_few',
  'too_many',
  'not_a_number',
  'email',
  'url',
  'id',
  'username',
  'phone',
  'control_characters',
  'public_key',
  'network_reserved',
  'host',
  'password_length',
  'password_lower',
  'password_upper',
  'password_digit',
  'password_special',
  'not_repeated',
] as const;
export type Rule = (typeof rules)[number];

export interface Fault {
  readonly rule: Rule;
  readonly values: Readonly<Record<string, string>>;
}

/** Makes every schema name its faults by rule. Called once at start. */
export function tellFaults(): void {
  z.config({ customError: (issue) => faultOf(issue) });
}

/** @returns undefined when the text is not a fault but a sentence already */
export function parseFault(text: string): Fault | undefined {
  const [name = '', search = ''] = text.split('?', 2);
  if (!isRule(name)) return undefined;
  return { rule: name, values: Object.fromEntries(new URLSearchParams(search)) };
}

function isRule(name: string): name is Rule {
  return (rules as readonly string[]).includes(name);
}

type Issue = z.core.$ZodRawIssue;

function faultOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return typeFault(issue.expected, issue.input);
    case 'too_small':
      return boundFault(issue.origin, issue.minimum, ['too_short', 'too_small', 'too_few']);
    case 'too_big':
      return boundFault(issue.origin, issue.maximum, ['too_long', 'too_big', 'too_many']);
    case 'invalid_format':
      return isRule(issue.format) ? issue.format : 'invalid';
    default:
      return 'invalid';
  }
}

function typeFault(expected: string, input: unknown): Rule {
  if (input === undefined || input === null || input === '') return 'required';
  return expected === 'number' || expected === 'int' ? 'not_a_number' : 'invalid';
}

type Bounded = readonly [text: Rule, number: Rule, list: Rule];

function boundFault(origin: string, bound: number | bigint, [text, number, list]: Bounded): string {
  if (origin === 'string') return text === 'too_short' && bound === 1 ? 'required' : `${text}?count=${bound}`;
  return `${origin === 'array' || origin === 'set' ? list : number}?count=${bound}`;
}
