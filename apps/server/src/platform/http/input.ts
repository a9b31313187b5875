import { DomainError } from '@gatewarden/contract/errors';
import type { z } from 'zod';
import { describeIssue, requiredMark, type WrongField } from './wrong-field.ts';

type Part = 'params' | 'query' | 'body';

/** Interface reference §1: a body that breaks a rule is 422, a path or a query 400. */
const statusOf = { params: 400, query: 400, body: 422 } as const satisfies Record<Part, number>;
const mostFields = 50;

/** Input that the contract refuses; names every field at fault. */
export class InvalidInput extends DomainError {
  readonly fields: readonly WrongField[];
  readonly status: number;

  constructor(part: Part, fields: readonly WrongField[]) {
    super('invalid_input', fields[0]?.field ? { field: fields[0].field } : {});
    this.fields = fields.slice(0, mostFields);
    this.status = statusOf[part];
  }
}

/**
 * What the contract makes of a part of the request; undefined for a part that the endpoint does not have.
 * @throws InvalidInput
 */
export function parseInput(schema: z.ZodType | undefined, value: unknown, part: Part): unknown {
  if (!schema) return undefined;
  const parsed = schema.safeParse(value, { error: ({ input }) => (input === undefined ? requiredMark : undefined) });
  if (!parsed.success) throw new InvalidInput(part, parsed.error.issues.map(describeIssue));
  const broken = findBrokenText(parsed.data);
  if (broken) {
    const msg = 'The text has characters that cannot be stored';
    throw new InvalidInput(part, [{ field: broken.join('.'), rule: 'characters', msg }]);
  }
  return parsed.data;
}

/**
 * Where a text is that PostgreSQL cannot hold: U+0000, or half of a surrogate pair, which is no Unicode. Looks at what
 * the contract let through, which is bounded in size and depth.
 */
function findBrokenText(value: unknown): (string | number)[] | undefined {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? [] : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, item] of Object.entries(value)) {
    const inside = findBrokenText(item);
    if (inside) return [key, ...inside];
  }
  return undefined;
}
