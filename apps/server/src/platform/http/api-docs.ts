import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { Endpoint } from '@gatewarden/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import { openApiDocument } from './openapi/document.ts';

/** Documents every routed call at `/api-docs`, as a page and as OpenAPI 3.1. Must be called before routes are added. */
export async function documentApi(app: FastifyInstance, version: string, sessionCookieName: string): Promise<void> {
  const endpoints: Endpoint[] = [];
  app.addHook('onRoute', ({ config, method }) => {
    // Fastify adds a HEAD route to every GET route
    if (config?.endpoint && method !== 'HEAD') endpoints.push(config.endpoint);
  });
  // the plugin only serves the document: the contract contains more than the route schemas of Fastify can express
  await app.register(swagger, {
    transform: ({ url }) => ({ url, schema: { hide: true } }),
    transformObject: () => openApiDocument(endpoints, { version, sessionCookieName }) as object,
    openapi: { openapi: '3.1.0' },
  });
  await app.register((scope, _options, done) => {
    shareDocuments(scope);
    // with our headers; the address of this instance is not sent to an online validator
    void scope.register(swaggerUi, { routePrefix: '/api-docs', uiConfig: { validatorUrl: null } });
    scope.get('/api-docs/openapi.json', { schema: { hide: true } }, async () => app.swagger());
    scope.get('/api/v1/api-docs', { schema: { hide: true } }, async () => app.swagger());
    done();
  });
}

/**
 * Unauthenticated callers may request the documents, which have hundreds of kilobytes and never change. Each is
 * serialized once, and all unread answers share its bytes.
 */
function shareDocuments(scope: FastifyInstance): void {
  let json: Buffer | undefined;
  let yaml: Buffer | undefined;
  scope.addHook('preSerialization', async (_request, reply, payload) => {
    if (payload !== scope.swagger()) return payload;
    json ??= Buffer.from(JSON.stringify(payload));
    const document = json;
    // bytes are sent unchanged; the type declares only what most serializers return
    reply.serializer(() => document as unknown as string);
    return payload;
  });
  scope.addHook('onSend', async (request, _reply, payload) => {
    if (typeof payload !== 'string' || request.routeOptions.url !== '/api-docs/yaml') return payload;
    yaml ??= Buffer.from(payload);
    return yaml;
  });
}
