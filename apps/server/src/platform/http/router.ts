import { PassThrough, type Readable, type Writable } from 'node:stream';
import type { CookieSerializeOptions } from '@fastify/cookie';
import type {
  AlternativeOf,
  AnswerKind,
  BodyOf,
  Endpoint,
  ParamsOf,
  QueryOf,
  ResponseOf,
} from '@gatewarden/contract/endpoint';
import { DomainError } from '@gatewarden/contract/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Actor, Origin } from '../actor.ts';
import { runAsCaller } from '../database/caller-check.ts';
import { runAsOwner } from '../limits/work-owner.ts';
import { type Alternative, createSerializers, send } from './answer.ts';
import { bodyLimitOf } from './body-limit.ts';
import { callerAddressOf } from './caller-address.ts';
import { admit, callerOf, type Guards, guard, lookupOwnerOf, ownerOf, writerOf } from './guard.ts';
import { parseInput } from './input.ts';
import { stripTokenMark } from './token-mark.ts';

/** Cookies of the request, and those that its answer sets. */
export interface Cookies {
  /** As the request has them; undefined when it has none. */
  readonly header: string | undefined;
  readonly get: (name: string) => string | undefined;
  readonly set: (name: string, value: string, options: CookieSerializeOptions) => void;
  readonly clear: (name: string, options: CookieSerializeOptions) => void;
}

/** What a handler knows of a call: everything is parsed and the caller's rights to make it are checked. */
export interface Call<E extends Endpoint> {
  readonly actor: E['access'] extends 'anonymous' ? Actor | undefined : Actor;
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  readonly origin: Origin;
  /** Aborted when the caller goes before it has its answer. */
  readonly disconnectSignal: () => AbortSignal;
  /** The header, for calls that read it on their own. */
  readonly authorization: string | undefined;
  /** Languages that the caller reads, as the header has them. */
  readonly acceptLanguage: string | undefined;
  readonly cookies: Cookies;
}

export type Handler<E extends Endpoint> = (
  call: Call<E>,
) => Promise<ResponseOf<E> | (E['alternative'] extends object ? Alternative<AlternativeOf<E>> : never)>;

/** What is written to `stream` goes to the caller; the stream closes when the caller goes. */
export type StreamHandler<E extends Endpoint> = (call: Call<E>, stream: Writable) => void;

/** A file to keep. */
export interface Download {
  readonly name: string;
  readonly contentType: string;
  /** Destroyed when the caller goes. */
  readonly content: Readable;
}

export type DownloadHandler<E extends Endpoint> = (call: Call<E>) => Download;

/** An answer without a body. */
export interface BareAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** `header` reads a header of the request; of one that came several times the first. */
export type BareHandler<E extends Endpoint> = (
  call: Call<E>,
  header: (name: string) => string | undefined,
) => Promise<BareAnswer>;

type AnsweredWith<Kind extends AnswerKind['kind']> = Endpoint & { readonly answer: { readonly kind: Kind } };

/** Where features offer their calls. */
export interface Router {
  /** What was added so far; grows with each call. */
  readonly endpoints: readonly Endpoint[];
  add<const E extends Endpoint>(endpoint: E, handler: Handler<E>): void;
  /** For endpoints that answer server-sent events. */
  addStream<const E extends AnsweredWith<'stream'>>(endpoint: E, handler: StreamHandler<E>): void;
  /** For endpoints that answer a file. `handler` is not asked for its head alone. */
  addDownload<const E extends AnsweredWith<'download'>>(endpoint: E, handler: DownloadHandler<E>): void;
  /** For endpoints that answer a status and headers alone. */
  addBare<const E extends AnsweredWith<'bare'>>(endpoint: E, handler: BareHandler<E>): void;
}

/** Routes endpoints below `/api/v1` and refuses, in this order: foreign sites, missing sign-in or rights, bad input. */
export function createRouter(app: FastifyInstance, guards: Guards): Router {
  const endpoints: Endpoint[] = [];

  function route<E extends Endpoint>(
    endpoint: E,
    answer: (call: Call<E>, reply: FastifyReply) => Promise<FastifyReply>,
  ): void {
    endpoints.push(endpoint);
    app.route({
      method: endpoint.method,
      url: `/api/v1${endpoint.path}`,
      config: { endpoint },
      bodyLimit: bodyLimitOf(endpoint),
      onRequest: (request) => {
        const shown = request.headers.authorization === undefined ? 'session' : 'token';
        return runAsOwner(lookupOwnerOf(callerAddressOf(request), shown), () => guard(endpoint, request, guards));
      },
      handler: (request, reply) =>
        handle(endpoint, request, reply, () => answer(toCall(endpoint, request, reply), reply)),
    });
  }

  /** On account of the caller; changes also with few of each at the same time, and only while the caller is admitted. */
  function handle(
    endpoint: Endpoint,
    request: FastifyRequest,
    reply: FastifyReply,
    answer: () => Promise<FastifyReply>,
  ) {
    const owner = ownerOf(request);
    const { authenticated } = request;
    if (!authenticated || request.method === 'GET' || request.method === 'HEAD') return runAsOwner(owner, answer);
    const writer = writerOf(endpoint, authenticated);
    const answerIfAdmitted = async () => {
      // again: while the body arrived or the call waited, the session may have ended or rights been taken away
      const admitted = await admit(endpoint, request, guards);
      return runAsCaller(callerOf(admitted, guards), answer);
    };
    return runAsOwner(owner, () => guards.writeLimit.runInTurn(writer, answerIfAdmitted, hangUpOf(reply)));
  }

  return {
    endpoints,
    add: (endpoint, handler) => {
      const serializers = createSerializers(endpoint);
      route(endpoint, async (call, reply) => send(endpoint, serializers, reply, await handler(call)));
    },
    addStream: (endpoint, handler) =>
      route(endpoint, async (call, reply) => {
        // proxies that collect an answer before they pass it on would hold back every event
        reply.type('text/event-stream').header('x-accel-buffering', 'no');
        // a request for the head alone reads nothing, so its end would never be noticed
        if (reply.request.method === 'HEAD') return reply.send();
        const stream = new PassThrough();
        handler(call, stream);
        return reply.send(stream);
      }),
    addDownload: (endpoint, handler) =>
      route(endpoint, async (call, reply) => {
        if (reply.request.method === 'HEAD') return reply.send();
        const { name, contentType, content } = handler(call);
        reply.type(contentType).header('content-disposition', `attachment; filename="${name}"`);
        return reply.send(content);
      }),
    addBare: (endpoint, handler) =>
      route(endpoint, async (call, reply) => {
        const header = (name: string) => [reply.request.headers[name]].flat()[0];
        const { status, headers = {} } = await handler(call, header);
        return reply.code(status).headers(headers).type('text/plain; charset=utf-8').send('');
      }),
  };
}

function toCall<E extends Endpoint>(endpoint: E, request: FastifyRequest, reply: FastifyReply): Call<E> {
  if (endpoint.body && request.body === undefined) throw new DomainError('unsupported_media_type');
  const actor = request.authenticated?.actor;
  return {
    actor: actor as Call<E>['actor'],
    params: parseInput(endpoint.params, request.params, 'params') as Call<E>['params'],
    query: parseInput(endpoint.query, request.query, 'query') as Call<E>['query'],
    body: parseInput(endpoint.body, request.body, 'body') as Call<E>['body'],
    origin: originOf(request, actor),
    disconnectSignal: () => hangUpOf(reply),
    authorization: request.headers.authorization,
    acceptLanguage: request.headers['accept-language'],
    cookies: {
      header: request.headers.cookie,
      get: (name) => request.cookies[name],
      set: (name, value, options) => void reply.setCookie(name, value, options),
      clear: (name, options) => void reply.clearCookie(name, options),
    },
  };
}

/** Aborted when the caller goes, also after the answer; by then there is nothing to drop. */
function hangUpOf({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  if (raw.destroyed) gone.abort();
  else raw.once('close', () => gone.abort());
  return gone.signal;
}

const longestUserAgent = 512;

function originOf(request: FastifyRequest, actor: Actor | undefined): Origin {
  return {
    by: actor ? { userId: actor.userId, username: actor.username } : 'system',
    ip: callerAddressOf(request),
    sessionId: actor?.sessionId,
    device: deviceOf(request, actor),
  };
}

/** The program that calls, and with which token: what a token did must not look as if its owner had been at a browser. */
function deviceOf(request: FastifyRequest, actor: Actor | undefined): string | undefined {
  const agent = request.headers['user-agent'];
  const program = agent === undefined ? undefined : stripTokenMark(agent.slice(0, longestUserAgent));
  return actor?.token ? `${program ?? ''} (API token: ${actor.token.name})`.trim() : program;
}
