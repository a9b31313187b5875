import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  type Call,
  type ServeRequest,
  type ServeResponse,
  ServeResponseSchema,
  SessionKind,
} from '@gatewarden/contract/edge/v1';
import { DomainError } from '@gatewarden/contract/errors';
import { line } from '@gatewarden/contract/primitives';
import { type EdgeCalls, type EdgeOutcome, refusal } from '@gatewarden/listener/edge-calls';
import { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import type { Greeting, Session, StreamControl, StreamHandler } from '../links/index.ts';
import type { EdgeLog } from './edge-log.ts';
import { findEdgeOf } from './edges.queries.ts';

interface Dependencies {
  readonly db: Database;
  readonly edgeLog: EdgeLog;
  readonly calls: () => EdgeCalls;
  readonly version: string;
  /** Whether people reach the edges over https. */
  readonly isHttps: () => boolean;
}

/** Raised when the meaning of an existing message changes. */
const protocolVersion = 1;
/** Calls of one edge that core answers at the same time; the others wait at the edge. */
const maxRunning = 64;
/** One edge may pass on what a thousand addresses may send. */
const messages = { burst: 5_000, perSecond: 1_000 };
const maxPathLength = 128;
const maxSessionLength = 512;
const maxUserAgentLength = 512;

const EdgeHello = z.object({ hostname: line(253, 1), edgeVersion: line(64, 1) });

/** Handles the streams of edges to this core: answers what they pass on. */
export function createEdgeStreams(dependencies: Dependencies): StreamHandler<ServeRequest, ServeResponse, Greeting> {
  const { edgeLog, calls, version, isHttps } = dependencies;
  return {
    async readGreeting(_, { message }) {
      if (message.case !== 'hello') return undefined;
      const parsed = EdgeHello.safeParse(message.value);
      if (!parsed.success) throw new DomainError('invalid_input');
      return { hostname: parsed.data.hostname, version: parsed.data.edgeVersion };
    },
    async connected(tx, component) {
      const edge = await findEdgeOf(tx, component.id);
      if (edge) await edgeLog(tx, 'edge.connected', { edge, hostname: component.hostname });
    },
    open: (stream) => openSession(stream, calls()),
    welcome: () => response({ case: 'welcome', value: { protocolVersion, coreVersion: version, https: isHttps() } }),
    // an edge must not learn addresses of the inner network
    coreAddresses: () => response({ case: 'coreAddresses', value: { addresses: [] } }),
    pace: { reportSeconds: () => 30, reportShare: () => undefined, messages, isAnswered: () => false },
  };
}

function openSession(stream: StreamControl, calls: EdgeCalls): Session<ServeRequest, ServeResponse> {
  const answers: ServeResponse[] = [];
  const running = new Set<Promise<void>>();

  async function perform(call: Call): Promise<void> {
    const outcome = await answerCall(calls, call);
    answers.push(response({ case: 'answer', value: { id: call.id, ...answerOf(outcome) } }));
    stream.wake();
  }

  return {
    next: async () => answers.shift(),
    async receive({ message }) {
      await stream.seen();
      if (message.case !== 'call') return;
      if (running.size >= maxRunning) await Promise.race(running);
      const done = perform(message.value).finally(() => running.delete(done));
      running.add(done);
    },
    close: async () => void (await Promise.allSettled(running)),
  };
}

/** A compromised edge may send anything: everything that a caller can send is checked again. */
async function answerCall(calls: EdgeCalls, call: Call): Promise<EdgeOutcome> {
  const { path } = call;
  if (path.length > maxPathLength || !path.startsWith('/')) return refusal(404, 'not found', 'route_not_found');
  const ip = z.union([z.ipv4(), z.ipv6()]).safeParse(call.ip).data;
  const refused = calls.refuse(path, ip);
  if (refused) return refused;
  const sessions = { enrollment: call.enrollmentSession, password_reset: call.passwordResetSession };
  if (Object.values(sessions).some((token) => (token?.length ?? 0) > maxSessionLength)) {
    return refusal(422, 'invalid request', 'invalid_input');
  }
  return calls.answer({
    ...{ path, body: readJson(call.body), ip, userAgent: call.userAgent.slice(0, maxUserAgentLength) || undefined },
    sessions: {
      ...(sessions.enrollment !== undefined && { enrollment: sessions.enrollment }),
      ...(sessions.password_reset !== undefined && { password_reset: sessions.password_reset }),
    },
    ifNoneMatch: call.ifNoneMatch || undefined,
  });
}

const maxBodyBytes = 16_384;

/** Undefined if it is not JSON; then the call is refused as one without a body. */
function readJson(body: Uint8Array): unknown {
  if (body.length > maxBodyBytes) return undefined;
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}

const sessionKinds = { enrollment: SessionKind.ENROLLMENT, password_reset: SessionKind.PASSWORD_RESET } as const;

function answerOf({ status, body, etag = '', session }: EdgeOutcome) {
  return {
    ...{ status, etag },
    ...(body && { body: new TextEncoder().encode(JSON.stringify(body)) }),
    ...(session && {
      session: {
        kind: sessionKinds[session.kind],
        token: session.token ?? '',
        ...(session.expiresAt && { expiresAt: timestampFromDate(session.expiresAt) }),
      },
    }),
  };
}

function response(message: NonNullable<MessageInitShape<typeof ServeResponseSchema>['message']>): ServeResponse {
  return create(ServeResponseSchema, { message });
}
