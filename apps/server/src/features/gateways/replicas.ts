import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import type { GatewayLog } from './gateway-log.ts';
import { gatewaySafe } from './gateways.events.ts';
import * as queries from './replicas.queries.ts';

/** The cores that run on the same database, as far as this one knows. */
export interface Replicas {
  /** Of this process. */
  readonly id: string;
  /** Where gateways reach core, as `host:port`: the public address first, then those of the replicas. At most 16. */
  addresses(): readonly string[];
  onChange(listener: (addresses: readonly string[]) => void): void;
  /** Registers this replica. To be called before gateways can connect to it. */
  register(): Promise<void>;
  /** Begins to send heartbeats and to watch the others. To be called once the addresses are known. */
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

/** The gateways of a replica that died are shown as disconnected within 10 s: the sum of the two, and the write. */
export const replicaTimings: ReplicaTimings = { heartbeat: 2000, expiry: 7000 };

/** A replica that died stays in the list for a while: it may come back at the same address. */
const forgetMilliseconds = 10 * 60_000;

interface Dependencies {
  readonly db: Database;
  readonly gatewayLog: GatewayLog;
  readonly log: Log;
  /** URLs: the public one, and the one of this replica. Filled in once the port is known. */
  readonly address: { readonly grpcUrl: string; readonly replicaUrl?: string | undefined };
}

export function createReplicas(dependencies: Dependencies, timings: ReplicaTimings): Replicas {
  const { db, gatewayLog, log, address } = dependencies;
  const id = randomUUID();
  const stopping = new AbortController();
  const listeners: ((addresses: readonly string[]) => void)[] = [];
  let others: readonly string[] = [];
  let beating: Promise<void> = Promise.resolve();
  /** Since when every heartbeat was written in time. */
  let steadySince = Number.POSITIVE_INFINITY;

  function addresses(): readonly string[] {
    // before core's own address is known there is nothing to tell
    const first = address.grpcUrl ? [hostAndPort(address.grpcUrl)] : [];
    return [...new Set([...first, ...others])].slice(0, 16);
  }

  async function beat(): Promise<void> {
    const startedAt = performance.now();
    await queries.setReplica(db, id, hostAndPort(address.replicaUrl || address.grpcUrl));
    await queries.deleteOldReplicas(db, forgetMilliseconds);
    const found = await queries.listReplicaAddresses(db);
    if (found.join() !== others.join()) {
      others = found;
      for (const listener of listeners) listener(addresses());
    }
    steadySince = Math.min(steadySince, startedAt);
    // after a time without the database the others had no chance to renew their rows either
    if (performance.now() - steadySince >= timings.expiry) await markLost();
  }

  async function markLost(): Promise<void> {
    await inTransaction(db, async (tx) => {
      for (const gateway of await queries.markLostWithReplica(tx, id, timings.expiry)) {
        await gatewayLog.publish(tx, 'gateway.disconnected', { gateway: gatewaySafe(gateway) });
      }
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
        log.warn({ err: error }, 'this replica could not be removed from the list; it expires');
      });
    },
  };
}

/** A URL leaves out the port where it is the usual one; gateways always need it. */
export function hostAndPort(url: string): string {
  const { hostname, port } = new URL(url);
  return `${hostname}:${port || '443'}`;
}
