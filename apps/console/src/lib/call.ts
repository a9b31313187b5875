import type {
  AlternativeOf,
  BodyInputOf,
  Call,
  Endpoint,
  EndpointOf,
  ParamsInputOf,
  QueryInputOf,
  ResponseOf,
} from '@gatewarden/contract/endpoint';
import i18next from 'i18next';
import { loadTexts } from '../i18n/i18n.ts';
import { isImmediate } from '../i18n/sentences.ts';
import { answerOf } from './answer.ts';
import { ApiError, isUnreachable } from './api-error.ts';
import { isAway, isServerThere, reportAnswer, reportFailure } from './connection.ts';
import { pathOf } from './path-of.ts';

/** A part of the request; absent if the endpoint has no schema for it. */
type Part<Name extends string, Schema, Value> = [Schema] extends [undefined]
  ? { [name in Name]?: never }
  : { [name in Name]: Value };

/** Ids may be numbers. */
type PathValues<Params> = { [Name in keyof Params]: string | number };

/** The query is optional if it has no mandatory parameter. */
type Query<Value> = [Value] extends [undefined]
  ? { query?: never }
  : object extends Value
    ? { query?: Value }
    : { query: Value };

export type CallOptions<E extends Endpoint> = Part<'params', ParamsInputOf<E>, PathValues<ParamsInputOf<E>>> &
  Query<QueryInputOf<E>> &
  Part<'body', BodyInputOf<E>, BodyInputOf<E>> & { signal?: AbortSignal };

type AnyCall = Call<Endpoint>;
type Arguments<C extends AnyCall> =
  object extends CallOptions<EndpointOf<C>>
    ? [endpoint: C, options?: CallOptions<EndpointOf<C>>]
    : [endpoint: C, options: CallOptions<EndpointOf<C>>];

/** The usual success, or the alternative one of the endpoint (such as "a second factor is required"). */
export type Outcome<E extends Endpoint> =
  | { readonly kind: 'usual'; readonly body: ResponseOf<E> }
  | { readonly kind: 'alternative'; readonly body: AlternativeOf<E> };

/**
 * Calls the API and returns the body of the usual success.
 * @throws ApiError for every refusal and for a network that failed; the signal's reason when it was aborted
 */
export async function call<C extends AnyCall>(...[endpoint, options]: Arguments<C>): Promise<ResponseOf<C>> {
  const { body } = await exchange(endpoint, options);
  return body as ResponseOf<C>;
}

/** Like `call`, for endpoints with an alternative success, which has a different status. */
export async function callForOutcome<C extends AnyCall>(
  ...[endpoint, options]: Arguments<C>
): Promise<Outcome<EndpointOf<C>>> {
  const { status, body } = await exchange(endpoint, options);
  return status === endpoint.alternative?.status
    ? { kind: 'alternative', body: body as AlternativeOf<EndpointOf<C>> }
    : { kind: 'usual', body: body as ResponseOf<EndpointOf<C>> };
}

interface AnyOptions {
  params?: unknown;
  query?: unknown;
  body?: unknown;
  signal?: AbortSignal;
}

/** Paths of sign-in, and of calls that change nothing although they are not `GET`. */
const onlyReads = /^\/auth|\/preview$|^\/openid\/(link\/start|provider\/test)$/;

/** Tells the connection how it went, and with an error whether something has changed. */
async function exchange(endpoint: AnyCall, options: AnyOptions = {}): Promise<{ status: number; body: unknown }> {
  const changes = endpoint.method !== 'GET' && !onlyReads.test(endpoint.path);
  if (endpoint.method !== 'GET' && isAway() && !(await isServerThere())) {
    // not sent, so that the user learns that nothing has changed
    const error = new ApiError({ status: 0, code: 'network_unreachable' });
    if (changes) error.effect = 'none';
    throw error;
  }
  try {
    const response = await send(endpoint, options);
    const body = await answerOf(endpoint, response, options.signal);
    reportAnswer();
    return { status: response.status, body };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (changes) error.effect = error.status >= 400 && error.status < 500 ? 'none' : 'unknown';
    if (isUnreachable(error)) reportFailure();
    else reportAnswer();
    if (!isImmediate(error.code)) await loadTexts('errors').catch(() => undefined);
    throw error;
  }
}

/** After this long without an answer the server is asked whether it is there. */
const slowMilliseconds = 6_000;
/** Packets that a firewall drops would leave a page without data and without an error for minutes. */
const maxReadMilliseconds = 30_000;

async function send(endpoint: AnyCall, options: AnyOptions): Promise<Response> {
  const request: RequestInit = { method: endpoint.method, credentials: 'same-origin', headers: headersOf(options) };
  if (options.body !== undefined) request.body = JSON.stringify(options.body);
  const given = new AbortController();
  const abort = () => given.abort(options.signal?.reason);
  options.signal?.addEventListener('abort', abort);
  if (options.signal?.aborted) abort();
  request.signal = given.signal;
  const timers = [setTimeout(reportFailure, slowMilliseconds)];
  if (endpoint.method === 'GET') timers.push(setTimeout(() => given.abort(), maxReadMilliseconds));
  try {
    return await fetch(pathOf(endpoint, options.params, options.query), request);
  } catch (cause) {
    if (options.signal?.aborted) throw cause;
    throw new ApiError({ status: 0, code: 'network_unreachable', cause });
  } finally {
    for (const timer of timers) clearTimeout(timer);
  }
}

function headersOf({ body }: AnyOptions): Record<string, string> {
  return {
    accept: 'application/json',
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    // the chosen language, which may differ from that of the browser: mails use it
    ...(i18next.language ? { 'accept-language': i18next.language } : {}),
  };
}
