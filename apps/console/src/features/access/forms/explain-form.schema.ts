import { parseAddress } from '@gatewarden/net/address';
import { z } from 'zod';

/** Values of the form that asks about a connection; ids and the number of the protocol as text. */
export const ExplainForm = z.object({
  user: z.string().min(1, { error: 'required' }),
  location: z.string().min(1, { error: 'required' }),
  address: z
    .string()
    .trim()
    .min(1, { error: 'required' })
    .refine((text) => parseAddress(text) !== undefined, { error: 'access_question_invalid' }),
  protocol: z.string(),
  port: z.int().min(0).max(65_535).optional(),
  /** Of a `datetime-local` field; empty: now. */
  at: z.string(),
});
export type ExplainInput = z.input<typeof ExplainForm>;
export type ExplainValues = z.output<typeof ExplainForm>;
