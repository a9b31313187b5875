import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type WebSocket, WebSocketServer } from 'ws';
import { addressBlockOf } from './address-block.ts';
import { callerAddressOf } from './caller-address.ts';
import { createCounts } from './counts.ts';
import { type EdgeOutcome, type EdgeWaits, refusal } from './edge-calls.ts';
import { pathOf } from './request-target.ts';

export interface SocketLimits {
  readonly max: number;
  /** Of one address (IPv6: a /64). */
  readonly maxPerAddress: number;
  /** A client that does not answer a ping until the next one is gone. */
  readonly pingMilliseconds: number;
}

/** People approve within a minute; a network behind one address has many of them. */
export const socketLimits: SocketLimits = { max: 512, maxPerAddress: 64, pingMilliseconds: 10_000 };
/** Clients send nothing. Control frames have up to 125 bytes (RFC 6455 §5.5). */
const maxMessageBytes = 125;
const maxPingsPerInterval = 10;
/** A client that does not read its few frames is gone. */
const maxUnreadBytes = 1_024;
const closeMilliseconds = 1_000;
/** RFC 6455 §7.4.1. */
const closeCodes = { done: 1000, goingAway: 1001, policyViolation: 1008 } as const;

interface Upgrade {
  readonly socket: Duplex;
  readonly head: Buffer;
  /** Aborted when the connection is closed. */
  readonly signal: AbortSignal;
}

interface Options {
  readonly waits: EdgeWaits;
  readonly prefix: string;
  readonly limits: SocketLimits;
  readonly userAgentOf: (request: FastifyRequest) => string | undefined;
  readonly send: (reply: FastifyReply, outcome: EdgeOutcome) => FastifyReply;
  /** Called with the connection of a client that may wait. */
  readonly onAdmitted: (socket: Socket) => void;
}

/** Whether it is a WebSocket handshake for a path on which clients wait; other requests to upgrade are ignored. */
export function isUpgrade(
  { method, url = '', headers }: IncomingMessage,
  paths: readonly string[],
  prefix: string,
): boolean {
  if (method !== 'GET' || headers.upgrade?.toLowerCase() !== 'websocket') return false;
  return paths.some((path) => pathOf(url) === prefix + path);
}

/**
 * WebSockets on which clients wait for one message. Requests pass the hooks of the listener first, so that refused ones are
 * answered as others are. A socket ends with its message, with the wait, with the client and when the listener stops.
 */
export function addSockets(
  app: FastifyInstance,
  { waits, prefix, limits, userAgentOf, send, onAdmitted }: Options,
): void {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: maxMessageBytes,
    perMessageDeflate: false,
    autoPong: false,
  });
  const upgrades = new WeakMap<IncomingMessage, Upgrade>();
  const perAddress = createCounts();
  let count = 0;
  let isStopping = false;

  app.server.on('upgrade', (request, socket: Duplex, head) => {
    const controller = new AbortController();
    socket.on('error', () => undefined);
    socket.once('close', () => controller.abort());
    upgrades.set(request, { socket, head, signal: controller.signal });
    const response = new ServerResponse(request);
    response.assignSocket(socket as never);
    response.shouldKeepAlive = false;
    // a refused client that leaves its side open must not occupy a place
    response.once('finish', () => (socket as Socket).destroySoon());
    app.routing(request, response);
  });

  /** Undefined: admitted, and counted until the connection is closed. */
  function refuse(address: string, { signal }: Upgrade): EdgeOutcome | undefined {
    if (count >= limits.max) return refusal(503, 'too many clients are waiting', 'rate_limited');
    if (perAddress.of(address) >= limits.maxPerAddress)
      return refusal(429, 'too many clients are waiting', 'rate_limited');
    count += 1;
    perAddress.add(address);
    signal.addEventListener('abort', () => {
      count -= 1;
      perAddress.remove(address);
    });
    return undefined;
  }

  for (const path of waits.paths) {
    app.get(`${prefix}${path}`, { exposeHeadRoute: false }, async (request, reply) => {
      const upgrade = upgrades.get(request.raw);
      if (!upgrade)
        return send(reply.header('upgrade', 'websocket'), refusal(426, 'upgrade required', 'invalid_input'));
      const ip = callerAddressOf(request);
      const refused = refuse(addressBlockOf(ip), upgrade);
      if (refused) return send(reply, refused);
      const { query } = request;
      const admitted = await waits.begin({ path, query, ip, userAgent: userAgentOf(request) }, upgrade.signal);
      if (!('message' in admitted)) return send(reply, admitted);
      onAdmitted(upgrade.socket as Socket);
      reply.hijack();
      reply.raw.detachSocket(upgrade.socket as never);
      if (isStopping) return void upgrade.socket.destroy();
      server.handleUpgrade(request.raw, upgrade.socket, upgrade.head, (socket) => {
        watch(socket, limits.pingMilliseconds);
        void admitted.message.then((message) => {
          if (message) socket.send(JSON.stringify(message));
          close(socket, message ? closeCodes.done : closeCodes.goingAway);
        });
      });
      return undefined;
    });
  }

  app.addHook('preClose', async () => {
    isStopping = true;
    for (const socket of server.clients) close(socket, closeCodes.goingAway);
  });
}

/** Ends the socket of a client that is gone, that does not read, or that sends more than it must. */
function watch(socket: WebSocket, pingMilliseconds: number): void {
  let isAnswered = true;
  let pings = 0;
  const timer = setInterval(() => {
    if (!isAnswered || socket.bufferedAmount > maxUnreadBytes) return socket.terminate();
    isAnswered = false;
    pings = 0;
    socket.ping();
  }, pingMilliseconds);
  socket.on('pong', () => {
    isAnswered = true;
  });
  socket.on('ping', (data) => {
    pings += 1;
    if (pings > maxPingsPerInterval || socket.bufferedAmount > maxUnreadBytes) socket.terminate();
    else socket.pong(data);
  });
  socket.on('message', () => close(socket, closeCodes.policyViolation));
  // such as a message that is too long; the end follows
  socket.on('error', () => undefined);
  socket.on('close', () => clearInterval(timer));
}

/** The client has a second to confirm the end. */
function close(socket: WebSocket, code: number): void {
  socket.close(code);
  const timer = setTimeout(() => socket.terminate(), closeMilliseconds);
  socket.once('close', () => clearTimeout(timer));
}
