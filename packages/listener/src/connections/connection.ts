import type { Socket } from 'node:net';

/** Both endpoints of a TCP connection; undefined once it is closed. */
export interface Peer {
  readonly localAddress?: string | undefined;
  readonly localPort?: number | undefined;
  readonly remoteAddress?: string | undefined;
  readonly remotePort?: number | undefined;
}

export interface Connection {
  readonly socket: Socket;
  /** Identifies both endpoints. Stored, because a destroyed socket no longer has them. */
  readonly key: string;
  /** Undefined for a shared address. */
  readonly network: Network | undefined;
  /** When the connection became unauthenticated; undefined while it is authenticated. */
  unauthenticatedSince: number | undefined;
  /** User whose limit it counts against while it is authenticated. */
  user: string | undefined;
}

/** Sets iterate in insertion order: the oldest unauthenticated connection comes first. */
export interface Network {
  readonly name: string;
  readonly widerName: string;
  readonly connections: Set<Connection>;
  readonly unauthenticated: Set<Connection>;
}

/** Includes our endpoint: one client endpoint may be connected to several of our addresses. */
export function keyOf({ localAddress, localPort, remoteAddress, remotePort }: Peer): string {
  return `${localAddress} ${localPort} ${remoteAddress} ${remotePort}`;
}
