import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { documentationOf } from './schema.ts';

/** Describes every route at `/api-docs`, for people and as OpenAPI 3.1. To be called before routes are added. */
export async function documentApi(app: FastifyInstance, version: string, sessionCookieName: string): Promise<void> {
  await app.register(swagger, {
    transform: ({ schema, url, route: { config } }) => ({
      url,
      schema: config?.endpoint ? documentationOf(config.endpoint) : schema,
    }),
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Gatewarden', version, description: 'REST API of Gatewarden core.' },
      components: {
        securitySchemes: {
          cookie: { type: 'apiKey', in: 'cookie', name: sessionCookieName },
          token: {
            type: 'http',
            scheme: 'bearer',
            description: 'An API token, `gwt_…`, with the scope that is named beside the call, or a wider one.',
          },
        },
      },
      security: [{ cookie: [] }, { token: [] }],
    },
  });
  await app.register((scope, _options, done) => {
    shareDocuments(scope);
    // under our own headers; the address of this instance goes to nobody's online validator
    void scope.register(swaggerUi, { routePrefix: '/api-docs', uiConfig: { validatorUrl: null } });
    scope.get('/api-docs/openapi.json', { schema: { hide: true } }, async () => app.swagger());
    scope.get('/api/v1/api-docs', { schema: { hide: true } }, async () => app.swagger());
    done();
  });
}

/**
 * Anyone may ask for the documents, which have hundreds of kilobytes and never change: each is written once, and readers
 * that do not read share its bytes.
 */
function shareDocuments(scope: FastifyInstance): void {
  let json: Buffer | undefined;
  let yaml: Buffer | undefined;
  scope.addHook('preSerialization', async (_request, reply, payload) => {
    if (payload !== scope.swagger()) return payload;
    json ??= Buffer.from(JSON.stringify(payload));
    const document = json;
    // bytes are sent as they are; the type has only what most serializers return
    reply.serializer(() => document as unknown as string);
    return payload;
  });
  scope.addHook('onSend', async (request, _reply, payload) => {
    if (typeof payload !== 'string' || request.routeOptions.url !== '/api-docs/yaml') return payload;
    yaml ??= Buffer.from(payload);
    return yaml;
  });
}
