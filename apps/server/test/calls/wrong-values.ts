import type { Endpoint } from '@gatewarden/contract/endpoint';
import { z } from 'zod';

interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly maxLength?: number;
  readonly maxItems?: number;
}

export interface Mutation {
  /** The name that the answer must contain. */
  readonly field: string;
  readonly what: string;
  readonly body: Record<string, unknown>;
}

/**
 * Bodies that differ from a valid one in one field: of another type, missing although required, or longer than the
 * contract allows. Derived from the schema of the contract, so that new fields are covered automatically.
 */
export function wrongBodies(endpoint: Endpoint, good: Readonly<Record<string, unknown>>): Mutation[] {
  const schema = bodySchema(endpoint);
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const required = schema.required?.includes(name) ?? false;
    const { [name]: _, ...without } = good;
    return [
      ...(required ? [{ field: name, what: 'missing', body: without }] : []),
      ...wrongValues(property).map(({ at, what, value }) => ({
        field: [name, ...at].join('.'),
        what,
        body: { ...good, [name]: value },
      })),
    ];
  });
}

/** Names of the text fields of a body. */
export function textFields(endpoint: Endpoint): string[] {
  return Object.entries(bodySchema(endpoint).properties ?? {})
    .filter(([, property]) => typesOf(property).has('string') && !variants(property).some((variant) => variant.enum))
    .map(([name]) => name);
}

/** Whether a query may repeat the key. */
export function mayRepeat({ query }: Endpoint, name: string): boolean {
  const schema = query ? (z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' }) as Schema) : {};
  return typesOf(schema.properties?.[name] ?? {}).has('array');
}

function bodySchema({ body }: Endpoint): Schema {
  return body ? (z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Schema) : {};
}

function variants(schema: Schema): readonly Schema[] {
  return schema.anyOf ?? schema.oneOf ?? [schema];
}

function typesOf(schema: Schema): Set<string> {
  return new Set(variants(schema).flatMap(({ type = [] }) => type));
}

const samples: Readonly<Record<string, readonly unknown[]>> = {
  string: ['not what is expected here'],
  integer: [7],
  number: [0.5],
  boolean: [true],
  object: [{ $ne: '' }],
  array: [[[]]],
  null: [null],
};

function wrongValues(schema: Schema): { at: (string | number)[]; what: string; value: unknown }[] {
  const types = typesOf(schema);
  if (types.has('number')) types.add('integer');
  const wrong = Object.entries(samples)
    .filter(([type]) => !types.has(type))
    .flatMap(([type, values]) => values.map((value) => ({ at: [], what: `${type} instead`, value })));
  return [...wrong, ...variants(schema).flatMap(tooLarge)];
}

function tooLarge({ maxLength, maxItems, items, enum: values }: Schema) {
  const element = items ? wrongValues(items)[0] : undefined;
  return [
    ...(maxLength === undefined ? [] : [{ at: [], what: 'too long', value: 'x'.repeat(maxLength + 1) }]),
    ...(maxItems === undefined ? [] : [{ at: [], what: 'too many', value: Array(maxItems + 1).fill('x') }]),
    ...(element ? [{ at: [0, ...element.at], what: `an element: ${element.what}`, value: [element.value] }] : []),
    ...(values ? [{ at: [], what: 'none of the choices', value: 'none-of-them' }] : []),
  ];
}
