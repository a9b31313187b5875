import { z } from 'zod';

/** A node of a JSON Schema. */
export type JsonSchema = Record<string, unknown>;

/** JSON Schema, draft 7, of an answer, for the serializer: without constraints that the types already guarantee. */
export function answerSchema(schema: z.ZodType): JsonSchema {
  return convert(schema, 'output', 'draft-7');
}

/** JSON Schema 2020-12, the dialect of OpenAPI 3.1, of the input or output. */
export function documentedSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const converted = convert(schema, io, 'draft-2020-12');
  return io === 'input' ? withEnforcedFormats(converted) : converted;
}

function convert(schema: z.ZodType, io: 'input' | 'output', target: 'draft-7' | 'draft-2020-12'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    target,
    unrepresentable: 'any',
    override: ({ jsonSchema: node }) => {
      readDocumented(node, io);
      inlineNull(node);
      // answers may get more fields later, and the serializer must not drop unknown ones
      if (io === 'output' && node.additionalProperties === false) delete node.additionalProperties;
    },
  });
  return rest;
}

/** See `documented` and `documentedAs` of the contract. */
function readDocumented(node: JsonSchema, io: 'input' | 'output'): void {
  const stricter = node['documentedAs'] as z.ZodType | undefined;
  delete node['documentedAs'];
  if (io === 'output') delete node['documented'];
  else if (stricter) node['documented'] = documentedSchema(stricter, io);
}

/** `anyOf [x, null]` costs the serializer a validation per value; `type [x, null]` is equivalent for plain types. */
function inlineNull(node: JsonSchema): void {
  const options = node['anyOf'];
  if (!Array.isArray(options) || options.length !== 2) return;
  const [value, none] = options as JsonSchema[];
  const type = value?.['type'];
  if (none?.['type'] !== 'null' || typeof type !== 'string' || type === 'object' || type === 'array') return;
  if (value && 'documented' in value) return;
  delete node['anyOf'];
  Object.assign(node, value, { type: [type, 'null'] });
  const { enum: values } = node as { enum?: unknown[] };
  if (values) node['enum'] = [...values, null];
}

/**
 * Adds what Zod does not express in JSON Schema: the `documented` form of refinements and conversions, and that text
 * must not contain U+0000 (`parseInput` refuses it).
 */
function withEnforcedFormats(node: unknown): JsonSchema;
function withEnforcedFormats(node: unknown): unknown {
  if (Array.isArray(node)) return node.map((item) => withEnforcedFormats(item));
  if (typeof node !== 'object' || node === null) return node;
  const { documented, ...converted } = node as JsonSchema;
  const fallback = 'default' in converted ? { default: asDocumented(converted['default'], documented) } : {};
  const wanted: JsonSchema = documented ? { ...documented, ...fallback } : converted;
  const inner = Object.fromEntries(Object.entries(wanted).map(([key, value]) => [key, withEnforcedFormats(value)]));
  return isPlainText(inner) ? { ...inner, pattern: '^[^\\u0000]*$' } : inner;
}

/** A default is documented as it is sent, which in a query is text. */
function asDocumented(value: unknown, documented: unknown): unknown {
  return (documented as JsonSchema | undefined)?.['type'] === 'integer' ? Number(value) : value;
}

function isPlainText({ type, ...rest }: JsonSchema): boolean {
  const isText = type === 'string' || (Array.isArray(type) && type.includes('string'));
  return isText && !['pattern', 'format', 'enum', 'const'].some((key) => key in rest);
}
