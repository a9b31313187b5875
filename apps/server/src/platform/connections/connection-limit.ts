import type { Socket } from 'node:net';
import { addressBlockOf, widerBlockOf } from '../crypto/address-block.ts';
import { normalizeAddress } from '../grpc/caller-address.ts';
import { createCounts } from '../limits/counts.ts';
import type { Rate } from '../limits/token-buckets.ts';
import { type Connection, keyOf, type Network, type Peer } from './connection.ts';
import { createEvictionPolicy } from './eviction-policy.ts';
import { createKnownNetworks } from './known-networks.ts';
import { createNewConnectionRate } from './new-connection-rate.ts';
import { createUnauthenticatedConnections } from './unauthenticated-connections.ts';

export interface ConnectionLimits {
  /** Of all clients, authenticated ones included. */
  readonly max: number;
  /** Of one client network, which is an IPv4 address or an IPv6 /64; authenticated ones included. */
  readonly maxPerNetwork: number;
  readonly maxUnauthenticated: number;
  /** How many of these are reserved for networks from which a client authenticated lately, and for shared addresses. */
  readonly reservedForKnown: number;
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
  readonly newKnownConnections?: Rate;
  /** Whether many clients come from the address, as from a trusted proxy: then only the totals apply. */
  readonly isShared?: (address: string) => boolean;
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
  markKnown(address: string): void;
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
  const unauthenticated = createUnauthenticatedConnections<Connection>();
  const unfamiliar = createUnauthenticatedConnections<Connection>();
  const familiar = createKnownNetworks(now);
  const authenticatedOf = createCounts();
  const isKnown = (network: Network | undefined) => !network || familiar.has(network.name);
  const rate = createNewConnectionRate(limits, now);
  const displacedBy = createEvictionPolicy(limits, { unauthenticated, unfamiliar, isKnown }, now);

  function networkOf(address: string): Network | undefined {
    if (limits.isShared?.(address)) return undefined;
    const name = addressBlockOf(normalizeAddress(address));
    const widerName = widerBlockOf(normalizeAddress(address));
    const network = networks.get(name) ?? { name, widerName, connections: new Set(), unauthenticated: new Set() };
    networks.set(name, network);
    return network;
  }

  function setUser(connection: Connection, user: string | undefined): void {
    if (connection.user !== undefined) authenticatedOf.remove(connection.user);
    connection.user = user;
    if (user !== undefined) authenticatedOf.add(user);
  }

  function hasPlaceForUser(user: string | undefined): boolean {
    return user === undefined || authenticatedOf.of(user) < (limits.maxPerUser ?? Number.POSITIVE_INFINITY);
  }

  /** Until `setUser` says otherwise it is no user's. */
  function setSince(connection: Connection, since: number | undefined): void {
    connection.since = since;
    setUser(connection, undefined);
    for (const set of [unauthenticated, unfamiliar, connection.network?.unauthenticated]) set?.delete(connection);
    if (since === undefined) return;
    unauthenticated.add(connection);
    connection.network?.unauthenticated.add(connection);
    if (!isKnown(connection.network)) unfamiliar.add(connection);
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

  function hasPlace(network: Network | undefined): boolean {
    if (connections.size >= limits.max || !rate.admits(network, isKnown(network))) return false;
    return !network || network.connections.size < limits.maxPerNetwork;
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
      if (connection.network) familiar.add(connection.network.name);
    },
    markUnauthenticated(peer) {
      const connection = connections.get(keyOf(peer));
      if (connection) setSince(connection, now());
    },
    markKnown: (address) => familiar.add(addressBlockOf(normalizeAddress(address))),
  };
}
