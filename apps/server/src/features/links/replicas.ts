import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import type { ComponentKinds } from './component-kinds.ts';
import * as queries from './replicas.queries.ts';

/** The replicas of core that run on the same database, as far as this one knows. */
export interface Replicas {
  /** Of this process. */
  readonly id: string;
  /** Where components reach core, as `host:port`: the public address first, then those of the replicas. At most 16. */
  addresses(): readonly string[];
  onChange(listener: (addresses: readonly string[]) => void): void;
  /** Registers this replica. To be called before components can connect to it. */
  register(): Promise<void>;
  /** Starts to send heartbeats and to watch the others. To be called once the addresses are known. */
  start(): void;
  /** Resolves when this replica is no longer registered. Safe to repeat. */
  stop(): Promise<void>;
}

/** Milliseconds. */
export interface ReplicaTimings {
  readonly heartbeat: number;
  /** Without a heartbeat for so long a replica is dead. */
  readonly expiry: number;
}

/** The components of a replica that died are shown as disconnected within 10 s: the sum of the two, and the write. */
export const replicaTimings: ReplicaTimings = { heartbeat: 2000, expiry: 7000 };

/** A replica that died stays in the list for a while: it may come back at the same address. */
const retentionMilliseconds = 10 * 60_000;

interface Dependencies {
  readonly db: Database;
  readonly kinds: Pick<ComponentKinds, 'disconnected'>;
  readonly log: Log;
  /** URLs: the public one, and the one of this replica. Filled in once the port is known. */
  readonly address: { readonly grpcUrl: string; readonly replicaUrl?: string | undefined };
}

export function createReplicas(dependencies: Dependencies, timings: ReplicaTimings): Replicas {
  const { db, kinds, log, address } = dependencies;
  const id = randomUUID();
  const stopping = new AbortController();
  const listeners: ((addresses: readonly string[]) => void)[] = [];
  let others: readonly string[] = [];
  let beating: Promise<void> = Promise.resolve();
  /** Since when every heartbeat was written in time. */
  let steadySince = Number.POSITIVE_INFINITY;

  function addresses(): readonly string[] {
    // empty before core's own address is known
    const first = address.grpcUrl ? [hostAndPort(address.grpcUrl)] : [];
    return [...new Set([...first, ...others])].slice(0, 16);
  }

  async function beat(): Promise<void> {
    const startedAt = performance.now();
    await queries.setReplica(db, id, hostAndPort(address.replicaUrl || address.grpcUrl));
    await queries.deleteOldReplicas(db, retentionMilliseconds);
    const found = await queries.listReplicaAddresses(db);
    if (found.join() !== others.join()) {
      others = found;
      for (const listener of listeners) listener(addresses());
    }
    steadySince = Math.min(steadySince, startedAt);
    // after a time without the database the others had no chance to renew their rows either
    if (performance.now() - steadySince >= timings.expiry) await markStale();
  }

  async function markStale(): Promise<void> {
    await inTransaction(db, async (tx) => {
      await kinds.disconnected(tx, await queries.markStaleWithReplica(tx, id, timings.expiry));
    });
  }

  async function beatUntilStopped(): Promise<void> {
    let lastAt = performance.now();
    while (!stopping.signal.aborted) {
      if (performance.now() - lastAt > timings.expiry) steadySince = Number.POSITIVE_INFINITY;
      lastAt = performance.now();
      await beat().catch((error: unknown) => {
        steadySince = Number.POSITIVE_INFINITY;
        log.warn({ err: error }, 'the heartbeat of this replica could not be written');
      });
      await wait(timings.heartbeat, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  return {
    id,
    addresses,
    onChange: (listener) => void listeners.push(listener),
    register: () => queries.setReplica(db, id, null),
    start() {
      beating = beatUntilStopped();
    },
    async stop() {
      stopping.abort();
      await beating;
      await queries.deleteReplica(db, id).catch((error: unknown) => {
        log.warn({ err: error }, 'this replica could not be deleted from the list; it expires');
      });
    },
  };
}

/** A URL leaves out the port where it is the usual one; components always need it. */
export function hostAndPort(url: string): string {
  const { hostname, port } = new URL(url);
  return `${hostname}:${port || '443'}`;
}
