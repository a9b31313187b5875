import type pg from 'pg';
import type { BoundedPool } from './bounded-pool.ts';
import { bytesReadOn, destroyConnection, isWaiting, processIdOf } from './connection-internals.ts';
import type { HeartbeatQuery } from './notifications.ts';

interface Observed {
  readonly bytesRead: number;
  /** How often in a row it was found waiting, without a byte in between. */
  readonly times: number;
}

/** At a look a second, a statement waits for two seconds at least. */
const suspiciousTimes = 3;

// nothing is on its way from a server that has been idle for a while, or takes too long to be of use
const idleBackends = `select pid from pg_stat_activity
  where pid = any($1) and state like 'idle%' and state_change < clock_timestamp() - interval '1 second'`;

/**
 * Returns what is to be called about every second: it finds connections on which a statement waits for an answer although
 * the server has none to give, and closes them. Such a connection was cut silently, as by a firewall that lost its state,
 * while others work; TCP would take minutes to notice, and the deadline of a statement is for those that run.
 */
export function createUnresponsiveConnectionCheck(
  pool: BoundedPool,
  onCut: (processId: number) => void,
): (ask: HeartbeatQuery) => Promise<void> {
  let observed = new Map<pg.PoolClient, Observed>();

  function look(): pg.PoolClient[] {
    const next = new Map<pg.PoolClient, Observed>();
    for (const client of pool.openConnections()) {
      if (!isWaiting(client)) continue;
      const bytesRead = bytesReadOn(client);
      const before = observed.get(client);
      next.set(client, { bytesRead, times: before?.bytesRead === bytesRead ? before.times + 1 : 1 });
    }
    observed = next;
    return [...next].filter(([, { times }]) => times >= suspiciousTimes).map(([client]) => client);
  }

  return async (ask) => {
    const suspicious = look();
    if (suspicious.length === 0) return;
    const rows = await ask<{ pid: number }>(idleBackends, [suspicious.map(processIdOf)]);
    const idle = new Set(rows.map(({ pid }) => pid));
    for (const client of suspicious) {
      // what came while the question was asked is an answer all the same
      const isSilent = bytesReadOn(client) === observed.get(client)?.bytesRead;
      if (!isSilent || !idle.has(processIdOf(client))) continue;
      onCut(processIdOf(client));
      destroyConnection(client);
    }
  };
}
