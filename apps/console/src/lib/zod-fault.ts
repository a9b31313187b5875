import type { z } from 'zod';
import { isRule, type Rule } from './fault.ts';

type Issue = z.core.$ZodRawIssue;

/** The rule that a value breaks, as `parseFault` reads it. */
export function zodFault(issue: Issue): string {
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
