import type { z } from 'zod';

/**
 * Adds to `schema` that none of `fields` is empty (`''`) while `isRequired(values)`. Reports each as `required`, also while
 * other fields are invalid: `isRequired` may then receive invalid values.
 */
export function requireFields<Values extends object, Input>(
  schema: z.ZodType<Values, Input>,
  fields: readonly (keyof Values & string)[],
  isRequired: (values: Values) => boolean,
): z.ZodType<Values, Input> {
  return fields.reduce(
    (checked, field) =>
      checked.refine((values) => !isRequired(values) || values[field] !== '', {
        path: [field],
        error: 'required',
        // otherwise only once all other fields are valid
        when: () => true,
      }),
    schema,
  );
}
