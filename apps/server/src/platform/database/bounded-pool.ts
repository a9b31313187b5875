import { DomainError } from '@gatewarden/contract/errors';
import pg from 'pg';

export interface BoundedPoolConfig extends pg.PoolConfig {
  readonly max: number;
  /** How long a request waits for a connection that others use; then it fails with `database_busy`. */
  readonly waitMilliseconds: number;
  /** How many wait; more fail with `database_busy` immediately. */
  readonly maxWaiting: number;
}

interface Waiting {
  readonly admit: () => void;
  readonly refuse: (error: DomainError) => void;
}

/**
 * A pool that tells a busy database from one that is away. Requests wait for a connection in a bounded queue; while the
 * database is known to be away they fail immediately instead, and so does what waits or is in flight.
 */
export class BoundedPool extends pg.Pool {
  readonly #config: BoundedPoolConfig;
  readonly #queue = new Set<Waiting>();
  readonly #open = new Set<pg.PoolClient>();
  #inUse = 0;
  #isAway = false;

  constructor(config: BoundedPoolConfig) {
    super(config);
    this.#config = config;
    this.on('connect', (client) => this.#open.add(client));
    this.on('remove', (client) => this.#open.delete(client));
  }

  /**
   * Whether the database answers. When it stops doing so, everything that waits for it fails with
   * `database_unavailable`: statements in flight too, which would otherwise wait for their own, much longer deadline.
   */
  setAway(isAway: boolean): void {
    this.#isAway = isAway;
    if (!isAway) return;
    for (const { refuse } of this.#queue) refuse(unavailable());
    // before the connections below give their places back, which no refused request can take
    this.#queue.clear();
    for (const client of this.#open) cutConnection(client);
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(
    callback: (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void,
  ): void;
  override connect(
    callback?: (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void,
  ): Promise<pg.PoolClient> | undefined {
    const connected = this.#connect();
    if (!callback) return connected;
    connected.then(
      (client) => callback(undefined, client, (failure) => client.release(failure as Error | undefined)),
      (error: Error) => callback(error, undefined, () => undefined),
    );
    return undefined;
  }

  async #connect(): Promise<pg.PoolClient> {
    await this.#admission();
    try {
      const client = await super.connect();
      const release = client.release;
      client.release = (failure) => {
        this.#leave();
        release.call(client, failure);
      };
      return client;
    } catch (error) {
      this.#leave();
      throw error;
    }
  }

  /** Resolves when one of the pool's connections is free for the caller, who gives it back with `#leave`. */
  async #admission(): Promise<void> {
    if (this.#isAway) throw unavailable();
    if (this.#inUse < this.#config.max) {
      this.#inUse += 1;
      return;
    }
    if (this.#queue.size >= this.#config.maxWaiting) throw busy();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting: Waiting = { admit: resolve, refuse: reject };
    const patience = setTimeout(() => reject(busy()), this.#config.waitMilliseconds);
    this.#queue.add(waiting);
    await promise.finally(() => {
      clearTimeout(patience);
      this.#queue.delete(waiting);
    });
  }

  #leave(): void {
    const [next] = this.#queue;
    if (!next) {
      this.#inUse -= 1;
      return;
    }
    // off the queue before its promise runs, or a second release would hand the same place out again
    this.#queue.delete(next);
    next.admit();
  }
}

/** Without the farewell that a silent server would never answer. */
export function cutConnection(client: pg.ClientBase): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}

const unavailable = () => new DomainError('database_unavailable', { retry_after_seconds: 2 });
const busy = () => new DomainError('database_busy', { retry_after_seconds: 2 });
