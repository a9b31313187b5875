import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { ConnectRouter } from '@connectrpc/connect';
import type { EdgeProblem } from '@gatewarden/contract/edges.names';
import { parseEndpoint } from '@gatewarden/net/endpoint';
import { classifyDatabaseError } from '../../platform/database/classify-database-error.ts';
import { createCallServer, type ServerCertificate } from '../../platform/grpc/grpc-server.ts';
import type { Log } from '../../platform/log/log.ts';
import type { EdgeSnapshot } from './edges.events.ts';

interface Dependencies {
  readonly serverName: string;
  readonly serverCertificate: (now: Date) => Promise<ServerCertificate>;
  readonly onInvalidCall: (address: string) => void;
  /** The calls of the edge at the address; `onCall` is to be called for each. */
  readonly addCalls: (router: ConnectRouter, edge: EdgeSnapshot, onCall: () => void) => void;
  readonly log: Log;
}

export interface EdgeConnections {
  /** Connects to these from now on, and ends the connections to others. */
  follow(edges: readonly EdgeSnapshot[]): void;
  /** Why this core could not connect at its last attempt; null if it could, or has not tried. */
  problemOf(edge: EdgeSnapshot): EdgeProblem | null;
  /** Ends all connections. */
  stop(): Promise<void>;
}

const connectMilliseconds = 5_000;
/** An edge that another replica is connected to closes each further connection. */
const delays = { first: 500, longest: 4_000 };
/** The stream of a removed edge ends first, so that the edge learns that its credential is no longer valid. */
const removalMilliseconds = 2_000;
/** A connection that lasts this long is a success: the next delay is short again. */
const stableMilliseconds = 5_000;

interface Loop {
  readonly edge: EdgeSnapshot;
  /** Ends the connection soon. */
  readonly removing: AbortController;
  /** Ends the connection now. */
  readonly stopping: AbortController;
  problem: EdgeProblem | null;
  ended: Promise<void>;
}

/**
 * Keeps a connection to each edge. Over it the edge is the client, as over a connection to core's listener, but only the
 * calls of edges are served.
 */
export function createEdgeConnections(dependencies: Dependencies): EdgeConnections {
  const loops = new Map<string, Loop>();
  const removed = new Set<Loop>();
  const keyOf = ({ id, address }: EdgeSnapshot) => `${id} ${address}`;
  return {
    follow(edges) {
      const wanted = new Map(edges.map((edge) => [keyOf(edge), edge]));
      for (const [key, loop] of loops) {
        if (wanted.has(key)) continue;
        loops.delete(key);
        removed.add(loop);
        loop.removing.abort();
        void loop.ended.finally(() => removed.delete(loop));
      }
      for (const [key, edge] of wanted) {
        if (loops.has(key)) continue;
        const [removing, stopping] = [new AbortController(), new AbortController()];
        const loop: Loop = { edge, removing, stopping, problem: null, ended: Promise.resolve() };
        loop.ended = keepConnected(loop, dependencies);
        loops.set(key, loop);
      }
    },
    problemOf: (edge) => loops.get(keyOf(edge))?.problem ?? null,
    async stop() {
      const ending = [...loops.values(), ...removed];
      loops.clear();
      for (const { stopping } of ending) stopping.abort();
      await Promise.all(ending.map(({ ended }) => ended));
    },
  };
}

async function keepConnected(loop: Loop, dependencies: Dependencies): Promise<void> {
  const { edge } = loop;
  const signal = AbortSignal.any([loop.removing.signal, loop.stopping.signal]);
  const log = dependencies.log.child({ edge: edge.id, address: edge.address });
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    const startedAt = performance.now();
    try {
      const problem = await connectOnce(loop, signal, dependencies);
      if (signal.aborted) return;
      loop.problem = problem;
    } catch (error) {
      if (!classifyDatabaseError(error)) log.warn({ err: error }, 'the connection to an edge failed; retrying');
    }
    if (performance.now() - startedAt >= stableMilliseconds) attempt = 0;
    const longest = Math.min(delays.longest, delays.first * 2 ** Math.min(attempt, 10));
    await sleep(longest * (0.5 + Math.random() / 2), signal);
  }
}

/** Connects, and serves until the connection ends. Returns why no edge was reached; null if one was. */
async function connectOnce(
  loop: Loop,
  signal: AbortSignal,
  { serverName, serverCertificate, onInvalidCall, addCalls }: Dependencies,
): Promise<EdgeProblem | null> {
  const { edge } = loop;
  const certificate = await serverCertificate(new Date());
  const opened = await open(edge.address, signal);
  if ('problem' in opened) return opened.problem;
  const { socket } = opened;
  let isReached = false;
  const server = createCallServer({
    ...{ certificate, serverName, onInvalidCall, onCertificateRejected: () => undefined },
    // core has chosen the address
    isShared: () => true,
    routes: (router) =>
      addCalls(router, edge, () => {
        loop.problem = null;
        isReached = true;
      }),
  });
  const closed = new Promise<void>((resolve) => void socket.once('close', () => resolve()));
  const stop = () => void server.stop();
  let removal: NodeJS.Timeout | undefined;
  const remove = () => {
    removal = setTimeout(stop, removalMilliseconds);
  };
  const stopping = loop.stopping.signal;
  const removing = loop.removing.signal;
  stopping.addEventListener('abort', stop);
  removing.addEventListener('abort', remove);
  try {
    server.accept(socket);
    if (signal.aborted) stop();
    await closed;
  } finally {
    clearTimeout(removal);
    stopping.removeEventListener('abort', stop);
    removing.removeEventListener('abort', remove);
    await server.stop();
  }
  return isReached ? null : 'not_an_edge';
}

async function open(
  address: string,
  signal: AbortSignal,
): Promise<{ readonly socket: Socket } | { readonly problem: EdgeProblem }> {
  const endpoint = parseEndpoint(address, { zone: true });
  if (!endpoint) return { problem: 'unreachable' };
  const socket = connect({ ...endpoint, noDelay: true });
  const timeout = AbortSignal.timeout(connectMilliseconds);
  try {
    await once(socket, 'connect', { signal: AbortSignal.any([signal, timeout]) });
    // without a listener, a reset would end the process
    socket.on('error', () => undefined);
    return { socket };
  } catch (error) {
    socket.on('error', () => undefined);
    socket.destroy();
    return { problem: timeout.aborted ? 'timeout' : problemOf(error) };
  }
}

const problems: Readonly<Record<string, EdgeProblem>> = {
  ENOTFOUND: 'name_not_found',
  EAI_AGAIN: 'name_not_found',
  ECONNREFUSED: 'refused',
  ETIMEDOUT: 'timeout',
};

function problemOf(error: unknown): EdgeProblem {
  return problems[(error as NodeJS.ErrnoException).code ?? ''] ?? 'unreachable';
}

function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end);
  });
}
