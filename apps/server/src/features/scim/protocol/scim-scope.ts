import { Readable } from 'node:stream';
import { addressBlockOf } from '@gatewarden/listener/address-block';
import { callerAddressOf } from '@gatewarden/listener/caller-address';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { runAsCaller } from '../../../platform/database/caller-check.ts';
import type { HttpScopeTools } from '../../../platform/http/http-scope.ts';
import { isNestedDeeperThan } from '../../../platform/http/json-depth.ts';
import { deviceWithToken, disconnectSignalOf } from '../../../platform/http/request-origin.ts';
import { iterateAsOwner, runAsOwner } from '../../../platform/limits/work-owner.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { ClientContext } from '../client-context.ts';
import type { ScimRequests } from '../requests/requests.ts';
import type { AuthenticateClient, ScimClient } from '../tokens/authenticate-client.ts';
import { isObject } from './read-resource.ts';
import { describeScimFailure, ScimError } from './scim-error.ts';
import { isNamed } from './version.ts';

/** RFC 7644 §3.1. */
const prefix = '/scim/v2';
const contentType = 'application/scim+json; charset=utf-8';
/** 10 000 members with their names and addresses. */
const bodyBytes = 1_048_576;
/** A PATCH has six levels; extensions may have more. */
const maxJsonLevels = 16;

export interface ScimRequest {
  readonly context: ClientContext;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** @throws ScimError invalidSyntax if there is no object */
  readonly body: () => Readonly<Record<string, unknown>>;
}

export interface ScimAnswer {
  /** 200 if absent. */
  readonly status?: number;
  /** JSON as text, or parts of it. */
  readonly json?: string | AsyncGenerator<string, void, void>;
  readonly location?: string;
  readonly version?: string;
  /** The name of the changed resource, for the list of requests. */
  readonly resource?: string;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface ScimRoute {
  readonly method: Method;
  /** Below the prefix. */
  readonly path: string;
  readonly resourceType: string;
  readonly answer: (request: ScimRequest) => Promise<ScimAnswer> | ScimAnswer;
}

interface Dependencies {
  readonly authenticate: AuthenticateClient;
  readonly requests: Pick<ScimRequests, 'record'>;
  readonly log: Log;
}

/**
 * Serves SCIM below `/scim/v2`. Every request is authenticated before its body is read, and its transactions commit only
 * while its token exists. Changes of one token run with limited rate and concurrency.
 */
export function addScimScope(
  app: FastifyInstance,
  { writeLimit }: HttpScopeTools,
  routes: readonly ScimRoute[],
  { authenticate, requests, log }: Dependencies,
): void {
  const clients = new WeakMap<FastifyRequest, ScimClient>();
  acceptJson(app);

  app.addHook('onRequest', async (request) => {
    const address = callerAddressOf(request);
    const owner = `SCIM look-ups of address ${addressBlockOf(address)}`;
    const client = await runAsOwner(owner, () => authenticate(request.headers.authorization, address));
    clients.set(request, client);
    request.protocolAccount = ownerOf(client);
    // the sustained rate of an administrator
    if (isWrite(request)) writeLimit.count({ isAdmin: true }, { owner: ownerOf(client) });
  });

  app.setErrorHandler(async (error, request, reply) => {
    const { status, headers, body, detail, unexpected } = describeScimFailure(error);
    if (unexpected) log.error({ err: error, path: request.url.split('?')[0] }, 'a SCIM request failed');
    const client = clients.get(request);
    if (client) await record(client, request, { status, detail, resource: undefined });
    if (status === 401) reply.header('www-authenticate', 'Bearer');
    return reply.code(status).headers(headers).type(contentType).serializer(JSON.stringify).send(body);
  });

  function record(
    { tokenName }: ScimClient,
    request: FastifyRequest,
    { status, detail, resource }: { status: number; detail: string | null; resource: string | undefined },
  ) {
    return requests.record({
      ...{ token_name: tokenName, method: request.method, status, detail },
      resource_type: request.routeOptions.config.scimResourceType ?? '',
      resource: resource ?? namedIn(request),
    });
  }

  async function handle(route: ScimRoute, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const client = clients.get(request);
    if (!client) throw new Error('the client is not authenticated');
    const answer = async () => {
      const { status = 200, json, location, version, resource } = await route.answer(toScimRequest(client, request));
      if (isWrite(request)) await record(client, request, { status, detail: null, resource });
      if (location !== undefined) reply.header('location', location);
      if (version !== undefined) reply.header('etag', version);
      const known = request.headers['if-none-match'];
      if (!isWrite(request) && version !== undefined && known !== undefined && isNamed(known, version))
        return reply.code(304).send();
      if (json === undefined) return reply.code(status).send();
      const body = typeof json === 'string' ? json : Readable.from(iterateAsOwner(ownerOf(client), json));
      return reply.code(status).type(contentType).send(body);
    };
    const owner = ownerOf(client);
    if (!isWrite(request)) return runAsOwner(owner, answer);
    const inTurn = () => runAsCaller(client.caller, answer);
    return runAsOwner(owner, () => writeLimit.runInTurn({ owner }, inTurn, disconnectSignalOf(reply)));
  }

  for (const route of routes) {
    app.route({
      method: route.method,
      url: prefix + route.path,
      bodyLimit: bodyBytes,
      config: { scimResourceType: route.resourceType },
      handler: (request, reply) => handle(route, request, reply),
    });
  }
  refuseUnknown(app, routes);
}

/** All other paths and methods, which would otherwise show the console. */
function refuseUnknown(app: FastifyInstance, routes: readonly ScimRoute[]): void {
  const paths = [...new Set(routes.map(({ path }) => path))];
  const refuse = () => {
    throw new ScimError('notFound', 'There is no such path; Bulk and Me are not supported');
  };
  app.all(prefix, refuse);
  app.all(`${prefix}/*`, refuse);
  for (const path of paths) {
    const used = routes.filter((route) => route.path === path).map(({ method }) => method);
    const others = (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).filter((method) => !used.includes(method));
    if (others.length === 0) continue;
    app.route({
      method: others,
      url: prefix + path,
      handler: (_request, reply) => {
        reply.header('allow', used.join(', '));
        throw new ScimError('unsupportedMethod', `${used.join(', ')} can be used here`);
      },
    });
  }
}

/** Clients also send `application/json`. An empty body, as with DELETE, is none. */
function acceptJson(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    ['application/scim+json', 'application/json'],
    { parseAs: 'string' },
    (request, text, done) => {
      if (text === '') done(null, undefined);
      else if (isNestedDeeperThan(maxJsonLevels, text as string))
        done(new ScimError('invalidSyntax', `The body is nested deeper than ${maxJsonLevels} levels`));
      else void parseJson(request, text as string, done);
    },
  );
  app.addContentTypeParser('*', (_request, _payload, done) => {
    done(new ScimError('unsupportedType', 'The content type has to be application/scim+json'));
  });
}

function toScimRequest(client: ScimClient, request: FastifyRequest): ScimRequest {
  const device = deviceWithToken(request, 'SCIM', client.tokenName);
  return {
    context: {
      client,
      origin: { by: 'system', ip: callerAddressOf(request), device },
      ifMatch: request.headers['if-match'],
    },
    params: request.params as Record<string, string>,
    query: request.query as Record<string, unknown>,
    body: () => {
      if (!isObject(request.body)) throw new ScimError('invalidSyntax', 'The body has to be a JSON object');
      return request.body;
    },
  };
}

/** The name in the body of a failed request, else the id in its path. */
function namedIn(request: FastifyRequest): string {
  const body = isObject(request.body) ? request.body : {};
  const name = body['userName'] ?? body['displayName'];
  return typeof name === 'string' ? name : ((request.params as { id?: string } | undefined)?.id ?? '');
}

function ownerOf({ tokenId }: ScimClient): string {
  return `SCIM token ${tokenId}`;
}

function isWrite({ method }: FastifyRequest): boolean {
  return method !== 'GET' && method !== 'HEAD';
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The resource type of a SCIM request, for the list of requests. */
    scimResourceType?: string;
  }
}
