import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parseFault } from './fault.ts';
import { zodFault } from './zod-fault.ts';

/** The first fault that the schema finds. */
const faultOf = (schema: z.ZodType, input: unknown) => schema.safeParse(input).error?.issues[0]?.message;

describe('faults of a schema', () => {
  beforeAll(() => void z.config({ customError: zodFault }));
  // files of a project share Zod
  afterAll(() => void z.config({ customError: undefined }));

  it.each([
    ['an empty text where one is needed', z.string().min(1), '', 'required'],
    ['a missing number', z.int(), undefined, 'required'],
    ['a number that is none', z.int(), 'abc', 'not_a_number'],
    ['a short text', z.string().min(3), 'ab', 'too_short?count=3'],
    ['a long text', z.string().max(2), 'abc', 'too_long?count=2'],
    ['a small number', z.int().min(120), 5, 'too_small?count=120'],
    ['a big number', z.int().max(65_535), 70_000, 'too_big?count=65535'],
    ['a list with too few entries', z.array(z.string()).min(1), [], 'too_few?count=1'],
    ['a list with too many entries', z.array(z.string()).max(1), ['a', 'b'], 'too_many?count=1'],
    ['an address that is no e-mail', z.email(), 'ada', 'email'],
    ['a rule of our own', z.string().regex(/^x/, { error: 'username' }), 'ada', 'username'],
    ['an unknown choice', z.enum(['a']), 'b', 'invalid'],
  ])('names %s by its rule', (_, schema, input, fault) => {
    expect(faultOf(schema, input)).toBe(fault);
  });

  it('can be parsed', () => {
    expect(parseFault('too_short?count=3')).toEqual({ rule: 'too_short', values: { count: '3' } });
    expect(parseFault('The name is taken.')).toBeUndefined();
  });
});
