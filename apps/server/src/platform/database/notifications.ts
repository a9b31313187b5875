import pg from 'pg';
import type { Log } from '../log/log.ts';

/** What other replicas, and this one, said with `pg_notify`; delivered after the saying transaction committed. */
export interface Notifications {
  /** Calls `heard` for every message on the channel. Returns the end of it. */
  listen(channel: string, heard: (payload: string) => void): () => void;
  /**
   * Calls `resynchronise` whenever the connection was lost and is there again: messages of the time between are gone,
   * so whoever relies on them must look for itself.
   */
  onReconnect(resynchronise: () => void): void;
  stop(): Promise<void>;
}

const retryMilliseconds = 500;

/** Listens on one connection of its own and opens it again whenever it breaks. */
export async function startNotifications(
  connection: pg.ClientConfig,
  channels: readonly string[],
  log: Log,
): Promise<Notifications> {
  const listeners = new Map<string, Set<(payload: string) => void>>(channels.map((name) => [name, new Set()]));
  const resynchronisers: (() => void)[] = [];
  let client: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  let stopped = false;

  async function connect(): Promise<void> {
    const next = new pg.Client({
      ...connection,
      connectionTimeoutMillis: 2_000,
      // nothing is ever asked on this connection, so only this tells that the other side is gone
      keepAlive: true,
      keepAliveInitialDelayMillis: 5_000,
    });
    next.on('notification', ({ channel, payload }) => deliver(channel, payload ?? ''));
    next.on('error', () => undefined);
    next.on('end', () => {
      if (client === next) reconnectLater();
    });
    await next.connect();
    try {
      for (const channel of listeners.keys()) await next.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      await next.end();
      throw error;
    }
    if (stopped) await next.end();
    else client = next;
  }

  function deliver(channel: string, payload: string): void {
    for (const heard of listeners.get(channel) ?? []) {
      try {
        heard(payload);
      } catch (error) {
        log.error({ err: error, channel }, 'a message of the database was not understood');
      }
    }
  }

  function reconnectLater(): void {
    client = undefined;
    if (stopped) return;
    retry = setTimeout(() => {
      connect().then(
        () => {
          log.info('listening to the database again');
          for (const resynchronise of resynchronisers) resynchronise();
        },
        () => reconnectLater(),
      );
    }, retryMilliseconds);
  }

  await connect();
  return {
    listen(channel, heard) {
      const set = listeners.get(channel);
      if (!set) throw new Error(`not listening on ${channel}`);
      set.add(heard);
      return () => set.delete(heard);
    },
    onReconnect: (resynchronise) => void resynchronisers.push(resynchronise),
    async stop() {
      stopped = true;
      clearTimeout(retry);
      const last = client;
      client = undefined;
      await last?.end().catch(() => undefined);
    },
  };
}
