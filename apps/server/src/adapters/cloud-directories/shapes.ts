import { z } from 'zod';

/** The largest page that any of the services publishes: 1,000. */
const maxItems = 1_000;

/** The id of an entry; those of the services have at most a few dozen characters. */
export const entryId = z.string().min(1).max(256);

/** A detail of an entry, which services leave out or state as null if it has none. */
export const text = z.string().nullish();

/**
 * A list of at most 1,000 items that fails at its first invalid item: Zod would collect the problems of all, also of
 * nested lists.
 */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z
    .array(z.unknown())
    .max(maxItems)
    .transform((values, context): z.output<Item>[] => {
      const items: z.output<Item>[] = [];
      for (const [index, value] of values.entries()) {
        const parsed = item.safeParse(value);
        if (!parsed.success) {
          const [issue] = parsed.error.issues;
          context.addIssue({ code: 'custom', message: issue?.message ?? '', path: [index, ...(issue?.path ?? [])] });
          return z.NEVER;
        }
        items.push(parsed.data);
      }
      return items;
    });
}

/** The first problem, in at most 200 characters. */
export function describeProblem({ issues: [issue] }: z.ZodError): string {
  return [issue?.path.join('.'), issue?.message].filter(Boolean).join(': ').slice(0, 200);
}
