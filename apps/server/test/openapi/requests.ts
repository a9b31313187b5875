import fc, { type Arbitrary } from 'fast-check';
import type { CallInput } from '../calls/call-example.ts';
import type { Operation, Parameter } from './document.ts';
import { allowedValues, type IsValid, type Schema, wrongValues } from './values.ts';

/** A request of an operation. */
export interface Request {
  readonly params: Readonly<Record<string, string>>;
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly body?: unknown;
}

type Values = Readonly<Record<string, unknown>>;

/** Requests that the document allows; most path parameters are those of the example, so that the object exists. */
export function allowedRequests(operation: Operation, example: CallInput, isValid: IsValid): Arbitrary<Request> {
  const body = bodySchema(operation);
  return fc
    .record({
      params: fc.oneof(
        { weight: 3, arbitrary: fc.constant(example.params ?? {}) },
        { weight: 1, arbitrary: values(operation, 'path', isValid) },
      ),
      query: values(operation, 'query', isValid),
      body: body ? allowedValues(body, isValid) : fc.constant(undefined),
    })
    .map(({ params, query, body: sent }) => asSent(params, query, sent));
}

export interface Forbidden {
  readonly place: 'parameter' | 'body';
  readonly requests: Arbitrary<Request>;
}

/** Requests that violate the document in one place; the rest is as in the example. */
export function forbiddenRequests(operation: Operation, example: CallInput, isValid: IsValid): Forbidden[] {
  const { params = {}, query = {}, body } = example;
  const wrongParameters = (operation.parameters ?? []).map((parameter): Forbidden => {
    const { name, in: place, schema } = parameter;
    const withValue = (value: string) =>
      place === 'path'
        ? asSent({ ...params, [name]: value }, query, body)
        : asSent(params, { ...query, [name]: value }, body);
    return { place: 'parameter', requests: wrongTexts(schema, isValid).map(withValue) };
  });
  const schema = bodySchema(operation);
  if (!schema) return wrongParameters;
  const requests = wrongBodies(schema, body ?? {}, isValid).map((wrong) => asSent(params, query, wrong));
  return [...wrongParameters, { place: 'body', requests }];
}

export function bodySchema(operation: Operation): Schema | undefined {
  return operation.requestBody?.content['application/json']?.schema;
}

function values({ parameters = [] }: Operation, place: Parameter['in'], isValid: IsValid): Arbitrary<Values> {
  const own = parameters.filter((parameter) => parameter.in === place);
  const model = Object.fromEntries(own.map(({ name, schema }) => [name, allowedValues(schema, isValid)]));
  return fc.record(model, { requiredKeys: own.filter(({ required }) => required).map(({ name }) => name) });
}

function wrongBodies(schema: Schema, good: Values, isValid: IsValid): Arbitrary<unknown> {
  const properties = Object.entries(schema.properties ?? {});
  const wrongProperties = properties.map(([name, property]) =>
    fc.oneof(
      wrongValues(property).map((value) => ({ ...good, [name]: value })),
      fc.constant(without(good, name)),
    ),
  );
  const noObject = fc.constantFrom<unknown>([], 'text', 7, null);
  return fc.oneof(noObject, ...wrongProperties).filter((body) => !isValid(schema, body));
}

function without(good: Values, name: string): Values {
  const { [name]: _, ...rest } = good;
  return rest;
}

/** Texts in a path or a query, where digits count as a number. */
function wrongTexts(schema: Schema, isValid: IsValid): Arbitrary<string> {
  const candidates = [...(schema.anyOf ?? [schema])].map((each) => wrongValues(each).map(String));
  const integers = fc.constantFrom('0', '-1', '1.5', 'abc', '99999999999999999999', '1e3', '01');
  return fc
    .oneof(...candidates, ...([schema.type].flat().includes('integer') ? [integers] : []))
    .filter((text) => text !== '' && text !== '.' && text !== '..' && text.isWellFormed())
    .filter((text) => !isValid(schema, text) && !(/^[1-9]\d*$/.test(text) && isValid(schema, Number(text))));
}

function asSent(params: Values, query: Values, body: unknown): Request {
  return {
    params: Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)])),
    query: Object.entries(query).flatMap(([name, value]) =>
      [value].flat().map((item) => [name, String(item)] as const),
    ),
    body,
  };
}
