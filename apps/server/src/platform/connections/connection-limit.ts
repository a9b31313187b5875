import type { Socket } from 'node:net';
import { addressBlockOf, widerBlockOf } from '../crypto/address-block.ts';
import { normalizeAddress } from '../grpc/caller-address.ts';
import type { Rate } from '../limits/token-buckets.ts';
import { createFamiliarNetworks } from './familiar-networks.ts';
import { createNewConnectionRate } from './new-connection-rate.ts';
import { createStrangers } from './strangers.ts';

export interface ConnectionLimits {
  /** Of all clients, authenticated ones included. */
  readonly max: number;
  /** Of one client network, which is an IPv4 address or an IPv6 /64; authenticated ones included. */
  readonly maxPerNetwork: number;
  readonly maxUnauthenticated: number;
  /** How many of these are reserved for networks from which a client authenticated lately, and for shared addresses. */
  readonly reservedForFamiliar: number;
  readonly maxUnauthenticatedPerNetwork: number;
  /** Of one user; more of them count as unauthenticated. As many as come when absent. */
  readonly maxPerUser?: number;
  /** How long an unauthenticated connection is safe from being closed in favour of a newer one of the same network. */
  readonly graceMilliseconds: number;
  /** New connections of one client network; as many as come when absent. */
  readonly newPerNetwork?: Rate;
  /** New connections of all strangers; as many as come when absent. */
  readonly newConnections?: Rate;
  /** New connections of all networks from which a client authenticated lately; as many as come when absent. */
  readonly newFamiliarConnections?: Rate;
  /** Whether many clients come from the address, as from a trusted proxy: then only the totals apply. */
  readonly isShared?: (address: string) => boolean;
}

/** Both ends of a TCP connection; undefined once it is closed. */
export interface Peer {
  readonly localAddress?: string | undefined;
  readonly localPort?: number | undefined;
  readonly remoteAddress?: string | undefined;
  readonly remotePort?: number | undefined;
}

export interface ConnectionLimit {
  /** Counts the connection until it closes; closes it, or an older one in its favour, where the limits require that. */
  add(socket: Socket): void;
  /**
   * Exempts the connection from the limits for strangers, unless the user has as many such connections as one user may. The
   * peer is the socket that was added, or TLS on top of it. `user` is who shares the bound; undefined where there is none.
   */
  markAuthenticated(peer: Peer, user?: string): void;
  /** Subjects it to them again, as the newest. */
  markUnauthenticated(peer: Peer): void;
  /** A client of the address has authenticated lately: before this process started, or to another replica. */
  markFamiliar(address: string): void;
}

interface Connection {
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
interface Network {
  readonly name: string;
  readonly widerName: string;
  readonly connections: Set<Connection>;
  readonly strangers: Set<Connection>;
}

/**
 * Strangers get few connections, authenticated clients many, so that a flood neither fills the memory nor keeps out the users
 * and gateways behind the same address. Where strangers of a network have all there are, the oldest of theirs is closed in
 * favour of a new one: holding connections open locks no one out, and a client that means to authenticate does so within the
 * grace period. Where those of all networks together are too many, the wider network (/24, /48) with the most gives way to one
 * with fewer, without a grace period: few networks keep out no others.
 */
export function createConnectionLimit(limits: ConnectionLimits, now = () => performance.now()): ConnectionLimit {
  const connections = new Map<string, Connection>();
  const networks = new Map<string, Network>();
  const strangers = createStrangers<Connection>();
  const unfamiliar = createStrangers<Connection>();
  const familiar = createFamiliarNetworks(now);
  const authenticatedOf = new Map<string, number>();
  const isFamiliar = (network: Network | undefined) => !network || familiar.has(network.name);
  const rate = createNewConnectionRate(limits, now);

  function networkOf(address: string): Network | undefined {
    if (limits.isShared?.(address)) return undefined;
    const name = addressBlockOf(normalizeAddress(address));
    const widerName = widerBlockOf(normalizeAddress(address));
    const network = networks.get(name) ?? { name, widerName, connections: new Set(), strangers: new Set() };
    networks.set(name, network);
    return network;
  }

  function setUser(connection: Connection, user: string | undefined): void {
    const { user: former } = connection;
    const left = former === undefined ? 0 : (authenticatedOf.get(former) ?? 1) - 1;
    if (former !== undefined && left > 0) authenticatedOf.set(former, left);
    else if (former !== undefined) authenticatedOf.delete(former);
    connection.user = user;
    if (user !== undefined) authenticatedOf.set(user, (authenticatedOf.get(user) ?? 0) + 1);
  }

  function hasPlaceForUser(user: string | undefined): boolean {
    return user === undefined || (authenticatedOf.get(user) ?? 0) < (limits.maxPerUser ?? Number.POSITIVE_INFINITY);
  }

  /** Until `setUser` says otherwise it is no user's. */
  function setSince(connection: Connection, since: number | undefined): void {
    connection.since = since;
    setUser(connection, undefined);
    for (const set of [strangers, unfamiliar, connection.network?.strangers]) set?.delete(connection);
    if (since === undefined) return;
    strangers.add(connection);
    connection.network?.strangers.add(connection);
    if (!isFamiliar(connection.network)) unfamiliar.add(connection);
  }

  function remove(connection: Connection): void {
    if (connections.get(connection.key) === connection) connections.delete(connection.key);
    setSince(connection, undefined);
    connection.network?.connections.delete(connection);
  }

  function forgetEmpty(network: Network | undefined): void {
    if (network?.connections.size === 0 && networks.get(network.name) === network) networks.delete(network.name);
  }

  function close(connection: Connection): void {
    remove(connection);
    connection.socket.destroy();
  }

  /** Undefined when it is too young to be closed, or there is none. */
  function afterGrace(oldest: Connection | undefined): Connection | undefined {
    return oldest?.since === undefined || now() - oldest.since < limits.graceMilliseconds ? undefined : oldest;
  }

  /** Which one to close in favour of one of the network. Of equally large ones none gives way to the other. */
  function toDisplace(among: typeof strangers, network: Network | undefined): Connection | undefined {
    return among.oldestOfLargest(among.countAround(network) + 1) ?? afterGrace(among.oldestAround(network));
  }

  function hasPlace(network: Network | undefined): boolean {
    if (connections.size >= limits.max || !rate.admits(network, isFamiliar(network))) return false;
    return !network || network.connections.size < limits.maxPerNetwork;
  }

  /** What must be closed before a stranger of the network is let in; undefined when it is to be refused. */
  function displacedBy(network: Network | undefined): ReadonlySet<Connection> | undefined {
    const { maxUnauthenticated, maxUnauthenticatedPerNetwork, reservedForFamiliar } = limits;
    const displaced = new Set<Connection>();
    if (network && network.strangers.size >= maxUnauthenticatedPerNetwork) {
      const oldest = afterGrace(network.strangers.values().next().value);
      if (!oldest) return undefined;
      displaced.add(oldest);
    }
    const totals = [[strangers, maxUnauthenticated] as const];
    if (!isFamiliar(network)) totals.unshift([unfamiliar, maxUnauthenticated - reservedForFamiliar]);
    for (const [among, max] of totals) {
      if (among.size - [...displaced].filter(among.has).length < max) continue;
      const one = toDisplace(among, network);
      if (!one) return undefined;
      displaced.add(one);
    }
    return displaced;
  }

  return {
    add(socket) {
      const address = socket.remoteAddress;
      // it was closed before it could be looked at
      if (address === undefined) return void socket.destroy();
      const network = networkOf(address);
      const key = keyOf(socket);
      // the client is gone and connects again from the same port before the end of the former connection was noticed
      const former = connections.get(key);
      if (former) close(former);
      // decided before anything is closed, so that none is closed in favour of one that is refused
      const displaced = hasPlace(network) ? displacedBy(network) : undefined;
      if (!displaced) {
        socket.destroy();
        return forgetEmpty(network);
      }
      for (const one of displaced) close(one);
      const connection: Connection = { socket, key, network, since: undefined, user: undefined };
      connections.set(key, connection);
      network?.connections.add(connection);
      setSince(connection, now());
      socket.once('close', () => {
        remove(connection);
        forgetEmpty(network);
      });
    },
    markAuthenticated(peer, user) {
      const connection = connections.get(keyOf(peer));
      if (!connection) return;
      // before it is looked whether the user has room, so that it does not count against itself
      setUser(connection, undefined);
      const isExempt = hasPlaceForUser(user);
      setSince(connection, isExempt ? undefined : now());
      if (isExempt) setUser(connection, user);
      if (connection.network) familiar.note(connection.network.name);
    },
    markUnauthenticated(peer) {
      const connection = connections.get(keyOf(peer));
      if (connection) setSince(connection, now());
    },
    markFamiliar: (address) => familiar.note(addressBlockOf(normalizeAddress(address))),
  };
}

/** The client's end alone may have a connection to each of our addresses. */
function keyOf({ localAddress, localPort, remoteAddress, remotePort }: Peer): string {
  return `${localAddress} ${localPort} ${remoteAddress} ${remotePort}`;
}
