import { randomUUID } from 'node:crypto';
import { classifyDatabaseError } from '../../platform/database/classify-database-error.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import { runAsSystem } from '../../platform/limits/work-owner.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Clock } from '../../ports/clock.ts';
import { type ExportedRow, listEntriesFrom } from '../activity-log/index.ts';
import type { FindEventRule } from '../event-rules.ts';
import * as queries from './delivery.queries.ts';
import { DeliveryError, toDeliveryError } from './delivery-error.ts';

/** What one run of a destination may report and must observe. */
export interface DeliveryRun {
  /** Everything up to this entry no longer needs delivery. False: end the run, the destination has changed. */
  reached(entryId: number): Promise<boolean>;
  /** Aborted when core stops. */
  readonly signal: AbortSignal;
}

/** Why core disables a destination, as its event says. */
export interface StopFacts {
  readonly reason: queries.StopReason;
  /** The reason of the last failure and its detail. */
  readonly error: string;
  /** The first of the failed attempts. */
  readonly since: string;
}

/** A kind of destinations, such as webhooks. */
export interface DestinationKind {
  readonly name: queries.DestinationKindName;
  /** Entries of one call of `deliver`. */
  readonly maxEntries: number;
  /**
   * Delivers entries in their order, at least once. What was not reported with `reached` is delivered again after a failure.
   * Returns whether something was sent since the last report.
   * @throws DeliveryError, OutboundError, UnreadableSecretError
   */
  deliver(id: number, entries: readonly ExportedRow[], run: DeliveryRun): Promise<boolean>;
  /** Runs in the transaction in which core disables a destination. */
  onStopped(tx: Tx, id: number, facts: StopFacts): Promise<void>;
}

export interface Delivery {
  addKind(kind: DestinationKind): void;
  /** Begins to deliver. */
  start(): void;
  /** Waits for running attempts, after asking them to end. */
  stop(): Promise<void>;
}

interface Dependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly events: Pick<Events, 'onCommitted'>;
  readonly findEventRule: FindEventRule;
}

/** How often core looks for attempts that are due; new entries are delivered at once. */
const pollMilliseconds = 1_000;
/** Commits in quick succession are looked at together. */
const wakeMilliseconds = 20;
/** Renewed with each poll; another replica takes over that much later if this one is killed. */
const leaseMilliseconds = 5_000;
const firstDelayMilliseconds = 5_000;
const maxDelayMilliseconds = 15 * 60_000;
const giveUpMilliseconds = 24 * 3_600_000;

/** The delay after so many failed attempts in a row: 5 seconds, twice as long each time, at most 15 minutes. */
function delayAfter(attempts: number): number {
  return Math.min(firstDelayMilliseconds * 2 ** Math.min(attempts - 1, 20), maxDelayMilliseconds);
}

/**
 * Delivers the activity log to destinations, to each in order and at least once. The position of a destination is in the
 * database, and one replica at a time delivers to it, so that nothing is skipped by restarts, outages and replicas. Each
 * destination has a run of its own: one that fails or is slow does not delay others.
 */
export function createDelivery({ db, clock, log, events, findEventRule }: Dependencies): Delivery {
  const kinds = new Map<string, DestinationKind>();
  const running = new Map<number, { readonly lease: string; readonly ended: Promise<void> }>();
  const ending = new AbortController();
  let poll: NodeJS.Timeout | undefined;
  let wake: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let looksAgain = false;

  async function runDue(): Promise<void> {
    await renewLeases();
    const now = clock.now();
    for (const { id, kind: name } of await queries.listDue(db, now)) {
      const kind = kinds.get(name);
      if (!kind || running.has(id) || ending.signal.aborted) continue;
      const lease = randomUUID();
      const ended = run(kind, { id, lease }).finally(() => running.delete(id));
      running.set(id, { lease, ended });
    }
  }

  function look(): void {
    if (looking !== undefined) {
      looksAgain = true;
      return;
    }
    looking = runDue()
      .catch((error: unknown) => {
        // the next look repeats it
        if (!classifyDatabaseError(error)) log.error({ err: error }, 'could not look for deliveries');
      })
      .finally(() => {
        looking = undefined;
        if (!looksAgain || ending.signal.aborted) return;
        looksAgain = false;
        look();
      });
  }

  function wakeSoon(): void {
    wake ??= setTimeout(() => {
      wake = undefined;
      runAsSystem(look);
    }, wakeMilliseconds);
  }

  async function renewLeases(): Promise<void> {
    const leases = [...running.values()].map(({ lease }) => lease);
    if (leases.length > 0) await queries.renew(db, leases, leaseEnd(clock.now()));
  }

  async function run(kind: DestinationKind, lease: queries.Lease): Promise<void> {
    try {
      const now = clock.now();
      let position = await queries.claim(db, lease, { now, until: leaseEnd(now) });
      while (position !== undefined && !ending.signal.aborted) {
        const entries = await listEntriesFrom(db, position, kind.maxEntries);
        const last = entries.at(-1);
        if (!last) break;
        position = (await deliver(kind, lease, entries)) ? last.id : undefined;
      }
      await queries.release(db, lease);
      // an entry that was written between the last read and the release has found the lease taken
      if (position !== undefined) wakeSoon();
    } catch (error) {
      // without the database, the lease ends by itself
      if (!classifyDatabaseError(error))
        log.error({ err: error, destination: lease.id }, 'a delivery failed unexpectedly');
    }
  }

  /** False if the run must end. */
  async function deliver(
    kind: DestinationKind,
    lease: queries.Lease,
    entries: readonly ExportedRow[],
  ): Promise<boolean> {
    const advance = (position: number, hasSent = true) => {
      const now = clock.now();
      return queries.advance(db, lease, { position, now, hasSent, until: leaseEnd(now) });
    };
    let hasSent: boolean;
    try {
      hasSent = await kind.deliver(lease.id, entries, { reached: advance, signal: ending.signal });
    } catch (error) {
      if (!ending.signal.aborted) await recordFailure(kind, lease, error);
      return false;
    }
    return advance(entries.at(-1)?.id ?? 0, hasSent);
  }

  /** @throws the error itself if it is of the database: the delivery is repeated when that answers */
  function describeFailure(error: unknown, destination: number): DeliveryError {
    try {
      return toDeliveryError(error);
    } catch {
      if (classifyDatabaseError(error)) throw error;
      log.error({ err: error, destination }, 'a delivery failed unexpectedly');
      return new DeliveryError({ reason: 'internal', detail: '' }, { cause: error });
    }
  }

  async function recordFailure(kind: DestinationKind, lease: queries.Lease, error: unknown): Promise<void> {
    const failure = describeFailure(error, lease.id);
    const { reason, detail } = failure;
    await inTransaction(db, async (tx) => {
      const now = clock.now();
      const row = await queries.recordFailure(tx, lease, { now, reason, detail });
      if (!row) return;
      const isLate = now.getTime() - row.failing_since.getTime() >= giveUpMilliseconds;
      if (!isLate && !failure.isGone)
        return queries.scheduleAttempt(tx, lease.id, new Date(now.getTime() + delayAfter(row.attempts)));
      const stop = failure.isGone ? 'gone' : 'failing';
      await queries.stop(tx, lease.id, stop);
      const error = `${reason} ${detail}`.trim();
      await kind.onStopped(tx, lease.id, { reason: stop, error, since: row.failing_since.toISOString() });
    });
  }

  events.onCommitted(({ type }) => {
    const rule = findEventRule(type);
    if (poll && rule && rule.entry !== 'not logged') wakeSoon();
  });

  return {
    addKind: (kind) => void kinds.set(kind.name, kind),
    start() {
      poll = setInterval(() => runAsSystem(look), pollMilliseconds);
      look();
    },
    async stop() {
      clearInterval(poll);
      clearTimeout(wake);
      poll = undefined;
      ending.abort();
      await looking;
      await Promise.allSettled([...running.values()].map(({ ended }) => ended));
      clearTimeout(wake);
    },
  };
}

const leaseEnd = (now: Date) => new Date(now.getTime() + leaseMilliseconds);
