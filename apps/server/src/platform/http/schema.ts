import { type Endpoint, ErrorBody } from '@gatewarden/contract/endpoint';
import { errorStatus } from '@gatewarden/contract/errors';
import { scopeOf } from '@gatewarden/contract/scopes';
import type { FastifySchema } from 'fastify';
import { z } from 'zod';
import { refusalOf } from './admission.ts';

/** The endpoint for the API documentation. */
export function documentationOf(endpoint: Endpoint): FastifySchema {
  return {
    summary: endpoint.summary,
    tags: [endpoint.path.split('/')[1] ?? ''],
    security: securityOf(endpoint),
    ...(endpoint.params ? { params: jsonSchema(endpoint.params, 'input') } : {}),
    ...(endpoint.query ? { querystring: jsonSchema(endpoint.query, 'input') } : {}),
    ...(endpoint.body ? { body: jsonSchema(endpoint.body, 'input') } : {}),
    response: responses(endpoint),
  } as FastifySchema;
}

/** OpenAPI 3.1 §4.8.30: names that a scheme knows; here the scope that a token needs. */
function securityOf(endpoint: Endpoint): Record<string, string[]>[] {
  if (endpoint.access === 'anonymous') return [];
  if (refusalOf(endpoint, 'token')) return [{ cookie: [] }];
  return [{ cookie: [] }, { token: [scopeOf(endpoint) ?? []].flat() }];
}

function responses(endpoint: Endpoint): Record<string, unknown> {
  const answers: Record<string, unknown> = {};
  const mayNeedProof = endpoint.freshProof || endpoint.mayChangeAdminRights;
  const refusals = [...(endpoint.errors ?? []), ...(mayNeedProof ? (['proof_required'] as const) : [])];
  for (const code of refusals) {
    answers[endpoint.errorStatus?.[code] ?? errorStatus[code]] = { description: 'Refused', ...errorSchema };
  }
  const success =
    endpoint.text || endpoint.stream || endpoint.download || endpoint.bare
      ? { type: 'string' }
      : jsonSchema(endpoint.response, 'output');
  answers[endpoint.status ?? 200] = { description: 'Done', ...success };
  if (endpoint.bare) answers[303] = { description: 'Elsewhere', type: 'string' };
  if (endpoint.alternative) {
    answers[endpoint.alternative.status] = {
      description: 'More is needed',
      ...jsonSchema(endpoint.alternative.response, 'output'),
    };
  }
  return answers;
}

const errorSchema = jsonSchema(ErrorBody, 'output');

/** JSON Schema, draft 7, of what is sent (`input`) or answered (`output`). */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    target: 'draft-7',
    unrepresentable: 'any',
    override: ({ jsonSchema: node }) => {
      inlineNull(node);
      // the serialiser need not check again what the types already promise, and must not drop what it does not know
      if (io === 'output' && node.additionalProperties === false) delete node.additionalProperties;
    },
  });
  return rest;
}

/** `anyOf [x, null]` costs the serialiser a validation per value; `type [x, null]` says the same for plain types. */
function inlineNull(node: Record<string, unknown>): void {
  const options = node['anyOf'];
  if (!Array.isArray(options) || options.length !== 2) return;
  const [value, none] = options as { type?: unknown; properties?: unknown; items?: unknown }[];
  if (none?.type !== 'null' || typeof value?.type !== 'string' || value.type === 'object' || value.type === 'array')
    return;
  delete node['anyOf'];
  Object.assign(node, value, { type: [value.type, 'null'] });
  const { enum: values } = node as { enum?: unknown[] };
  if (values) node['enum'] = [...values, null];
}
