import { create, type MessageInitShape } from '@bufbuild/protobuf';
import {
  type Call,
  type ServeRequest,
  type ServeResponse,
  ServeResponseSchema,
  type Wait,
} from '@gatewarden/contract/edge/v1';
import { DomainError } from '@gatewarden/contract/errors';
import { line } from '@gatewarden/contract/primitives';
import { type EdgeCalls, type EdgeOutcome, refusal } from '@gatewarden/listener/edge-calls';
import { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import type { Greeting, Session, StreamControl, StreamHandler } from '../links/index.ts';
import { answerCall, answerOf, beginWait, toJson } from './answer-call.ts';
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
/** Answers that an edge has not read; it is not read either until it reads them. */
const maxUnread = 256;
/** Clients of one edge that wait for a message; an edge admits fewer. */
const maxWaits = 1_000;

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
    open: (stream, { id }) => openSession(stream, id, calls()),
    welcome: () => response({ case: 'welcome', value: { protocolVersion, coreVersion: version, https: isHttps() } }),
    pace: { reportSeconds: () => 30, reportShare: () => undefined, messages, isAnswered: () => false },
  };
}

function openSession(stream: StreamControl, edge: string, calls: EdgeCalls): Session<ServeRequest, ServeResponse> {
  const answers: ServeResponse[] = [];
  const running = new Set<Promise<void>>();
  const waits = new Map<number, AbortController>();
  let isClosed = false;
  let drained = Promise.withResolvers<void>();

  async function untilRead(): Promise<void> {
    while (answers.length >= maxUnread && !isClosed) {
      drained = Promise.withResolvers();
      await drained.promise;
    }
  }

  function send(message: Parameters<typeof response>[0]): void {
    answers.push(response(message));
    stream.wake();
  }

  async function perform(call: Call): Promise<void> {
    const outcome = await answerCall(calls, edge, call);
    send({ case: 'answer', value: { id: call.id, ...answerOf(outcome) } });
  }

  /** Admits or refuses a client; its wait continues afterwards. */
  async function admit(given: Wait): Promise<void> {
    const { id } = given;
    const refuse = (outcome: EdgeOutcome) => send({ case: 'waitEnd', value: { id, refusal: answerOf(outcome) } });
    if (waits.has(id) || waits.size >= maxWaits) return refuse(refusal(429, 'too many requests', 'rate_limited'));
    const ending = new AbortController();
    waits.set(id, ending);
    // neither it nor its message rejects: failures are logged and answered
    const begun = await beginWait(calls, edge, given, ending.signal);
    if (!('message' in begun)) {
      waits.delete(id);
      return refuse(begun);
    }
    send({ case: 'waitBegun', value: { id } });
    void begun.message.then((message) => {
      waits.delete(id);
      send({ case: 'waitEnd', value: { id, ...(message && { message: toJson(message) }) } });
    });
  }

  return {
    async next() {
      const answer = answers.shift();
      if (answers.length < maxUnread) drained.resolve();
      return answer;
    },
    async receive({ message }) {
      await stream.seen();
      await untilRead();
      if (message.case === 'endWait') waits.get(message.value.id)?.abort();
      if (message.case !== 'call' && message.case !== 'wait') return;
      if (running.size >= maxRunning) await Promise.race(running);
      const work = message.case === 'call' ? perform(message.value) : admit(message.value);
      const done = work.finally(() => running.delete(done));
      running.add(done);
    },
    async close() {
      isClosed = true;
      drained.resolve();
      for (const ending of waits.values()) ending.abort();
      await Promise.allSettled(running);
    },
  };
}

function response(message: NonNullable<MessageInitShape<typeof ServeResponseSchema>['message']>): ServeResponse {
  return create(ServeResponseSchema, { message });
}
