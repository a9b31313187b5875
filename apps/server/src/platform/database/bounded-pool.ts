import { DomainError } from '@gatewarden/contract/errors';
import { createCounts } from '@gatewarden/listener/counts';
import pg from 'pg';
import { createRoundRobinQueue } from '../limits/round-robin-queue.ts';
import { currentWorkOwner } from '../limits/work-owner.ts';
import { destroyConnection } from './connection-internals.ts';
import { isTransactionOpen } from './transaction-scope.ts';

export interface BoundedPoolConfig extends pg.PoolConfig {
  readonly max: number;
  /** How long a request waits for a free connection before it fails with `database_busy`. */
  readonly waitMilliseconds: number;
  /** How many requests wait; more fail immediately with `database_busy`. */
  readonly maxWaiting: number;
  /** Called when work that has a transaction open takes another connection. */
  readonly onSecondConnection?: ((error: Error) => void) | undefined;
}

interface Waiting {
  readonly admit: () => void;
  readonly refuse: (error: DomainError) => void;
}

/** Share of the connections that one owner cannot use: one in four, at least one. */
const shareOfOthers = 0.25;

/**
 * A pool that distinguishes a busy database from an unavailable one. Requests wait for a connection in a bounded queue.
 * While the database is known to be unavailable, new, waiting and running requests fail immediately instead.
 *
 * The owners of the work (users, addresses, gateways; see `runAsOwner`) take turns, and none can use all connections,
 * so that one of them delays the others by one connection use per round. When the queue is full, work of the owner with
 * the most waiting work is refused. Work of the product, which no request started, takes its turn like one owner and
 * may use all connections.
 */
export class BoundedPool extends pg.Pool {
  readonly #config: BoundedPoolConfig;
  readonly #queue = createRoundRobinQueue<Waiting>();
  readonly #inUseByOwner = createCounts();
  readonly #maxPerOwner: number;
  readonly #open = new Set<pg.PoolClient>();
  /** Open connections that are closed instead of being reused. */
  readonly #retired = new WeakSet<pg.PoolClient>();
  #inUse = 0;
  #isUnavailable = false;

  constructor(config: BoundedPoolConfig) {
    super(config);
    this.#config = config;
    this.#maxPerOwner = Math.max(1, config.max - Math.max(1, Math.floor(config.max * shareOfOthers)));
    this.on('connect', (client) => this.#open.add(client));
    this.on('remove', (client) => this.#open.delete(client));
  }

  /**
   * Sets whether the database answers. If it does not, everything that waits for it fails with `database_unavailable`,
   * including running statements, whose own deadline is much longer.
   */
  setUnavailable(isUnavailable: boolean): void {
    this.#isUnavailable = isUnavailable;
    if (!isUnavailable) return;
    // before the connections below return their slots, which no refused request may take
    for (const { refuse } of this.#queue.clear()) refuse(unavailable());
    for (const client of this.#open) destroyConnection(client);
  }

  /** Limits how long opening a connection may take from now on. */
  setConnectTimeout(milliseconds: number): void {
    this.options.connectionTimeoutMillis = milliseconds;
  }

  /**
   * Makes new requests use new connections: a session retains some settings from its start, such as
   * `default_transaction_read_only`. Connections in use are closed when they are released.
   */
  retireConnections(): void {
    for (const client of this.#open) this.#retired.add(client);
  }

  /** All open connections, in use or idle. */
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
    const { onSecondConnection } = this.#config;
    if (onSecondConnection && isTransactionOpen())
      onSecondConnection(new Error('a second connection is used while a transaction is open'));
    await this.#acquireSlot(owner);
    try {
      let client = await super.connect();
      while (this.#retired.has(client)) {
        client.release(true);
        client = await super.connect();
      }
      return this.#trackRelease(client, owner);
    } catch (error) {
      this.#releaseSlot(owner);
      throw error;
    }
  }

  #trackRelease(client: pg.PoolClient, owner: string): pg.PoolClient {
    const release = client.release;
    client.release = (failure) => {
      this.#releaseSlot(owner);
      release.call(client, failure || this.#retired.has(client));
    };
    return client;
  }

  /** Resolves when a connection of the pool is free for the caller, who must release it with `#releaseSlot`. */
  async #acquireSlot(owner: string): Promise<void> {
    if (this.#isUnavailable) throw unavailable();
    if (this.#inUse < this.#config.max && this.#isBelowLimit(owner)) return this.#occupySlot(owner);
    this.#makeRoomFor(owner);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting: Waiting = { admit: resolve, refuse: reject };
    this.#queue.add(owner, waiting);
    const timeout = setTimeout(() => {
      this.#queue.remove(owner, waiting);
      reject(busy());
    }, this.#config.waitMilliseconds);
    await promise.finally(() => clearTimeout(timeout));
  }

  /** @throws database_busy if the queue is full and no other owner has more waiting work */
  #makeRoomFor(owner: string): void {
    if (this.#queue.size < this.#config.maxWaiting) return;
    const dropped = this.#queue.takeFromLongest(this.#queue.countOf(owner) + 1);
    if (!dropped) throw busy();
    dropped.refuse(busy());
  }

  #isBelowLimit(owner: string): boolean {
    return owner === product || this.#inUseByOwner.of(owner) < this.#maxPerOwner;
  }

  #occupySlot(owner: string): void {
    this.#inUse += 1;
    this.#inUseByOwner.add(owner);
  }

  #releaseSlot(owner: string): void {
    this.#inUse -= 1;
    this.#inUseByOwner.remove(owner);
    // removed from the queue and counted before its promise runs, or a second release would assign the same slot again
    const next = this.#queue.take((waiting) => this.#isBelowLimit(waiting));
    if (!next) return;
    this.#occupySlot(next.owner);
    next.entry.admit();
  }
}

/** Owner of work that no request started or that many share: jobs, timers, start-up. */
const product = '';

const unavailable = () => new DomainError('database_unavailable', { retry_after_seconds: 2 });
const busy = () => new DomainError('database_busy', { retry_after_seconds: 2 });
