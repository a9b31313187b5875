import { z } from 'zod';

/** A text that is empty or matches the schema. */
export function emptyOr(schema: z.ZodType<string, string>) {
  return z.string().superRefine((text, context) => {
    if (text === '') return;
    for (const { message } of schema.safeParse(text).error?.issues ?? []) context.addIssue({ code: 'custom', message });
  });
}
