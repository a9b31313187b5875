import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { classifyDatabaseError } from '../../platform/database/classify-database-error.ts';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import type { ComponentKinds } from './component-kinds.ts';
import * as queries from './replicas.queries.ts';

/** The replicas of core that use the same database, as far as this one knows. */
export interface Replicas {
  /** Identifies this process. */
  readonly id: string;
  /** Addresses of core for components, as `host:port`: the public one first, then those of the replicas. At most 16. */
  addresses(): readonly string[];
  onChange(listener: (addresses: readonly string[]) => void): void;
  /** Running replicas, this one included. */
  list(): Promise<(queries.ReplicaRow & { readonly isCurrent: boolean })[]>;
  /** Running replicas that do not use the instance key of this process, by address, or by id until they listen. */
  listWithOtherKey(): Promise<string[]>;
  /** Registers this replica. Call before components can connect to it. */
  register(): Promise<void>;
  /** Starts to send heartbeats and to watch other replicas. Call once the addresses are known. */
  start(): void;
  /** Resolves when this replica is no longer registered. Safe to repeat. */
  stop(): Promise<void>;
}

/** Milliseconds. */
export interface ReplicaTimings {
  readonly heartbeat: number;
  /** A replica without a heartbeat for this long counts as crashed. */
  readonly expiry: number;
}

/** Components of a crashed replica are shown as disconnected within 10 s: both times, plus the write. */
export const replicaTimings: ReplicaTimings = { heartbeat: 2000, expiry: 7000 };

/** A crashed replica remains listed for this long, because it may restart at the same address. */
const retentionMilliseconds = 10 * 60_000;

interface Dependencies {
  readonly db: Database;
  readonly kinds: Pick<ComponentKinds, 'disconnected'>;
  readonly log: Log;
  readonly instanceKeyId: Buffer;
  /** Of this core. */
  readonly version: string;
  /** URLs: the public one, and the one of this replica. Filled in once the port is known. */
  readonly address: { readonly grpcUrl: string; readonly replicaUrl?: string | undefined };
}

export function createReplicas(dependencies: Dependencies, timings: ReplicaTimings): Replicas {
  const { db, kinds, log, address, instanceKeyId, version } = dependencies;
  const id = randomUUID();
  const setReplica = (ownAddress: string | null) => queries.setReplica(db, { id, instanceKeyId, version }, ownAddress);
  const stopping = new AbortController();
  const listeners: ((addresses: readonly string[]) => void)[] = [];
  let others: readonly string[] = [];
  let heartbeatLoop: Promise<void> = Promise.resolve();
  /** Since when every heartbeat was written in time. */
  let steadySince = Number.POSITIVE_INFINITY;

  function addresses(): readonly string[] {
    // empty before core's address is known
    const first = address.grpcUrl ? [hostAndPort(address.grpcUrl)] : [];
    return [...new Set([...first, ...others])].slice(0, 16);
  }

  async function sendHeartbeat(): Promise<void> {
    const startedAt = performance.now();
    await setReplica(hostAndPort(address.replicaUrl || address.grpcUrl));
    await queries.deleteOldReplicas(db, retentionMilliseconds);
    const found = await queries.listReplicaAddresses(db);
    if (found.join() !== others.join()) {
      others = found;
      for (const listener of listeners) listener(addresses());
    }
    steadySince = Math.min(steadySince, startedAt);
    // after a database outage, the other replicas could not renew their rows either
    if (performance.now() - steadySince >= timings.expiry) await markStale();
  }

  async function markStale(): Promise<void> {
    await inTransaction(db, async (tx) => {
      await kinds.disconnected(tx, await queries.markStaleWithReplica(tx, id, timings.expiry));
    });
  }

  async function sendHeartbeats(): Promise<void> {
    let lastAt = performance.now();
    while (!stopping.signal.aborted) {
      if (performance.now() - lastAt > timings.expiry) steadySince = Number.POSITIVE_INFINITY;
      lastAt = performance.now();
      await sendHeartbeat().catch((error: unknown) => {
        steadySince = Number.POSITIVE_INFINITY;
        // that the database is unavailable is reported once, by the part that watches it
        if (classifyDatabaseError(error)) return;
        log.warn({ err: error }, 'the heartbeat of this replica could not be written');
      });
      await wait(timings.heartbeat, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  return {
    id,
    addresses,
    onChange: (listener) => void listeners.push(listener),
    async list() {
      const rows = await queries.listRunningReplicas(db, timings.expiry);
      // its own heartbeat may be late
      const others = rows.filter((row) => row.id !== id);
      const own = rows.find((row) => row.id === id) ?? { id, address: null, version };
      return [{ ...own, isCurrent: true }, ...others.map((row) => ({ ...row, isCurrent: false }))];
    },
    async listWithOtherKey() {
      const rows = await queries.listReplicasWithOtherKey(db, instanceKeyId, timings.expiry);
      return rows.map((row) => row.address ?? row.id);
    },
    register: () => setReplica(null),
    start() {
      heartbeatLoop = sendHeartbeats();
    },
    async stop() {
      stopping.abort();
      await heartbeatLoop;
      await queries.deleteReplica(db, id).catch((error: unknown) => {
        log.warn({ err: error }, 'this replica could not be deleted from the list; it expires');
      });
    },
  };
}

/** A URL omits the default port; components always need the port. */
export function hostAndPort(url: string): string {
  const { hostname, port } = new URL(url);
  return `${hostname}:${port || '443'}`;
}
