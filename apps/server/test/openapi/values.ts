import fc, { type Arbitrary } from 'fast-check';

export interface Schema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

export type IsValid = (schema: Schema, value: unknown) => boolean;

/** Values that the schema allows, including its bounds. */
export function allowedValues(schema: Schema, isValid: IsValid): Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return fc.oneof(...alternatives.map((each) => allowedValues(each, isValid)));
  const types = [schema.type ?? []].flat();
  if (types.length === 0) return fc.jsonValue();
  return fc.oneof(...types.map((type) => ofType(type, schema, isValid)));
}

function ofType(type: string, schema: Schema, isValid: IsValid): Arbitrary<unknown> {
  switch (type) {
    case 'string':
      return texts(schema).filter((text) => isValid(schema, text) && text.length <= (schema.maxLength ?? Infinity));
    case 'integer':
    case 'number':
      return integers(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array': {
      const { items = {}, minItems = 0, maxItems = 3 } = schema;
      return fc.array(allowedValues(items, isValid), {
        minLength: minItems,
        maxLength: Math.min(maxItems, minItems + 3),
      });
    }
    default:
      return objects(schema, isValid);
  }
}

function objects({ properties = {}, required = [] }: Schema, isValid: IsValid): Arbitrary<unknown> {
  const model = Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, allowedValues(property, isValid)]),
  );
  return fc.record(model, { requiredKeys: required.filter((name) => name in model) });
}

function integers({ minimum = -100, maximum = 100 }: Schema): Arbitrary<number> {
  return fc.oneof(fc.constantFrom(minimum, maximum), fc.integer({ min: minimum, max: Math.min(maximum, 2 ** 31 - 1) }));
}

/** Only addresses of this machine: core may connect to them. */
const ofFormat: Readonly<Record<string, readonly string[]>> = {
  host: ['127.0.0.1', 'localhost', '::1', '[::1]', 'mail.localhost', ''],
  'host-port': ['127.0.0.1:1', '[::1]:65535', 'core.localhost:50055'],
  network: ['10.0.0.0/8', '192.0.2.1', 'fd00::/8', '2001:db8::1/128'],
  'network-list': ['10.9.0.1/24', '10.9.0.1/24, fd00:9::1/64', '192.168.9.1/30', ''],
  'date-time': [
    '0001-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999Z',
    '2024-02-29T12:00:00+14:00',
    '1999-12-31T23:59:59.123456789-12:00',
  ],
  password: ['Aa1!5678', 'Aa1!'.repeat(32), 'Aa1!😀'],
};

function texts({ format = '', pattern, minLength = 0, maxLength = 64 }: Schema): Arbitrary<string> {
  const known = ofFormat[format];
  if (known) return fc.constantFrom(...known);
  const bounds = fc.constantFrom('x'.repeat(minLength), 'x'.repeat(maxLength), 'é'.repeat(maxLength));
  const odd = fc.constantFrom(' x ', "'; --", '%', '😀', '\u200b', '‮x', '../x', 'x/y', '<b>', '{{x}}', '0', 'null');
  const anything = fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, minLength + 20) });
  const matching =
    pattern && !/\(\?[=!]/.test(pattern) ? fc.stringMatching(new RegExp(pattern, 'u'), { size: 'small' }) : anything;
  return fc.oneof(
    { weight: 3, arbitrary: matching },
    { weight: 1, arbitrary: bounds },
    { weight: 1, arbitrary: odd },
    anything,
  );
}

/** Values that may violate the schema: of another type, beyond a bound, or random text. */
export function wrongValues(schema: Schema): Arbitrary<unknown> {
  const { minimum = 0, maximum = 0, minLength = 0, maxLength, maxItems } = schema;
  const beyond = [
    minimum - 1,
    maximum + 1,
    'x'.repeat(Math.max(0, minLength - 1)),
    ...(maxLength === undefined || maxLength > 100_000 ? [] : ['x'.repeat(maxLength + 1)]),
    ...(maxItems === undefined || maxItems > 1_000 ? [] : [Array(maxItems + 1).fill('x')]),
  ];
  const others = [
    null,
    true,
    0,
    1.5,
    -1,
    '',
    ' ',
    '\u0000',
    'x\ny',
    'ü',
    [],
    {},
    [null],
    { $ne: '' },
    '1',
    'none-of-them',
  ];
  return fc.oneof(fc.constantFrom(...beyond), fc.constantFrom(...others), fc.string({ unit: 'grapheme' }));
}
