import { DomainError } from '@gatewarden/contract/errors';
import type { z } from 'zod';
import { describeIssue, requiredMark, type WrongField } from './wrong-field.ts';

type Part = 'params' | 'query' | 'body';

/** Interface reference §1: an invalid body is 422, an invalid path or query 400. */
const statusOf = { params: 400, query: 400, body: 422 } as const satisfies Record<Part, number>;
const maxFields = 50;

/** Input that violates the contract; contains every invalid field. */
export class InvalidInput extends DomainError {
  readonly fields: readonly WrongField[];
  readonly status: number;

  constructor(part: Part, fields: readonly WrongField[]) {
    super('invalid_input', fields[0]?.field ? { field: fields[0].field } : {});
    this.fields = fields.slice(0, maxFields);
    this.status = statusOf[part];
  }
}

/**
 * Parses a part of the request with the schema of the contract; undefined for a part that the endpoint does not have.
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

/** Whether PostgreSQL can store the text: without U+0000 and unpaired surrogates, which are not valid Unicode. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Returns the path of a text that cannot be stored. Runs on validated input, which is limited in size and depth. */
function findBrokenText(value: unknown): (string | number)[] | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : [];
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, item] of Object.entries(value)) {
    const inside = findBrokenText(item);
    if (inside) return [key, ...inside];
  }
  return undefined;
}
