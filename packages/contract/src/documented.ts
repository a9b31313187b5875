import type { z } from 'zod';

/**
 * The schema, with the JSON Schema that the API documentation has for it: for refinements and conversions, which Zod cannot
 * express. A request that the documented form allows must be accepted, and one that it forbids refused.
 */
export function documented<Schema extends z.ZodType>(
  schema: Schema,
  jsonSchema: Readonly<Record<string, unknown>>,
): Schema {
  return schema.meta({ documented: jsonSchema });
}

/** The schema, documented as a stricter one that the service checks with an error code of its own. */
export function documentedAs<Schema extends z.ZodType>(schema: Schema, stricter: z.ZodType): Schema {
  return schema.meta({ documentedAs: stricter });
}
