import type { Socket } from 'node:net';

/** Both ends of a TCP connection; undefined once it is closed. */
export interface Peer {
  readonly localAddress?: string | undefined;
  readonly localPort?: number | undefined;
  readonly remoteAddress?: string | undefined;
  readonly remotePort?: number | undefined;
}

export interface Connection {
  readonly socket: Socket;
  /** By both ends; a socket that was destroyed has forgotten them. */
  readonly key: string;
  /** Undefined for a shared address. */
  readonly network: Network | undefined;
  /** When it became a stranger's; undefined while it is authenticated. */
  since: number | undefined;
  /** Whose it is while it is authenticated and counts among those of a user. */
  user: string | undefined;
}

/** A set iterates in the order of insertion, so that the oldest stranger comes first. */
export interface Network {
  readonly name: string;
  readonly widerName: string;
  readonly connections: Set<Connection>;
  readonly unauthenticated: Set<Connection>;
}

/** The client's end alone may have a connection to each of our addresses. */
export function keyOf({ localAddress, localPort, remoteAddress, remotePort }: Peer): string {
  return `${localAddress} ${localPort} ${remoteAddress} ${remotePort}`;
}
