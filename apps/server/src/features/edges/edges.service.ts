import type { Edge } from '@gatewarden/contract/edges';
import type { EdgeProblem } from '@gatewarden/contract/edges.names';
import { DomainError } from '@gatewarden/contract/errors';
import type { Origin } from '../../platform/actor.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import { toNaive } from '../../platform/http/naive-timestamp.ts';
import type { Clock } from '../../ports/clock.ts';
import { isConnected, type KindLinks } from '../links/index.ts';
import type { EdgeSnapshot } from './edges.events.ts';
import * as queries from './edges.queries.ts';

export interface EdgesService {
  list(): Promise<Edge[]>;
  /** @throws edge_address_taken, edge_limit_reached */
  add(origin: Origin, address: string): Promise<Edge>;
  /** @throws edge_not_found */
  require(id: number): Promise<void>;
  /** Logged, because the token admits edges. @throws edge_not_found */
  token(origin: Origin, id: number): Promise<string>;
  /** Also replaces the tokens of other edges. @throws edge_not_found */
  rotateToken(origin: Origin, id: number): Promise<string>;
  /** @throws edge_not_found */
  remove(origin: Origin, id: number): Promise<void>;
}

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly clock: Clock;
  readonly links: Pick<KindLinks, 'tokens' | 'lock' | 'remove'>;
  /** Why this core could not connect at its last attempt; null if it could. */
  readonly problemOf: (edge: EdgeSnapshot) => EdgeProblem | null;
}

/** Core keeps a connection to each; few are needed. */
const maxEdges = 20;

export function createEdgesService({ db, events, clock, links, problemOf }: Dependencies): EdgesService {
  async function lock(tx: Tx, id: number): Promise<{ edge: EdgeSnapshot; componentId: string | null }> {
    const found = await queries.lockEdge(tx, { id });
    if (!found) throw new DomainError('edge_not_found');
    const { component_id: componentId, ...edge } = found;
    return { edge, componentId };
  }

  async function tokenOf(
    origin: Origin,
    id: number,
    { type, take }: { type: 'edge.token-shown' | 'edge.token-rotated'; take: (tx: Tx) => Promise<string> },
  ): Promise<string> {
    const { secret, address } = await inTransaction(db, async (tx) => {
      const { edge } = await lock(tx, id);
      await events.publish(tx, type, origin, { edge });
      return { secret: await take(tx), address: edge.address };
    });
    return links.tokens.buildTokenOfListener(secret, address);
  }

  return {
    async list() {
      const now = clock.now();
      return (await queries.listEdges(db)).map((row) => presentEdge(row, now, problemOf(row)));
    },
    add: (origin, address) =>
      inTransaction(db, async (tx) => {
        const normalized = normalizeAddress(address);
        // an earlier version stored the address as entered
        const isTaken = (await queries.listEdges(tx)).some((other) => normalizeAddress(other.address) === normalized);
        const edge = isTaken ? undefined : await queries.insertEdge(tx, normalized, clock.now());
        if (!edge) throw new DomainError('edge_address_taken', { field: 'address' });
        if ((await queries.countEdges(tx)) > maxEdges) throw new DomainError('edge_limit_reached', { limit: maxEdges });
        await events.publish(tx, 'edge.added', origin, { edge });
        const row = (await queries.listEdges(tx)).find(({ id }) => id === edge.id);
        if (!row) throw new Error('the edge was not stored');
        return presentEdge(row, clock.now(), null);
      }),
    async require(id) {
      await inTransaction(db, (tx) => lock(tx, id));
    },
    token: (origin, id) =>
      tokenOf(origin, id, { type: 'edge.token-shown', take: (tx) => links.tokens.ensureSecret(tx, null) }),
    rotateToken: (origin, id) =>
      tokenOf(origin, id, { type: 'edge.token-rotated', take: (tx) => links.tokens.replaceSecret(tx, null) }),
    remove: (origin, id) =>
      inTransaction(db, async (tx) => {
        const { edge, componentId } = await lock(tx, id);
        const component = componentId === null ? undefined : await links.lock(tx, null, componentId);
        await queries.deleteEdge(tx, id);
        if (component) await links.remove(tx, component, origin);
        await events.publish(tx, 'edge.removed', origin, { edge });
      }),
  };
}

/** Host names and IPv6 addresses ignore case; the name of an interface, after `%`, does not. */
function normalizeAddress(address: string): string {
  const end = address.indexOf('%');
  return end < 0 ? address.toLowerCase() : address.slice(0, end).toLowerCase() + address.slice(end);
}

function presentEdge(row: queries.EdgeRow, now: Date, problem: EdgeProblem | null): Edge {
  const { id, address, hostname, version, seen_at } = row;
  const connected = isConnected({ connected: row.connected ?? false, seen_at }, now);
  const disconnectedAt = row.connected && !connected ? seen_at : row.disconnected_at;
  const since = connected ? row.connected_at : (disconnectedAt ?? row.joined_at);
  return {
    ...{ id, address, hostname, version },
    state: connected ? 'connected' : row.component_id === null ? 'waiting' : 'disconnected',
    since: toNaive(since ?? row.created_at),
    problem: connected ? null : problem,
  };
}
