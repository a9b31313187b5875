import type pg from 'pg';
import type { Log } from '../log/log.ts';
import { destroyConnection } from './connection-internals.ts';
import { isReadTimeout } from './discard-stuck-connections.ts';
import { resolvesWithin } from './resolves-within.ts';

/** Runs a statement on the listening connection, which no request uses, and returns its rows. */
export type HeartbeatQuery = <Row extends pg.QueryResultRow>(
  statement: string,
  values: readonly unknown[],
) => Promise<Row[]>;

type Listener = (query: HeartbeatQuery) => Promise<void>;

const intervalMilliseconds = 1_000;
const answerMilliseconds = 1_250;

/** Asks the database about every second for an answer, and destroys the connection that gives none. */
export interface Heartbeat {
  /** Called after each answer, one call after another. */
  onBeat(listener: Listener): void;
  /** For this connection; that of a former one ends. */
  start(client: pg.Client): void;
  stop(): void;
}

export function createHeartbeat(log: Log): Heartbeat {
  const listeners: Listener[] = [];
  let current: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;

  function schedule(client: pg.Client): void {
    timer = setTimeout(() => void beat(client), intervalMilliseconds);
  }

  async function beat(client: pg.Client): Promise<void> {
    const isAnswered = await resolvesWithin(client.query('select 1'), answerMilliseconds);
    if (current !== client) return;
    if (!isAnswered) return destroyConnection(client);
    const query = queryOn(client);
    for (const listener of listeners) {
      await listener(query).catch((error: unknown) => log.debug({ err: error }, 'a heartbeat listener failed'));
    }
    if (current === client) schedule(client);
  }

  return {
    onBeat: (listener) => void listeners.push(listener),
    start(client) {
      current = client;
      schedule(client);
    },
    stop() {
      current = undefined;
      clearTimeout(timer);
    },
  };
}

function queryOn(client: pg.Client): HeartbeatQuery {
  return async (statement, values) => {
    try {
      return (await client.query(statement, [...values])).rows;
    } catch (error) {
      // confirming with another heartbeat would exceed the five seconds
      if (isReadTimeout(error)) destroyConnection(client);
      throw error;
    }
  };
}
