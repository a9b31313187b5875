import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { DomainError } from '@gatewarden/contract/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addressBlockOf } from '../crypto/address-block.ts';
import { createCounts } from '../limits/counts.ts';
import { callerAddressOf } from './caller-address.ts';

export interface AnswerLimits {
  /** Requests of one connection that are not answered to their end. */
  readonly maxPerConnection: number;
  /** Large answers to one session, to all API tokens of a user, or to a stranger's address, that are not yet read. */
  readonly maxUnread: number;
}

/** Browsers and proxies send one request after another on a connection. */
const defaults: AnswerLimits = { maxPerConnection: 4, maxUnread: 32 };
/** A smaller answer takes less than the connection itself may. */
const largeBytes = 16_384;

/**
 * Bounds the memory that answers take whose reader does not read them. Node runs all requests of a connection that arrive
 * together, and keeps an answer until it is read: a connection with too many requests is closed before their handlers run, and
 * a large answer too many for one reader is 429 instead. Streams hold little and are not counted.
 */
export function limitUnreadAnswers(app: FastifyInstance, limits: Partial<AnswerLimits> = {}): void {
  const { maxPerConnection, maxUnread } = { ...defaults, ...limits };
  const unanswered = new WeakMap<Socket, number>();
  const unread = createCounts();

  app.addHook('onRequest', ({ raw: { socket } }, reply, done) => {
    const count = (unanswered.get(socket) ?? 0) + 1;
    if (count > maxPerConnection) {
      // the request ends here: no further hook and no handler runs
      reply.hijack();
      socket.destroy();
      return;
    }
    unanswered.set(socket, count);
    reply.raw.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
    done();
  });

  app.addHook('onSend', async (request, { raw }, payload) => {
    // what was changed is answered in any case
    if (!isLarge(payload) || request.method !== 'GET') return;
    const reader = readerOf(request);
    if (unread.of(reader) >= maxUnread) throw new DomainError('rate_limited', { retry_after_seconds: 1 });
    unread.add(reader);
    whenGone(raw, request.raw.socket, () => unread.remove(reader));
  });
}

function isLarge(payload: unknown): boolean {
  return (typeof payload === 'string' || Buffer.isBuffer(payload)) && payload.length > largeBytes;
}

/** An answer that waits for one before it has no `close` of its own when the connection ends. */
function whenGone(answer: ServerResponse, socket: Socket, then: () => void): void {
  const once = () => {
    answer.off('close', once);
    socket.off('close', once);
    then();
  };
  if (socket.destroyed) then();
  else {
    answer.once('close', once);
    socket.once('close', once);
  }
}

/** A stolen token must not keep its owner from reading. */
function readerOf(request: FastifyRequest): string {
  const actor = request.authenticated?.actor;
  if (!actor) return `address ${addressBlockOf(callerAddressOf(request))}`;
  return actor.token ? `tokens of ${actor.userId}` : `session ${actor.sessionId}`;
}
