import type { Socket } from 'node:net';
import { addressBlockOf, widerBlockOf } from '../address-block.ts';
import { createCounts } from '../counts.ts';
import { normalizeAddress } from '../normalize-address.ts';
import type { Rate } from '../token-buckets.ts';
import { type Connection, keyOf, type Network, type Peer } from './connection.ts';
import { createEvictionPolicy } from './eviction-policy.ts';
import { createKnownNetworks } from './known-networks.ts';
import { createNewConnectionRate } from './new-connection-rate.ts';
import { createUnauthenticatedConnections } from './unauthenticated-connections.ts';

export interface ConnectionLimits {
  /** All connections, including authenticated ones. */
  readonly max: number;
  /** Connections of one client network (an IPv4 address or an IPv6 /64), including authenticated ones. */
  readonly maxPerNetwork: number;
  readonly maxUnauthenticated: number;
  /**
   * How many of these are reserved for known networks, from which a client authenticated recently, and for shared
   * addresses.
   */
  readonly reservedForKnown: number;
  readonly maxUnauthenticatedPerNetwork: number;
  /** Authenticated connections of one user; further ones count as unauthenticated. No limit if absent. */
  readonly maxPerUser?: number;
  /** How long an unauthenticated connection cannot be closed for a newer one of the same network. */
  readonly graceMilliseconds: number;
  /** New connections of one client network; no limit if absent. */
  readonly newPerNetwork?: Rate;
  /** New connections of all unknown networks; no limit if absent. */
  readonly newConnections?: Rate;
  /** New connections of all known networks; no limit if absent. */
  readonly newKnownConnections?: Rate;
  /** Whether many clients share the address, such as those behind a trusted proxy. Then only the total limits apply. */
  readonly isShared?: (address: string) => boolean;
}

export interface ConnectionLimit {
  /**
   * Counts the connection until it closes. Closes it, or an older one to make room for it, if the limits require that.
   */
  add(socket: Socket): void;
  /**
   * Exempts the connection from the limits for unauthenticated connections, unless the user has reached `maxPerUser`.
   * `peer` is the socket that was added, or TLS on top of it. `user` identifies who shares that limit; undefined if
   * none applies.
   */
  markAuthenticated(peer: Peer, user?: string): void;
  /** The same for a client that is bounded elsewhere and proved nothing: its network does not become known. */
  exempt(peer: Peer): void;
  /** Applies these limits to the connection again, as the newest one. */
  markUnauthenticated(peer: Peer): void;
  /**
   * Marks the network of the address as known: a client authenticated from it recently, before this process started or
   * at another replica.
   */
  markKnown(address: string): void;
}

/**
 * Allows few unauthenticated and many authenticated connections, so that a flood neither exhausts memory nor locks out
 * users and gateways behind the same address. If the unauthenticated connections of a network reach their limit, its
 * oldest one is closed for a new one: open idle connections do not lock out others, and a regular client authenticates
 * within the grace period. If those of all networks together reach their limit, the wider network (/24, /48) with the
 * most connections loses one to a network with fewer, without a grace period, so that few networks cannot lock out
 * others.
 */
export function createConnectionLimit(limits: ConnectionLimits, now = () => performance.now()): ConnectionLimit {
  const connections = new Map<string, Connection>();
  const networks = new Map<string, Network>();
  const unauthenticated = createUnauthenticatedConnections<Connection>();
  const unauthenticatedUnknown = createUnauthenticatedConnections<Connection>();
  const knownNetworks = createKnownNetworks(now);
  const authenticatedByUser = createCounts();
  const isKnown = (network: Network | undefined) => !network || knownNetworks.has(network.name);
  const rate = createNewConnectionRate(limits, now);
  const findEvicted = createEvictionPolicy(limits, { unauthenticated, unauthenticatedUnknown, isKnown }, now);

  function networkOf(address: string): Network | undefined {
    if (limits.isShared?.(address)) return undefined;
    const name = addressBlockOf(normalizeAddress(address));
    const widerName = widerBlockOf(normalizeAddress(address));
    const network = networks.get(name) ?? { name, widerName, connections: new Set(), unauthenticated: new Set() };
    networks.set(name, network);
    return network;
  }

  function setUser(connection: Connection, user: string | undefined): void {
    if (connection.user !== undefined) authenticatedByUser.remove(connection.user);
    connection.user = user;
    if (user !== undefined) authenticatedByUser.add(user);
  }

  function isBelowUserLimit(user: string | undefined): boolean {
    return user === undefined || authenticatedByUser.of(user) < (limits.maxPerUser ?? Number.POSITIVE_INFINITY);
  }

  /** Also removes the user of the connection until `setUser` is called. */
  function setUnauthenticatedSince(connection: Connection, unauthenticatedSince: number | undefined): void {
    connection.unauthenticatedSince = unauthenticatedSince;
    setUser(connection, undefined);
    for (const set of [unauthenticated, unauthenticatedUnknown, connection.network?.unauthenticated])
      set?.delete(connection);
    if (unauthenticatedSince === undefined) return;
    unauthenticated.add(connection);
    connection.network?.unauthenticated.add(connection);
    if (!isKnown(connection.network)) unauthenticatedUnknown.add(connection);
  }

  function remove(connection: Connection): void {
    if (connections.get(connection.key) === connection) connections.delete(connection.key);
    setUnauthenticatedSince(connection, undefined);
    connection.network?.connections.delete(connection);
  }

  function deleteIfEmpty(network: Network | undefined): void {
    if (network?.connections.size === 0 && networks.get(network.name) === network) networks.delete(network.name);
  }

  function close(connection: Connection): void {
    remove(connection);
    connection.socket.destroy();
  }

  /** Whether there is room for another connection once these are closed. */
  function isWithinLimits(network: Network | undefined, evicted: ReadonlySet<Connection>): boolean {
    const ofNetwork = [...evicted].filter((one) => one.network === network).length;
    if (connections.size - evicted.size >= limits.max) return false;
    if (network && network.connections.size - ofNetwork >= limits.maxPerNetwork) return false;
    return rate.admits(network, isKnown(network));
  }

  return {
    add(socket) {
      const address = socket.remoteAddress;
      // closed before it could be read
      if (address === undefined) return void socket.destroy();
      const network = networkOf(address);
      const key = keyOf(socket);
      // the client reconnected from the same port before the end of the former connection was noticed
      const former = connections.get(key);
      if (former) close(former);
      // decided before a connection is closed, so that none is closed for one that is then refused
      const evicted = findEvicted(network);
      if (!evicted || !isWithinLimits(network, evicted)) {
        socket.destroy();
        return deleteIfEmpty(network);
      }
      for (const one of evicted) close(one);
      const connection: Connection = { socket, key, network, unauthenticatedSince: undefined, user: undefined };
      connections.set(key, connection);
      network?.connections.add(connection);
      setUnauthenticatedSince(connection, now());
      socket.once('close', () => {
        remove(connection);
        deleteIfEmpty(network);
      });
    },
    markAuthenticated(peer, user) {
      const connection = connections.get(keyOf(peer));
      if (!connection) return;
      // before the limit is checked, so that the connection does not count against itself
      setUser(connection, undefined);
      const isExempt = isBelowUserLimit(user);
      setUnauthenticatedSince(connection, isExempt ? undefined : now());
      if (isExempt) setUser(connection, user);
      if (connection.network) knownNetworks.add(connection.network.name);
    },
    exempt(peer) {
      const connection = connections.get(keyOf(peer));
      if (connection) setUnauthenticatedSince(connection, undefined);
    },
    markUnauthenticated(peer) {
      const connection = connections.get(keyOf(peer));
      if (connection) setUnauthenticatedSince(connection, now());
    },
    markKnown: (address) => knownNetworks.add(addressBlockOf(normalizeAddress(address))),
  };
}
