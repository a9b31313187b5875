import type { Filter, Operator } from '../filter/parse-filter.ts';
import type { FilterValue } from '../filter/token-reader.ts';
import type { Complex } from './read-resource.ts';

/** Whether an item satisfies the filter of a path; texts are compared without regard to case. */
export function matchesItem(filter: Filter, item: Complex): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.parts.every((part) => matchesItem(part, item));
    case 'or':
      return filter.parts.some((part) => matchesItem(part, item));
    case 'not':
      return !matchesItem(filter.filter, item);
    case 'where':
      return false;
    case 'present':
      return item[filter.path.name] !== undefined;
    case 'compare':
      return compare(filter.operator, item[filter.path.name], filter.value);
  }
}

function compare(operator: Operator, left: string | boolean | undefined, right: FilterValue): boolean {
  const a = String(left ?? '').toLowerCase();
  const b = String(right ?? '').toLowerCase();
  if (operator === 'eq') return left !== undefined && a === b;
  if (operator === 'ne') return left === undefined || a !== b;
  if (left === undefined) return false;
  return tests[operator](a, b);
}

const tests: Readonly<Record<Exclude<Operator, 'eq' | 'ne'>, (a: string, b: string) => boolean>> = {
  co: (a, b) => a.includes(b),
  sw: (a, b) => a.startsWith(b),
  ew: (a, b) => a.endsWith(b),
  gt: (a, b) => a > b,
  ge: (a, b) => a >= b,
  lt: (a, b) => a < b,
  le: (a, b) => a <= b,
};
