import { bySystem, type Origin } from '../../../platform/actor.ts';
import { runWithoutCaller } from '../../../platform/database/caller-check.ts';
import { type Database, inTransaction, type Tx } from '../../../platform/database/database.ts';
import type { Events } from '../../../platform/events/events.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { SettingsService } from '../../settings/index.ts';
import { ScimError } from '../protocol/scim-error.ts';
import type { RemovalCounts } from '../scim.events.ts';
import * as queries from './removals.queries.ts';

const hourMilliseconds = 3_600_000;
/** In an instance with few accounts, a share of them is less than one. */
const minRemovals = 5;

export interface RemovalStatus extends queries.RemovalLimitRow {
  readonly lastHour: number;
  readonly limit: number;
}

/** Too many accounts were removed: an administrator has to decide. */
class RemovalsStopped extends ScimError {
  readonly counts: RemovalCounts;

  constructor(counts: RemovalCounts) {
    super('refused', 'Too many accounts were disabled or deleted; an administrator has to allow more in the console');
    this.counts = counts;
  }
}

/**
 * Limits how many accounts SCIM clients disable and delete within an hour, so that a wrong configuration or a stolen
 * token does not lock everyone out. Once the limit is reached, removals are refused until an administrator decides.
 */
export interface RemovalLimit {
  /**
   * Counts a removal; must be called before it, while no other transaction changes who is an administrator. `released`:
   * SCIM no longer manages the account.
   * @throws RemovalsStopped
   */
  count(tx: Tx, released: boolean): Promise<void>;
  /** Runs the work, and records if the limit refused it. */
  watch<T>(work: () => Promise<T>): Promise<T>;
  status(): Promise<RemovalStatus>;
  /** Counting starts again. Without the limit, it does not apply for an hour. */
  resume(origin: Origin, withoutLimit: boolean): Promise<void>;
}

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly clock: Clock;
  readonly settings: Pick<SettingsService, 'get'>;
}

export function createRemovalLimit({ db, events, clock, settings }: Dependencies): RemovalLimit {
  const hourAgo = () => new Date(clock.now().getTime() - hourMilliseconds);

  async function limitFor(managed: number, reader: Database | Tx): Promise<number> {
    const { scim_removal_percent } = await settings.get(reader);
    return Math.max(minRemovals, Math.floor((managed * scim_removal_percent) / 100));
  }

  const recordRefusal = ({ removed, managed }: RemovalCounts) =>
    inTransaction(db, async (tx) => {
      const { stopped_at, refused } = await queries.lockRemovalLimit(tx);
      if (stopped_at) return queries.setRemovalLimit(tx, { refused: refused + 1 });
      await queries.setRemovalLimit(tx, { stopped_at: clock.now(), removed, managed, refused: 1 });
      await events.publish(tx, 'scim.removals-stopped', bySystem, { removed, managed });
    });

  return {
    async count(tx, released) {
      const { stopped_at, lifted_until, removed, managed } = await queries.lockRemovalLimit(tx);
      if (stopped_at) throw new RemovalsStopped({ removed, managed });
      if (!lifted_until || lifted_until <= clock.now()) {
        const counts = await queries.countRemovals(tx, hourAgo());
        if (counts.removed >= (await limitFor(counts.managed, tx))) throw new RemovalsStopped(counts);
      }
      await queries.insertRemoval(tx, { at: clock.now(), released });
    },
    async watch(work) {
      try {
        return await work();
      } catch (error) {
        // recorded even if the token has been deleted meanwhile
        if (error instanceof RemovalsStopped) await runWithoutCaller(() => recordRefusal(error.counts));
        throw error;
      }
    },
    async status() {
      const [row, { removed, managed }] = await Promise.all([
        queries.getRemovalLimit(db),
        queries.countRemovals(db, hourAgo()),
      ]);
      return { ...row, lastHour: removed, limit: await limitFor(managed, db) };
    },
    resume: (origin, withoutLimit) =>
      inTransaction(db, async (tx) => {
        const now = clock.now();
        await queries.lockRemovalLimit(tx);
        await queries.setRemovalLimit(tx, {
          stopped_at: null,
          refused: 0,
          counted_from: now,
          lifted_until: withoutLimit ? new Date(now.getTime() + hourMilliseconds) : null,
        });
        await events.publish(tx, 'scim.removals-resumed', origin, { without_limit: withoutLimit });
      }),
  };
}
