import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { DomainError } from '@gatewarden/contract/errors';
import { addressBlockOf } from '@gatewarden/listener/address-block';
import { callerAddressOf } from '@gatewarden/listener/caller-address';
import { createCounts } from '@gatewarden/listener/counts';
import type { FastifyInstance, FastifyRequest } from 'fastify';

export interface AnswerLimits {
  /** Unanswered requests of one connection. */
  readonly maxPerConnection: number;
  /**
   * Large unread answers to one session, to all API tokens of a user, or to the address of an unauthenticated client. A
   * long list counts as four.
   */
  readonly maxUnread: number;
}

/** Browsers and proxies send requests on a connection one after another. */
const defaults: AnswerLimits = { maxPerConnection: 4, maxUnread: 32 };
/** A smaller answer takes less memory than the connection itself. */
const largeBytes = 16_384;
/** Several of its parts wait for the reader. */
const longListWeight = 4;

/**
 * Limits the memory of answers that their readers do not read. Node runs all pipelined requests of a connection and
 * buffers an answer until it is read: a connection with too many requests is closed before their handlers run, and one
 * large answer too many for a reader is refused with 429. Events, downloads and files buffer little and are not counted:
 * an office behind one address loads dozens of files at once.
 */
export function limitUnreadAnswers(app: FastifyInstance, limits: Partial<AnswerLimits> = {}): void {
  const { maxPerConnection, maxUnread } = { ...defaults, ...limits };
  const unanswered = new WeakMap<Socket, number>();
  const unread = createCounts();

  app.addHook('onRequest', ({ raw: { socket } }, reply, done) => {
    const count = (unanswered.get(socket) ?? 0) + 1;
    if (count > maxPerConnection) {
      // no further hook and no handler runs
      reply.hijack();
      socket.destroy();
      return;
    }
    unanswered.set(socket, count);
    reply.raw.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
    done();
  });

  app.addHook('onSend', async (request, reply, payload) => {
    // changing calls are always answered
    const weight = isLongList(request, payload) ? longListWeight : isLarge(payload) ? 1 : 0;
    if (weight === 0 || request.method !== 'GET') return;
    const reader = readerOf(request);
    if (unread.of(reader) >= maxUnread) {
      // Fastify sends the refusal with the headers of the list, and does not end the list
      reply.removeHeader('content-encoding');
      if (payload instanceof Readable) payload.destroy();
      throw new DomainError('rate_limited', { retry_after_seconds: 1 });
    }
    unread.add(reader, weight);
    onceClosed(reply.raw, request.raw.socket, () => unread.remove(reader, weight));
  });
}

function isLarge(payload: unknown): boolean {
  return (typeof payload === 'string' || Buffer.isBuffer(payload)) && payload.length > largeBytes;
}

function isLongList({ routeOptions }: FastifyRequest, payload: unknown): boolean {
  const { endpoint } = routeOptions.config;
  return payload instanceof Readable && endpoint !== undefined && endpoint.answer === undefined;
}

/** An answer that waits behind another one emits no `close` when the connection ends. */
function onceClosed(answer: ServerResponse, socket: Socket, then: () => void): void {
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

/** A stolen token must not prevent its owner from reading. */
function readerOf(request: FastifyRequest): string {
  const actor = request.authenticated?.actor;
  if (!actor) return `address ${addressBlockOf(callerAddressOf(request))}`;
  return actor.token ? `tokens of ${actor.userId}` : `session ${actor.sessionId}`;
}
