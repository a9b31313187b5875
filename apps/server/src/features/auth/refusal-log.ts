import { bySystem } from '../../platform/actor.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import { findUserById, type UserRow } from '../users/index.ts';
import './auth.events.ts';
import * as queries from './refused-sign-ins.queries.ts';

/** What strangers may add to the activity log in an hour: so many refused sign-ins of one account, and of all together. */
const hourly = { perAccount: 10, inTotal: 1000 };
const namedAccounts = 10;

type Publish = (tx: Tx, user: UserRow) => Promise<void>;

/**
 * Refused sign-ins in the activity log. What exceeds the limits is counted, and becomes one entry once the hour is over:
 * strangers do not decide how fast the log grows, and no attack leaves it without a trace.
 */
export interface RefusalLog {
  /** `publish` runs when there is room for an entry. An undefined user is a name that does not exist: it is only counted. */
  keep(userId: number | undefined, publish: Publish): Promise<void>;
  /** The same for a lock that wrong passwords led to: counted apart, so that they leave room for it. */
  keepLock(userId: number, publish: Publish): Promise<void>;
}

interface RefusalLogOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly limits?: typeof hourly;
}

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly clock: Clock;
}

export function createRefusalLog({ db, clock, limits = hourly }: RefusalLogOptions): RefusalLog {
  async function publishIfRoom(tx: Tx, userId: number, about: queries.Counter, publish: Publish): Promise<void> {
    const user = await findUserById(tx, userId);
    if (!user) return;
    if (await queries.claimEntry(tx, userId, { ...limits, about, now: clock.now() })) await publish(tx, user);
  }
  return {
    keep: (userId, publish) =>
      inTransaction(db, (tx) =>
        userId === undefined ? queries.countUnknown(tx, clock.now()) : publishIfRoom(tx, userId, 'user', publish),
      ),
    keepLock: (userId, publish) => inTransaction(db, (tx) => publishIfRoom(tx, userId, 'lock', publish)),
  };
}

/** Safe to run twice: what was counted is taken away by the entry that names it. */
export function logUnloggedRefusals({ db, events, clock }: Dependencies): Promise<void> {
  return inTransaction(db, async (tx) => {
    const counted = await queries.takeCounted(tx, clock.now());
    const unlogged = counted.filter(({ count }) => count > 0);
    if (unlogged.length === 0) return;
    const accounts = unlogged.filter(({ username }) => username !== null).toSorted((a, b) => b.count - a.count);
    await events.publish(tx, 'sign-ins.refused', bySystem, {
      count: unlogged.reduce((sum, { count }) => sum + count, 0),
      accounts: accounts.length,
      unknownNames: unlogged.find(({ username }) => username === null)?.count ?? 0,
      mostRefused: accounts.slice(0, namedAccounts).map(({ username, count }) => ({ username: username ?? '', count })),
    });
  });
}
