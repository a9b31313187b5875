import pg from 'pg';
import type { Log } from '../log/log.ts';
import { destroyConnection } from './connection-internals.ts';
import { createHeartbeat, type HeartbeatQuery } from './heartbeat.ts';
import { createChannels } from './notification-channels.ts';

/**
 * Messages that this and other replicas send with `pg_notify`; delivered after the sending transaction has committed.
 */
export interface Notifications {
  /**
   * Calls `onMessage` for every message on the channel, at the latest after `listening` resolves. Returns a function
   * that stops it.
   */
  listen(channel: string, onMessage: (payload: string) => void): () => void;
  /** Resolves when all channels are subscribed, or as soon as the connection is lost; `onReconnect` follows then. */
  listening(): Promise<void>;
  /**
   * Calls `resynchronize` whenever a lost connection is established again. Messages in between are lost, so subscribers
   * that rely on them must read the current state.
   */
  onReconnect(resynchronize: () => void): void;
  /** Called about every second while the connection works, one call after another. */
  onHeartbeat(listener: (query: HeartbeatQuery) => Promise<void>): void;
  /** Called when the database stops answering, and when it answers again: within five seconds each. */
  onAvailability(listener: (isUnavailable: boolean) => void): void;
  stop(): Promise<void>;
}

// with the heartbeat under five seconds, the longest that a request may wait for an unresponsive database
const retryMilliseconds = 250;
const connectMilliseconds = 1_500;

/**
 * Listens on a dedicated connection and reopens it whenever it breaks. A heartbeat detects an unresponsive database or
 * network; TCP alone would take minutes. The first connection may take longer to open and to start listening
 * (`firstMilliseconds` for each step) than one that replaces a broken one.
 */
export async function startNotifications(
  connection: pg.ClientConfig,
  log: Log,
  firstMilliseconds = connectMilliseconds,
): Promise<Notifications> {
  const channels = createChannels(log);
  const heartbeat = createHeartbeat(log);
  const reconnectListeners: (() => void)[] = [];
  const availabilityListeners: ((isUnavailable: boolean) => void)[] = [];
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isUnavailable = false;
  let stopped = false;
  let listening = Promise.resolve();

  async function connect(milliseconds = connectMilliseconds): Promise<void> {
    const next = new pg.Client({
      ...connection,
      connectionTimeoutMillis: milliseconds,
      query_timeout: connectMilliseconds,
    });
    next.on('notification', ({ channel, payload }) => channels.deliver(channel, payload ?? ''));
    next.on('error', () => undefined);
    next.on('end', () => {
      if (client === next) reconnectLater();
    });
    try {
      await next.connect();
      for (const channel of channels.names()) await subscribe(next, channel, milliseconds);
    } catch (error) {
      destroyConnection(next);
      throw error;
    }
    if (stopped) return destroyConnection(next);
    client = next;
    heartbeat.start(next);
  }

  async function subscribe(current: pg.Client, channel: string, milliseconds = connectMilliseconds): Promise<void> {
    // the types of the driver omit `query_timeout` of a single statement
    const statement = { text: `listen ${pg.escapeIdentifier(channel)}`, query_timeout: milliseconds };
    await current.query(statement);
  }

  /** If it fails, the connection is replaced by one that listens on all channels. */
  function subscribeLater(channel: string): void {
    const current = client;
    if (!current) return;
    listening = listening
      .then(() => subscribe(current, channel, firstMilliseconds))
      .catch(() => destroyConnection(current));
  }

  function setUnavailable(next: boolean): void {
    if (isUnavailable === next) return;
    isUnavailable = next;
    if (isUnavailable) log.warn('the database does not answer');
    else log.info('the database answers again');
    for (const listener of availabilityListeners) listener(isUnavailable);
  }

  function reconnectLater(): void {
    client = undefined;
    heartbeat.stop();
    if (stopped) return;
    timer = setTimeout(() => {
      connect().then(
        () => {
          if (stopped) return;
          setUnavailable(false);
          log.info('listening to the database again');
          for (const resynchronize of reconnectListeners) resynchronize();
        },
        (error: unknown) => {
          // a server that refuses the connection, because of too many connections or as a standby, is still available
          setUnavailable(!(error instanceof pg.DatabaseError));
          reconnectLater();
        },
      );
    }, retryMilliseconds);
  }

  await connect(firstMilliseconds);
  return {
    listen(channel, onMessage) {
      if (!channels.has(channel)) subscribeLater(channel);
      return channels.add(channel, onMessage);
    },
    listening: () => listening,
    onReconnect: (resynchronize) => void reconnectListeners.push(resynchronize),
    onHeartbeat: heartbeat.onBeat,
    onAvailability: (listener) => void availabilityListeners.push(listener),
    async stop() {
      stopped = true;
      clearTimeout(timer);
      heartbeat.stop();
      const last = client;
      client = undefined;
      if (last) destroyConnection(last);
    },
  };
}
