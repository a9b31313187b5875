import type { z } from 'zod';

/**
 * Attaches a JSON Schema for the API documentation, for refinements and conversions that Zod cannot express. A request
 * that the JSON Schema allows must be accepted, and one that it forbids must be rejected.
 */
export function documented<Schema extends z.ZodType>(
  schema: Schema,
  jsonSchema: Readonly<Record<string, unknown>>,
): Schema {
  return schema.meta({ documented: jsonSchema });
}

/** Documents the schema as a stricter one, which the service checks with a specific error code. */
export function documentedAs<Schema extends z.ZodType>(schema: Schema, stricter: z.ZodType): Schema {
  return schema.meta({ documentedAs: stricter });
}
