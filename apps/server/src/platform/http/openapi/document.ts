import { type Endpoint, ErrorBody } from '@gatewarden/contract/endpoint';
import { errorMessage } from '@gatewarden/contract/error-messages';
import { errorCodes } from '@gatewarden/contract/errors';
import { scopeOf } from '@gatewarden/contract/scopes';
import { refusalOf } from '../admission.ts';
import { documentedSchema, type JsonSchema } from './json-schema.ts';
import { errorsOfAnyCall, type PossibleError, possibleErrors } from './possible-errors.ts';

export interface DocumentFacts {
  readonly version: string;
  readonly sessionCookieName: string;
}

const description = `REST API of Gatewarden core.

- Every refused call is answered with \`Error\`; \`code\` says why, and stays the same between releases.
- A path that no call has is 404 \`route_not_found\`; a method that the path does not take is 405 \`method_not_allowed\`, and
  \`Allow\` names those that it takes. \`HEAD\` is answered wherever \`GET\` is.
- 429 and 503 carry \`Retry-After\` where repeating the call helps.
- Query parameters and fields of a body that a call does not know are ignored.
- Lengths are counted in UTF-16 code units. Texts are well-formed Unicode.
- Times in answers are UTC.`;

/** The OpenAPI 3.1 document of these calls, generated from their declarations alone. */
export function openApiDocument(endpoints: readonly Endpoint[], { version, sessionCookieName }: DocumentFacts) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    const path = `/api/v1${endpoint.path.replaceAll(/:([A-Za-z]+)/g, '{$1}')}`;
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Gatewarden', version, description },
    components: {
      securitySchemes: {
        cookie: { type: 'apiKey', in: 'cookie', name: sessionCookieName },
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API token, `gwt_…`, with the scope that is named beside the call, or a wider one.',
        },
      },
      schemas: { Error: errorSchema() },
      responses: sharedResponses(),
    },
    security: [{ cookie: [] }, { token: [] }],
    paths,
  };
}

function operation(endpoint: Endpoint) {
  const parameters = [...parametersOf(endpoint.params, 'path'), ...parametersOf(endpoint.query, 'query')];
  return {
    operationId: operationId(endpoint),
    summary: endpoint.summary,
    tags: [endpoint.path.split('/')[1] ?? ''],
    security: securityOf(endpoint),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(endpoint.body
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: documentedSchema(endpoint.body, 'input') } },
          },
        }
      : {}),
    responses: { ...errorResponses(endpoint), ...successes(endpoint) },
  };
}

/** `GET /user/:username/session` is `getUserUsernameSession`. */
function operationId({ method, path }: Endpoint): string {
  const words = path.split(/[^A-Za-z]+/).filter((word) => word !== '');
  return method.toLowerCase() + words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('');
}

/** OpenAPI 3.1 §4.8.30: names that the security scheme defines; here the required scope of a token. */
function securityOf(endpoint: Endpoint): Record<string, string[]>[] {
  if (endpoint.access === 'anonymous') return [];
  if (refusalOf(endpoint, 'token')) return [{ cookie: [] }];
  return [{ cookie: [] }, { token: [scopeOf(endpoint) ?? []].flat() }];
}

function parametersOf(schema: Endpoint['params'], place: 'path' | 'query') {
  if (!schema) return [];
  const { properties = {}, required = [] } = documentedSchema(schema, 'input') as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: property,
  }));
}

function successes({ answer, response, status = 200, alternative }: Endpoint): Record<number, unknown> {
  const usual = { description: 'Done' };
  switch (answer?.kind) {
    case 'text':
      return { [status]: { ...usual, content: { 'text/plain': { schema: { type: 'string' } } } } };
    case 'stream':
      return { [status]: { ...usual, content: { 'text/event-stream': { schema: { type: 'string' } } } } };
    case 'image': {
      const content = answer.types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]);
      return { [status]: { ...usual, content: Object.fromEntries(content) } };
    }
    case 'bare':
      return Object.fromEntries(answer.statuses.map((each) => [each, bareAnswer(each)]));
    case 'download': {
      const content = Object.entries(answer.content).map(([type, schema]) => [type, outputOf(schema)]);
      return { [status]: { ...usual, content: Object.fromEntries(content) } };
    }
    default:
      return {
        [status]: { ...usual, content: { 'application/json': outputOf(response) } },
        ...(alternative
          ? {
              [alternative.status]: {
                description: 'More is needed',
                ...(alternative.status !== 204 && { content: { 'application/json': outputOf(alternative.response) } }),
              },
            }
          : {}),
      };
  }
}

function bareAnswer(status: number) {
  const isElsewhere = status >= 300 && status < 400;
  return {
    description: isElsewhere ? 'Elsewhere' : status < 300 ? 'Done' : 'Refused',
    ...(isElsewhere ? { headers: { Location: { schema: { type: 'string' } } } } : {}),
    content: { 'text/plain': { schema: { const: '' } } },
  };
}

function outputOf(schema: Endpoint['response']) {
  return { schema: documentedSchema(schema, 'output') };
}

function errorResponses(endpoint: Endpoint): Record<number, unknown> {
  const byStatus = Map.groupBy(possibleErrors(endpoint), ({ status }) => status);
  const shared = sharedResponses();
  return Object.fromEntries(
    [...byStatus].map(([status, errors]) => {
      const isShared = errors.every(({ code }) => (errorsOfAnyCall as readonly string[]).includes(code));
      const name = `Error${status}`;
      return [
        status,
        isShared && name in shared ? { $ref: `#/components/responses/${name}` } : errorResponse(status, errors),
      ];
    }),
  );
}

/** The error responses that every call has. */
function sharedResponses(): Record<string, unknown> {
  const errors = possibleErrors({ method: 'GET', path: '', access: 'anonymous', area: 'basics' } as Endpoint);
  const byStatus = Map.groupBy(errors, ({ status }) => status);
  return Object.fromEntries([...byStatus].map(([status, each]) => [`Error${status}`, errorResponse(status, each)]));
}

function errorResponse(status: number, errors: readonly PossibleError[]) {
  const codes = errors.map(({ code }) => code).toSorted();
  const schema = {
    allOf: [{ $ref: '#/components/schemas/Error' }, { properties: { code: { enum: codes } } }],
  };
  return {
    description: codes.map((code) => `\`${code}\`: ${errorMessage[code]}`).join('\n\n'),
    // RFC 9110 §15.4.5: 304 has no body
    ...(status === 304 ? {} : { content: { 'application/json': { schema } } }),
  };
}

function errorSchema(): JsonSchema {
  const { properties, ...rest } = documentedSchema(ErrorBody, 'output') as { properties: Record<string, JsonSchema> };
  return { ...rest, properties: { ...properties, code: { type: 'string', enum: [...errorCodes] } } };
}
