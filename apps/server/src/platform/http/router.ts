import { PassThrough, type Readable, type Writable } from 'node:stream';
import type { CookieSerializeOptions } from '@fastify/cookie';
import type {
  Access,
  AlternativeOf,
  AnswerKind,
  BodyOf,
  Endpoint,
  ParamsOf,
  QueryOf,
  ResponseOf,
} from '@gatewarden/contract/endpoint';
import { DomainError } from '@gatewarden/contract/errors';
import { callerAddressOf } from '@gatewarden/listener/caller-address';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Actor, Origin } from '../actor.ts';
import { runAsCaller } from '../database/caller-check.ts';
import { iterateAsOwner, runAsOwner } from '../limits/work-owner.ts';
import { isWrite } from './admission.ts';
import { type Alternative, createSerializers, send } from './answer.ts';
import { bodyLimitOf } from './body-limit.ts';
import { createListCompression } from './compress-list.ts';
import { admit, type CallerLookup, callerOf, type Guards, guard, lookupOwnerOf, ownerOf, writerOf } from './guard.ts';
import { parseInput } from './input.ts';
import { type ListPart, sendList } from './list-answer.ts';
import { disconnectSignalOf, originOf } from './request-origin.ts';
import { createSerializer } from './serializer.ts';

/** Cookies of the request, and those that the answer sets. */
export interface Cookies {
  /** The Cookie header of the request; undefined if absent. */
  readonly header: string | undefined;
  readonly get: (name: string) => string | undefined;
  readonly set: (name: string, value: string, options: CookieSerializeOptions) => void;
  readonly clear: (name: string, options: CookieSerializeOptions) => void;
}

/** The call as a handler receives it: the input is parsed and the rights of the caller are checked. */
export interface Call<E extends Endpoint> {
  readonly actor: E['access'] extends 'anonymous' ? Actor | undefined : Actor;
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  readonly origin: Origin;
  /** Returns a signal that is aborted when the caller disconnects before the answer. */
  readonly disconnectSignal: () => AbortSignal;
  /** The Authorization header, for calls that read it themselves. */
  readonly authorization: string | undefined;
  /** The Accept-Language header. */
  readonly acceptLanguage: string | undefined;
  /** The Last-Event-ID header, which browsers send when they open an interrupted stream again. */
  readonly lastEventId: string | undefined;
  readonly cookies: Cookies;
}

export type Handler<E extends Endpoint> = (
  call: Call<E>,
) => Promise<ResponseOf<E> | (E['alternative'] extends object ? Alternative<AlternativeOf<E>> : never)>;

type ItemOf<E extends Endpoint> = ResponseOf<E> extends readonly (infer Item)[] ? Item : never;

/** Yields the items of a long list in parts, each when the caller has read the previous one. */
export type ListHandler<E extends Endpoint> = (call: Call<E>) => AsyncGenerator<ListPart<ItemOf<E>>, void, void>;

/** Data written to `stream` is sent to the caller; the stream closes when the caller disconnects. */
export type StreamHandler<E extends Endpoint> = (call: Call<E>, stream: Writable) => void;

/** A file to download. */
export interface Download {
  readonly name: string;
  readonly contentType: string;
  /** Destroyed when the caller disconnects. */
  readonly content: Readable;
}

export type DownloadHandler<E extends Endpoint> = (call: Call<E>) => Download;

/** An image that its address identifies. */
export interface ImageAnswer {
  readonly contentType: string;
  readonly content: Buffer;
}

/** @throws DomainError if there is no such image */
export type ImageHandler<E extends Endpoint> = (call: Call<E>) => Promise<ImageAnswer>;

/** An image that is opened as a page shows only itself: it runs, loads and embeds nothing. */
const imageHeaders = {
  'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
  'x-content-type-options': 'nosniff',
  'cache-control': 'public, max-age=31536000, immutable',
} as const;

/** An answer without a body. */
export interface BareAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** `header` reads a header of the request, the first one if it is repeated. */
export type BareHandler<E extends Endpoint> = (
  call: Call<E>,
  header: (name: string) => string | undefined,
) => Promise<BareAnswer>;

type AnsweredWith<Kind extends AnswerKind['kind']> = Endpoint & { readonly answer: { readonly kind: Kind } };

type ListEndpoint = Endpoint & { readonly access: Exclude<Access, 'anonymous'>; readonly response: z.ZodArray };

/** `withUser` is for calls that return the caller. */
interface CallOptions<E extends Endpoint> extends CallerLookup {
  /** Throws what `handler` would throw, for HEAD of a GET that writes. */
  readonly checkHead?: (call: Call<E>) => Promise<void>;
}

/** Registers the calls of features. */
export interface Router {
  /** Endpoints added so far; grows with each call. */
  readonly endpoints: readonly Endpoint[];
  add<const E extends Endpoint>(endpoint: E, handler: Handler<E>, options?: CallOptions<E>): void;
  /**
   * For endpoints that answer with a list of any length; the caller must be admitted until its end. Long lists are
   * compressed, so items must contain no secrets.
   */
  addList<const E extends ListEndpoint>(endpoint: E, handler: ListHandler<E>): void;
  /** For endpoints that answer with server-sent events. */
  addStream<const E extends AnsweredWith<'stream'>>(endpoint: E, handler: StreamHandler<E>): void;
  /** For endpoints that answer with a file. `handler` is not called for HEAD. */
  addDownload<const E extends AnsweredWith<'download'>>(endpoint: E, handler: DownloadHandler<E>): void;
  /** For endpoints that answer with an image, which browsers store forever. */
  addImage<const E extends AnsweredWith<'image'>>(endpoint: E, handler: ImageHandler<E>): void;
  /** For endpoints that answer with only a status and headers. */
  addBare<const E extends AnsweredWith<'bare'>>(endpoint: E, handler: BareHandler<E>): void;
}

/**
 * Routes endpoints below `/api/v1` and rejects, in this order: foreign origins, missing sign-in or rights, invalid
 * input.
 */
export function createRouter(app: FastifyInstance, guards: Guards): Router {
  const endpoints: Endpoint[] = [];
  const compress = createListCompression();

  function route<E extends Endpoint>(
    endpoint: E,
    answer: (call: Call<E>, reply: FastifyReply) => Promise<FastifyReply>,
    callerLookup?: CallerLookup,
  ): void {
    endpoints.push(endpoint);
    app.route({
      method: endpoint.method,
      url: `/api/v1${endpoint.path}`,
      config: { endpoint, callerLookup },
      bodyLimit: bodyLimitOf(endpoint),
      onRequest: (request) => {
        const shown = request.headers.authorization === undefined ? 'session' : 'token';
        return runAsOwner(lookupOwnerOf(callerAddressOf(request), shown), () => guard(endpoint, request, guards));
      },
      handler: (request, reply) =>
        handle(endpoint, request, reply, () => answer(parseCall(endpoint, request, reply), reply)),
    });
  }

  /**
   * Runs on behalf of the caller. Changing calls also run with limited concurrency per writer, and only while the
   * caller is admitted.
   */
  function handle(
    endpoint: Endpoint,
    request: FastifyRequest,
    reply: FastifyReply,
    answer: () => Promise<FastifyReply>,
  ) {
    const owner = ownerOf(request);
    const { authenticated } = request;
    if (!authenticated || !isWrite(endpoint)) return runAsOwner(owner, answer);
    const writer = writerOf(endpoint, authenticated);
    const answerIfAdmitted = async (hasWaited: boolean) => {
      // the session may have ended or rights may have been revoked while the body arrived or the call waited; later,
      // the transaction verifies both
      const isDelayed = hasWaited || !request.hadBodyAtAdmission;
      const admitted = isDelayed ? await admit(endpoint, request, guards) : authenticated;
      return runAsCaller(callerOf(admitted, guards), answer);
    };
    return runAsOwner(owner, () => guards.writeLimit.runInTurn(writer, answerIfAdmitted, disconnectSignalOf(reply)));
  }

  return {
    endpoints,
    add: (endpoint, handler, options) => {
      const serializers = createSerializers(endpoint);
      const answer = async (call: Call<typeof endpoint>, reply: FastifyReply) => {
        if (endpoint.writes && reply.request.method === 'HEAD') {
          await options?.checkHead?.(call);
          return reply.send();
        }
        return send(endpoint, serializers, reply, await handler(call));
      };
      route(endpoint, answer, options);
    },
    addList: (endpoint, handler) => {
      const serialize = createSerializer(endpoint.response);
      route(endpoint, async (call, reply) => {
        const owner = ownerOf(reply.request);
        const admitAgain = () => runAsOwner(owner, () => admit(endpoint, reply.request, guards));
        return sendList(reply, iterateAsOwner(owner, handler(call)), { serialize, admitAgain, compress });
      });
    },
    addStream: (endpoint, handler) =>
      route(endpoint, async (call, reply) => {
        // for proxies that buffer answers and would delay every event
        reply.type('text/event-stream').header('x-accel-buffering', 'no');
        // a HEAD request reads nothing, so its end would never be noticed
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
    addImage: (endpoint, handler) =>
      route(endpoint, async (call, reply) => {
        const { contentType, content } = await handler(call);
        return reply.headers(imageHeaders).type(contentType).send(content);
      }),
    addBare: (endpoint, handler) =>
      route(endpoint, async (call, reply) => {
        const header = (name: string) => [reply.request.headers[name]].flat()[0];
        const { status, headers = {} } = await handler(call, header);
        return reply.code(status).headers(headers).type('text/plain; charset=utf-8').send('');
      }),
  };
}

function parseCall<E extends Endpoint>(endpoint: E, request: FastifyRequest, reply: FastifyReply): Call<E> {
  if (endpoint.body && request.body === undefined) throw new DomainError('unsupported_media_type');
  const actor = request.authenticated?.actor;
  return {
    actor: actor as Call<E>['actor'],
    params: parseInput(endpoint.params, request.params, 'params') as Call<E>['params'],
    query: parseInput(endpoint.query, request.query, 'query') as Call<E>['query'],
    body: parseInput(endpoint.body, request.body, 'body') as Call<E>['body'],
    origin: originOf(request, actor),
    disconnectSignal: () => disconnectSignalOf(reply),
    authorization: request.headers.authorization,
    acceptLanguage: request.headers['accept-language'],
    lastEventId: [request.headers['last-event-id']].flat()[0],
    cookies: {
      header: request.headers.cookie,
      get: (name) => request.cookies[name],
      set: (name, value, options) => void reply.setCookie(name, value, options),
      clear: (name, options) => void reply.clearCookie(name, options),
    },
  };
}
