import { createServer, type Server, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { type CoreEndpoint, coreServerName } from './core-address.ts';
import { readCa } from './fetch-ca.ts';
import type { LinkLog } from './link-log.ts';

/** Connections that cores open to a component, which is the client of TLS and gRPC over them. */
export interface AcceptedCores {
  /** The port that it listens on. */
  readonly port: number;
  /** The next connection to a core of the pinned authority; undefined once the signal is aborted. */
  next(signal: AbortSignal): Promise<AcceptedCore | undefined>;
  /** Closes further connections at once, until it is called again with false. */
  refuse(isRefusing: boolean): void;
  stop(): Promise<void>;
}

export interface AcceptedCore {
  readonly endpoint: CoreEndpoint & { readonly socket: TLSSocket };
  /** The pinned authority as PEM. */
  readonly ca: string;
}

interface Options {
  readonly host: string;
  /** 0 selects a free port. */
  readonly port: number;
  /** Lower-case hex SHA-256 of the authority's certificate. */
  readonly fingerprint: string;
  readonly log: LinkLog;
}

/** Strangers can connect too; a handshake needs a few round trips. */
const handshakeMilliseconds = 5_000;
const maxHandshakes = 64;
const maxHandshakesPerAddress = 8;
/** Cores that are connected and not in use yet. */
const maxWaiting = 8;

/**
 * Listens for connections of cores. Only a server that presents a certificate of the pinned authority is a core; others
 * learn nothing but the name of the server that is looked for.
 * @throws the error of Node if it cannot listen
 */
export async function acceptCores({ host, port, fingerprint, log }: Options): Promise<AcceptedCores> {
  const handshakes = new Map<Socket, string>();
  const waiting: AcceptedCore[] = [];
  let isRefusing = false;
  let arrived = Promise.withResolvers<void>();

  function accept(socket: Socket): void {
    const address = socket.remoteAddress ?? '';
    const ofAddress = [...handshakes.values()].filter((each) => each === address).length;
    if (isRefusing || handshakes.size >= maxHandshakes || ofAddress >= maxHandshakesPerAddress)
      return void socket.destroy();
    handshakes.set(socket, address);
    const tls = connectTls({
      socket,
      servername: coreServerName,
      minVersion: 'TLSv1.3',
      ALPNProtocols: ['h2'],
      // the chain is checked against the fingerprint instead; nothing is sent before
      rejectUnauthorized: false,
    });
    const timer = setTimeout(() => tls.destroy(), handshakeMilliseconds);
    tls.on('error', () => undefined);
    socket.on('error', () => undefined);
    tls.once('close', () => {
      clearTimeout(timer);
      handshakes.delete(socket);
      socket.destroy();
      const index = waiting.findIndex(({ endpoint }) => endpoint.socket === tls);
      if (index >= 0) waiting.splice(index, 1);
    });
    tls.once('secureConnect', () => {
      clearTimeout(timer);
      handshakes.delete(socket);
      const ca = readCa(tls, fingerprint);
      if (ca === undefined) log.warn({ address }, 'what connected is not the core that this edge belongs to');
      if (ca === undefined || isRefusing || waiting.length >= maxWaiting) return void tls.destroy();
      const label = `core at ${address}`;
      waiting.push({ endpoint: { host: address, port: socket.remotePort ?? 0, label, socket: tls }, ca });
      arrived.resolve();
    });
  }

  const server = createServer(accept);
  await listen(server, port, host);
  const bound = server.address();
  return {
    port: bound !== null && typeof bound === 'object' ? bound.port : port,
    async next(signal) {
      const aborted = Promise.withResolvers<void>();
      const abort = () => aborted.resolve();
      signal.addEventListener('abort', abort);
      if (signal.aborted) abort();
      try {
        for (;;) {
          if (signal.aborted) return undefined;
          const core = waiting.shift();
          if (core) return core;
          arrived = Promise.withResolvers();
          await Promise.race([arrived.promise, aborted.promise]);
        }
      } finally {
        signal.removeEventListener('abort', abort);
      }
    },
    refuse(refusing) {
      isRefusing = refusing;
      if (refusing) for (const { endpoint } of waiting.splice(0)) endpoint.socket.destroy();
    },
    async stop() {
      isRefusing = true;
      for (const socket of handshakes.keys()) socket.destroy();
      for (const { endpoint } of waiting.splice(0)) endpoint.socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
