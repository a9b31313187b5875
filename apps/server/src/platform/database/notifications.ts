import pg from 'pg';
import type { Log } from '../log/log.ts';
import { destroyConnection } from './connection-internals.ts';
import { isReadTimeout } from './discard-stuck-connections.ts';
import { settlesWithin } from './settles-within.ts';

/** Runs a statement on the listening connection, which no request uses, and gives its rows. */
export type HeartbeatQuery = <Row extends pg.QueryResultRow>(
  statement: string,
  values: readonly unknown[],
) => Promise<Row[]>;

/** What other replicas, and this one, said with `pg_notify`; delivered after the saying transaction committed. */
export interface Notifications {
  /** Calls `heard` for every message on the channel, at the latest once `listening` resolves. Returns the end of it. */
  listen(channel: string, heard: (payload: string) => void): () => void;
  /** Resolves when messages on all channels arrive, or as soon as the connection is lost: then `onReconnect` follows. */
  listening(): Promise<void>;
  /**
   * Calls `resynchronise` whenever the connection was lost and is there again: messages of the time between are gone,
   * so whoever relies on them must look for itself.
   */
  onReconnect(resynchronise: () => void): void;
  /** Calls back about every second while the connection works, one call after another. */
  onHeartbeat(listener: (ask: HeartbeatQuery) => Promise<void>): void;
  /** Calls back when the database stops answering, and when it answers again: within five seconds each. */
  onAvailability(listener: (isAway: boolean) => void): void;
  stop(): Promise<void>;
}

// together under five seconds, the longest that anything may wait for a database that is silent
const heartbeatMilliseconds = 1_000;
const answerMilliseconds = 1_250;
const retryMilliseconds = 250;
const connectMilliseconds = 1_500;

/**
 * Listens on one connection of its own and opens it again whenever it breaks. A heartbeat on it finds out that the
 * database, or the network on the way, went silent: TCP alone would take minutes. The first connection may take longer to
 * open and to start listening, `firstMilliseconds` for each step, than one that replaces a broken one.
 */
export async function startNotifications(
  connection: pg.ClientConfig,
  log: Log,
  firstMilliseconds = connectMilliseconds,
): Promise<Notifications> {
  const listeners = new Map<string, Set<(payload: string) => void>>();
  const resynchronisers: (() => void)[] = [];
  const availabilityListeners: ((isAway: boolean) => void)[] = [];
  const heartbeatListeners: ((ask: HeartbeatQuery) => Promise<void>)[] = [];
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isAway = false;
  let stopped = false;
  let listening = Promise.resolve();

  async function connect(milliseconds = connectMilliseconds): Promise<void> {
    const next = new pg.Client({
      ...connection,
      connectionTimeoutMillis: milliseconds,
      query_timeout: connectMilliseconds,
    });
    next.on('notification', ({ channel, payload }) => deliver(channel, payload ?? ''));
    next.on('error', () => undefined);
    next.on('end', () => {
      if (client === next) reconnectLater();
    });
    try {
      await next.connect();
      for (const channel of listeners.keys()) await listenOn(next, channel, milliseconds);
    } catch (error) {
      destroyConnection(next);
      throw error;
    }
    if (stopped) return destroyConnection(next);
    client = next;
    beatLater(next);
  }

  async function listenOn(current: pg.Client, channel: string, milliseconds = connectMilliseconds): Promise<void> {
    // the driver's types leave `query_timeout` of a single statement out
    const statement = { text: `listen ${pg.escapeIdentifier(channel)}`, query_timeout: milliseconds };
    await current.query(statement);
  }

  /** A connection on which it fails is replaced by one that listens on all channels. */
  function addChannel(channel: string): Set<(payload: string) => void> {
    const added = new Set<(payload: string) => void>();
    listeners.set(channel, added);
    const current = client;
    if (current) {
      listening = listening
        .then(() => listenOn(current, channel, firstMilliseconds))
        .catch(() => destroyConnection(current));
    }
    return added;
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

  function beatLater(current: pg.Client): void {
    timer = setTimeout(() => void beat(current), heartbeatMilliseconds);
  }

  async function beat(current: pg.Client): Promise<void> {
    const isAnswered = await settlesWithin(current.query('select 1'), answerMilliseconds);
    if (client !== current) return;
    if (!isAnswered) return destroyConnection(current);
    const ask: HeartbeatQuery = async (statement, values) => {
      try {
        return (await current.query(statement, [...values])).rows;
      } catch (error) {
        // one more beat to be sure would take longer than promised
        if (isReadTimeout(error)) destroyConnection(current);
        throw error;
      }
    };
    for (const listener of heartbeatListeners) {
      await listener(ask).catch((error: unknown) => log.debug({ err: error }, 'the heartbeat was not used'));
    }
    if (client === current) beatLater(current);
  }

  function setUnavailable(next: boolean): void {
    if (isAway === next) return;
    isAway = next;
    if (isAway) log.warn('the database does not answer');
    else log.info('the database answers again');
    for (const listener of availabilityListeners) listener(isAway);
  }

  function reconnectLater(): void {
    client = undefined;
    clearTimeout(timer);
    if (stopped) return;
    timer = setTimeout(() => {
      connect().then(
        () => {
          if (stopped) return;
          setUnavailable(false);
          log.info('listening to the database again');
          for (const resynchronise of resynchronisers) resynchronise();
        },
        (error: unknown) => {
          // a server that refuses, because it takes no more connections or is a standby, is there all the same
          setUnavailable(!(error instanceof pg.DatabaseError));
          reconnectLater();
        },
      );
    }, retryMilliseconds);
  }

  await connect(firstMilliseconds);
  return {
    listen(channel, heard) {
      const set = listeners.get(channel) ?? addChannel(channel);
      set.add(heard);
      return () => set.delete(heard);
    },
    listening: () => listening,
    onReconnect: (resynchronise) => void resynchronisers.push(resynchronise),
    onHeartbeat: (listener) => void heartbeatListeners.push(listener),
    onAvailability: (listener) => void availabilityListeners.push(listener),
    async stop() {
      stopped = true;
      clearTimeout(timer);
      const last = client;
      client = undefined;
      if (last) destroyConnection(last);
    },
  };
}
