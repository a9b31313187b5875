import { DomainError } from '@gatewarden/contract/errors';
import pg from 'pg';
import { createCounts } from '../limits/counts.ts';
import { createRoundRobinQueue } from '../limits/round-robin-queue.ts';
import { currentWorkOwner } from '../limits/work-owner.ts';
import { destroyConnection } from './connection-internals.ts';

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

/** Of all connections, what is left to others while one owner holds as many as it may: one in four, at least one. */
const shareOfOthers = 0.25;

/**
 * A pool that tells a busy database from one that is away. Requests wait for a connection in a bounded queue; while the
 * database is known to be away they fail immediately instead, and so does what waits or is in flight.
 *
 * The users, addresses and gateways whose work it is (`asWorkOf`) take turns, and none holds all connections, so that one of them
 * delays the others by one connection's use per round. When the queue is full, the one with the most waiting gives way.
 * The product's own work, which no request asked for, takes its turn like one user and may hold all.
 */
export class BoundedPool extends pg.Pool {
  readonly #config: BoundedPoolConfig;
  readonly #queue = createRoundRobinQueue<Waiting>();
  readonly #heldBy = createCounts();
  readonly #maxPerOwner: number;
  readonly #open = new Set<pg.PoolClient>();
  /** Open connections that are closed instead of used again. */
  readonly #retired = new WeakSet<pg.PoolClient>();
  #inUse = 0;
  #isAway = false;

  constructor(config: BoundedPoolConfig) {
    super(config);
    this.#config = config;
    this.#maxPerOwner = Math.max(1, config.max - Math.max(1, Math.floor(config.max * shareOfOthers)));
    this.on('connect', (client) => this.#open.add(client));
    this.on('remove', (client) => this.#open.delete(client));
  }

  /**
   * Whether the database answers. When it stops doing so, everything that waits for it fails with
   * `database_unavailable`: statements in flight too, which would otherwise wait for their own, much longer deadline.
   */
  setUnavailable(isAway: boolean): void {
    this.#isAway = isAway;
    if (!isAway) return;
    // before the connections below give their places back, which no refused request can take
    for (const { refuse } of this.#queue.clear()) refuse(unavailable());
    for (const client of this.#open) destroyConnection(client);
  }

  /** How long opening a connection may take from now on. */
  setConnectTimeout(milliseconds: number): void {
    this.options.connectionTimeoutMillis = milliseconds;
  }

  /**
   * What is asked from now on gets connections that are opened from now on: a session keeps some settings that it began
   * with, such as `default_transaction_read_only`. Those in use are closed when they are given back.
   */
  retireConnections(): void {
    for (const client of this.#open) this.#retired.add(client);
  }

  /** In use or not. */
  openConnections(): Iterable<pg.PoolClient> {
    return this.#open;
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
    const owner = currentWorkOwner() ?? product;
    await this.#admission(owner);
    try {
      let client = await super.connect();
      while (this.#retired.has(client)) {
        client.release(true);
        client = await super.connect();
      }
      return this.#lend(client, owner);
    } catch (error) {
      this.#leave(owner);
      throw error;
    }
  }

  #lend(client: pg.PoolClient, owner: string): pg.PoolClient {
    const release = client.release;
    client.release = (failure) => {
      this.#leave(owner);
      release.call(client, failure || this.#retired.has(client));
    };
    return client;
  }

  /** Resolves when one of the pool's connections is free for the caller, who gives it back with `#leave`. */
  async #admission(owner: string): Promise<void> {
    if (this.#isAway) throw unavailable();
    if (this.#inUse < this.#config.max && this.#mayHoldMore(owner)) return this.#take(owner);
    this.#makeRoomFor(owner);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting: Waiting = { admit: resolve, refuse: reject };
    this.#queue.add(owner, waiting);
    const patience = setTimeout(() => {
      this.#queue.remove(owner, waiting);
      reject(busy());
    }, this.#config.waitMilliseconds);
    await promise.finally(() => clearTimeout(patience));
  }

  /** @throws database_busy when the queue is full and no other owner has more in it */
  #makeRoomFor(owner: string): void {
    if (this.#queue.size < this.#config.maxWaiting) return;
    const displaced = this.#queue.takeFromLongest(this.#queue.countOf(owner) + 1);
    if (!displaced) throw busy();
    displaced.refuse(busy());
  }

  #mayHoldMore(owner: string): boolean {
    return owner === product || this.#heldBy.of(owner) < this.#maxPerOwner;
  }

  #take(owner: string): void {
    this.#inUse += 1;
    this.#heldBy.add(owner);
  }

  #leave(owner: string): void {
    this.#inUse -= 1;
    this.#heldBy.remove(owner);
    // off the queue and counted before its promise runs, or a second release would hand the same place out again
    const next = this.#queue.take((waiting) => this.#mayHoldMore(waiting));
    if (!next) return;
    this.#take(next.owner);
    next.entry.admit();
  }
}

/** Owner of what no request asked for, or is shared by many: jobs, timers, start-up. */
const product = '';

const unavailable = () => new DomainError('database_unavailable', { retry_after_seconds: 2 });
const busy = () => new DomainError('database_busy', { retry_after_seconds: 2 });
