import { EditAccessTest } from '@gatewarden/contract/access-tests';
import { z } from 'zod';
import { destinationLists } from './destination-lists.schema.ts';

/** Values of the form of an access test. */
export const TestForm = z.object({
  name: EditAccessTest.shape.name,
  expectation: EditAccessTest.shape.expectation,
  /** `all_users`, or a kind and an id: `group 2`. */
  source: z.string().min(1, { error: 'required' }),
  /** Id as text; null: all locations that enforce access rules. */
  location: z.string().nullable(),
  ...destinationLists,
});
export type TestInput = z.input<typeof TestForm>;
export type TestValues = z.output<typeof TestForm>;
