import type { z } from 'zod';

/** The schema, with these fields required while `isNeeded`. Every missing one has a fault, also while others have another. */
export function requireFields<Values extends object, Input>(
  schema: z.ZodType<Values, Input>,
  fields: readonly (keyof Values & string)[],
  isNeeded: (values: Values) => boolean,
): z.ZodType<Values, Input> {
  return fields.reduce(
    (checked, field) =>
      checked.refine((values) => !isNeeded(values) || values[field] !== '', {
        path: [field],
        error: 'required',
        // otherwise only once all other fields are valid
        when: () => true,
      }),
    schema,
  );
}
