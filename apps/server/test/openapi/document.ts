import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { TestServer } from '../harness.ts';
import type { Schema } from './values.ts';

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly schema: Schema;
}

interface Response {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

export interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<Record<string, Response>>;
}

export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly responses: Readonly<Record<string, Response>> };
}

/** An answer, with its complete text unless it is a stream. */
export interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
}

export interface Contract {
  readonly document: Document;
  /** Whether a value of a request or an answer matches the schema. */
  readonly isValid: (schema: Schema, value: unknown) => boolean;
  /** How the answer differs from the document; undefined when it matches. */
  readonly difference: (operation: Operation, answer: Answer) => string | undefined;
}

/** Reads the document that the server publishes. */
export async function readContract({ url }: TestServer): Promise<Contract> {
  const document = (await (await fetch(`${url}/api-docs/openapi.json`)).json()) as Document;
  // our formats have a pattern as well
  const ajv = new Ajv2020({
    strict: false,
    validateFormats: true,
    formats: ownFormats,
    // compiling took two fifths of the time of all calls, and each schema checks only a few answers
    inlineRefs: false,
    code: { optimize: false },
  });
  (addFormats as unknown as (ajv: Ajv2020, formats: string[]) => void)(ajv, ['date-time', 'email', 'uuid', 'uri']);
  ajv.addSchema(document, 'openapi');
  const compiled = new WeakMap<Schema, ValidateFunction>();
  // many operations have the same errors
  const compiledTexts = new Map<string, ValidateFunction>();
  const compile = (text: string) => {
    const validate = compiledTexts.get(text) ?? ajv.compile(JSON.parse(text));
    compiledTexts.set(text, validate);
    return validate;
  };
  const validatorOf = (schema: Schema) => {
    const validate = compiled.get(schema) ?? compile(withAbsoluteReferences(schema));
    compiled.set(schema, validate);
    return validate;
  };
  const resolve = ({ $ref, ...response }: Response): Response =>
    $ref ? (document.components.responses[$ref.split('/').at(-1) ?? ''] ?? response) : response;

  return {
    document,
    isValid: (schema, value) => validatorOf(schema)(value),
    difference(operation, { status, contentType, text }) {
      const response = operation.responses[status];
      if (!response) return `status ${status} is not documented`;
      const { content } = resolve(response);
      if (!content) return text === '' ? undefined : `status ${status} is documented without a body`;
      const type = contentType.split(';')[0] ?? '';
      const schema = content[type]?.schema;
      if (!schema) return `content type ${type} of status ${status} is not documented`;
      const validate = validatorOf(schema);
      if (type === 'text/event-stream' || validate(type === 'application/json' ? JSON.parse(text) : text))
        return undefined;
      return `status ${status}: ${ajv.errorsText(validate.errors)}`;
    },
  };
}

const ownFormats = Object.fromEntries(
  ['host', 'host-port', 'network', 'network-list', 'password'].map((name) => [name, true] as const),
);

/** The schema as JSON. */
function withAbsoluteReferences(schema: Schema): string {
  return JSON.stringify(schema).replaceAll('"#/', '"openapi#/');
}
