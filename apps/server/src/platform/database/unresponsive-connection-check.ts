import type pg from 'pg';
import type { BoundedPool } from './bounded-pool.ts';
import { bytesReadOn, destroyConnection, isWaiting, processIdOf } from './connection-internals.ts';
import type { HeartbeatQuery } from './heartbeat.ts';

interface Observed {
  readonly bytesRead: number;
  /** Number of consecutive checks in which it was waiting without receiving a byte. */
  readonly times: number;
}

/** With one check per second, a statement has waited for at least two seconds. */
const suspiciousChecks = 3;

// a server process that has been idle for a while has no answer in flight
const idleBackends = `select pid from pg_stat_activity
  where pid = any($1) and state like 'idle%' and state_change < clock_timestamp() - interval '1 second'`;

/**
 * Returns a check to be called about every second. It finds connections on which a statement waits for an answer
 * although the server has none to send, and closes them. Such a connection was dropped silently, for example by a
 * firewall that lost its state, while others work. TCP would take minutes to detect it, and the statement deadline is
 * meant for running statements.
 */
export function createUnresponsiveConnectionCheck(
  pool: BoundedPool,
  onClosed: (processId: number) => void,
): (query: HeartbeatQuery) => Promise<void> {
  let observed = new Map<pg.PoolClient, Observed>();

  function findSuspicious(): pg.PoolClient[] {
    const next = new Map<pg.PoolClient, Observed>();
    for (const client of pool.openConnections()) {
      if (!isWaiting(client)) continue;
      const bytesRead = bytesReadOn(client);
      const before = observed.get(client);
      next.set(client, { bytesRead, times: before?.bytesRead === bytesRead ? before.times + 1 : 1 });
    }
    observed = next;
    return [...next].filter(([, { times }]) => times >= suspiciousChecks).map(([client]) => client);
  }

  return async (query) => {
    const suspicious = findSuspicious();
    if (suspicious.length === 0) return;
    const rows = await query<{ pid: number }>(idleBackends, [suspicious.map(processIdOf)]);
    const idle = new Set(rows.map(({ pid }) => pid));
    for (const client of suspicious) {
      // bytes that arrived during the query count as an answer
      const isSilent = bytesReadOn(client) === observed.get(client)?.bytesRead;
      if (!isSilent || !idle.has(processIdOf(client))) continue;
      onClosed(processIdOf(client));
      destroyConnection(client);
    }
  };
}
