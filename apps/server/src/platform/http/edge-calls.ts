import type {
  EdgeBodyOf,
  EdgeEndpoint,
  EdgeMessageOf,
  EdgeQueryOf,
  EdgeResponseOf,
  EdgeWaitEndpoint,
  OpenidCookies,
} from '@gatewarden/contract/edge-endpoint';
import { DomainError, type ErrorCode } from '@gatewarden/contract/errors';
import { addressBlockOf } from '@gatewarden/listener/address-block';
import {
  type EdgeCalls,
  type EdgeOutcome,
  type EdgeWait,
  type EdgeWaitRequest,
  refusal,
} from '@gatewarden/listener/edge-calls';
import type { Clock } from '../../ports/clock.ts';
import type { Database } from '../database/database.ts';
import { runAsOwner } from '../limits/work-owner.ts';
import type { Log } from '../log/log.ts';
import { createEdgeLimits, type LimitedCall, type Refusal } from './edge-limits.ts';
import { stripTokenMark } from './token-mark.ts';

/** A call of a person or program that is not signed in. */
export interface EdgeCall<Body> {
  readonly body: Body;
  /** The token that `session` of an earlier answer contained; undefined if there is none. */
  readonly session: string | undefined;
  /** What `openid` of an earlier answer contained; undefined if there is none. */
  readonly openid: OpenidCookies | undefined;
  readonly ip: string | undefined;
  readonly userAgent: string | undefined;
  /** Whether the caller has the content with this tag, so that it needs no answer. */
  hasContent(tag: string): boolean;
}

export type EdgeAnswer<Body> = ContentAnswer<Body> | UnchangedAnswer;

interface ContentAnswer<Body> {
  readonly body: Body;
  /** Kept by the caller, or removed with null; absent: unchanged. */
  readonly session?: { readonly token: string; readonly expiresAt: Date } | null;
  /** As `session`. */
  readonly openid?: OpenidCookies | null;
  /** Identifies the content: base64url. */
  readonly tag?: string;
}

/** The caller has the content. */
interface UnchangedAnswer {
  readonly tag: string;
}

/** What callers learn of an error; others are not described to strangers. */
export interface EdgeError {
  readonly status: number;
  /** Clients compare some of them (wire §18). */
  readonly text: string;
  /** Whether the caller may be guessing tokens. */
  readonly isGuess?: true;
}

/** A client that waits for a message. */
export interface EdgeWaitCall<Query> {
  readonly query: Query;
  /** Aborted when the client is gone. */
  readonly signal: AbortSignal;
}

export interface AdmittedWait<Message> {
  /** Undefined: none will come. */
  readonly message: Promise<Message | undefined>;
}

type EdgeErrors = Readonly<Partial<Record<ErrorCode, EdgeError>>>;

export interface EdgeRouter {
  add<E extends EdgeEndpoint>(
    endpoint: E,
    handler: (call: EdgeCall<EdgeBodyOf<E>>) => Promise<EdgeAnswer<EdgeResponseOf<E>>>,
  ): void;
  /** Of the calls of this router. */
  addErrors(errors: EdgeErrors): void;
  /** Clients that wait for a message. The handler admits or refuses them with these errors before they wait. */
  addWait<E extends EdgeWaitEndpoint>(
    endpoint: E,
    errors: EdgeErrors,
    handler: (call: EdgeWaitCall<EdgeQueryOf<E>>) => Promise<AdmittedWait<EdgeMessageOf<E>>>,
  ): void;
}

interface Dependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
}

interface Route {
  readonly endpoint: EdgeEndpoint;
  readonly handle: (call: EdgeCall<never>) => Promise<EdgeAnswer<unknown>>;
  readonly errors: EdgeErrors;
}

interface WaitRoute {
  readonly endpoint: EdgeWaitEndpoint;
  readonly handle: (call: EdgeWaitCall<never>) => Promise<AdmittedWait<unknown>>;
  readonly errors: EdgeErrors;
}

/** A router for each feature: the same error can mean something else in another one. */
type AddRoutes = (newRouter: () => EdgeRouter) => void;

/**
 * Collects the calls that features add. An address (IPv6: a /64) with 20 refused tokens in a minute at any core is refused
 * for a while, except for calls that programs repeat, and so is one with too many requests.
 */
export function createEdgeCalls({ db, clock, log }: Dependencies, addRoutes: AddRoutes): EdgeCalls {
  const limits = createEdgeLimits(clock, db);
  const routes = new Map<string, Route>();
  const waits = new Map<string, WaitRoute>();
  addRoutes(() => {
    const errors: Partial<Record<ErrorCode, EdgeError>> = {};
    return {
      add: (endpoint, handler) => void routes.set(endpoint.path, { endpoint, handle: handler, errors }),
      addErrors: (added) => void Object.assign(errors, added),
      addWait: (endpoint, ofWait, handler) =>
        void waits.set(endpoint.path, { endpoint, handle: handler, errors: ofWait }),
    };
  });

  async function explain(error: unknown, { errors }: { errors: EdgeErrors }, call: LimitedCall): Promise<EdgeOutcome> {
    try {
      if (error instanceof DomainError) {
        const known = errors[error.code];
        const refused = known?.isGuess && (await limits.countGuess(call));
        if (refused) return refusals[refused];
        if (known) return refusal(known.status, known.text, error.code, error.details);
        if (error.code === 'database_busy') return refusal(503, 'too many requests at a time', error.code);
      }
      log.error({ err: error }, 'a call of the edge failed');
    } catch (failure) {
      log.error({ err: failure }, 'a call of the edge failed');
    }
    return refusal(500, 'Internal server error', 'internal_error');
  }

  async function beginWait(
    { path, query, ip, edge }: EdgeWaitRequest,
    signal: AbortSignal,
  ): Promise<EdgeOutcome | EdgeWait> {
    const route = waits.get(path);
    if (!route) return refusal(404, 'not found', 'route_not_found');
    const parsed = route.endpoint.query.safeParse(query);
    if (!parsed.success) return refusal(422, 'invalid request', 'invalid_input');
    const call: LimitedCall = { ip, edge, isRepeated: false };
    try {
      const refused = await runAsOwner(ownerOf(ip), () => limits.refuseShared(call, tokenOf(parsed.data)));
      if (refused) return refusals[refused];
      const { message } = await runAsOwner(ownerOf(ip), () => route.handle({ query: parsed.data as never, signal }));
      return {
        message: message.catch((error: unknown) => void explain(error, { errors: {} }, call)) as EdgeWait['message'],
      };
    } catch (error) {
      return explain(error, route, call);
    }
  }

  const isRepeated = (path: string) => routes.get(path)?.endpoint.isRepeated ?? false;

  return {
    refuse(path, ip, edge) {
      const refused = limits.refuse({ ip, edge, isRepeated: isRepeated(path) });
      return refused && refusals[refused];
    },
    async answer({ path, body, sessions, openid, ip, edge, ifNoneMatch, ...request }) {
      const route = routes.get(path);
      if (!route) return refusal(404, 'not found', 'route_not_found');
      const { endpoint, handle } = route;
      const parsed = endpoint.body.safeParse(body);
      if (!parsed.success) return refusal(422, 'invalid request', 'invalid_input');
      const call: LimitedCall = { ip, edge, isRepeated: isRepeated(path) };
      const session = sessions[endpoint.session];
      const respond = async (): Promise<EdgeOutcome> => {
        const refused = await limits.refuseShared(call, tokenOf(parsed.data, endpoint.tokenField) ?? session);
        if (refused) return refusals[refused];
        const userAgent = request.userAgent && stripTokenMark(request.userAgent);
        const hasContent = (tag: string) => matches(ifNoneMatch, etagOf(tag));
        const answer = await handle({ body: parsed.data as never, session, openid, ip, userAgent, hasContent });
        if (!('body' in answer)) return { status: 304, etag: etagOf(answer.tag) };
        const outcome = {
          ...{ status: 200, body: answer.body as object },
          ...(answer.tag !== undefined && { etag: etagOf(answer.tag) }),
          ...(answer.openid !== undefined && { openid: answer.openid }),
        };
        if (answer.session === undefined) return outcome;
        return { ...outcome, session: { kind: endpoint.session, ...answer.session } };
      };
      try {
        return await runAsOwner(ownerOf(ip), respond);
      } catch (error) {
        return explain(error, route, call);
      }
    },
    waits: { paths: [...waits.keys()], begin: beginWait },
  };
}

const refusals: Readonly<Record<Refusal, EdgeOutcome>> = {
  requests: refusal(429, 'too many requests', 'rate_limited'),
  guesses: refusal(429, 'too many invalid tokens', 'rate_limited'),
};

/** People and clients of an address share the connections to the database with those of others. */
function ownerOf(ip: string | undefined): string {
  return `calls of address ${addressBlockOf(ip)}`;
}

/** What a body or query shows. */
function tokenOf(input: unknown, field: 'token' | 'state' = 'token'): string | undefined {
  const token = (input as Partial<Record<typeof field, unknown>>)[field];
  return typeof token === 'string' ? token : undefined;
}

function etagOf(tag: string): string {
  return `"${tag}"`;
}

/** RFC 9110 §13.1.2, without the comparison of `*`, which no client needs here. Proxies that compress make a tag weak. */
function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  return (ifNoneMatch ?? '').split(',').some((listed) => listed.trim().replace(/^W\//, '') === etag);
}
