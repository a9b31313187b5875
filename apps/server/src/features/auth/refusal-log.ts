import { bySystem } from '../../platform/actor.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import { claimEntries, countOmitted, takeOmitted } from '../../platform/limits/log-allowance.queries.ts';
import type { Clock } from '../../ports/clock.ts';
import { findUserById, listUsersById, type UserRow } from '../users/index.ts';
import './auth.events.ts';

/** What strangers may add to the activity log in an hour: so many refused sign-ins of one account, and of all together. */
const hourlyLimits = { perAccount: 10, inTotal: 1000 };
const maxNamedAccounts = 10;
/** Locks are counted apart from the wrong passwords that led to them, which must leave room for them. */
const perAccountKinds = { signIn: 'sign-in', lock: 'lock' } as const;
const totalKind = 'sign-in-total';
const unknownNameKind = 'unknown-name';
const kinds = [...Object.values(perAccountKinds), totalKind, unknownNameKind];

type PerAccountKind = (typeof perAccountKinds)[keyof typeof perAccountKinds];
type Publish = (tx: Tx, user: UserRow) => Promise<void>;

/**
 * Refused sign-ins in the activity log. What exceeds the limits is counted, and becomes one entry once the hour is over:
 * strangers do not decide how fast the log grows, and no attack leaves it without a trace.
 */
export interface RefusalLog {
  /** `publish` runs when there is room for an entry. An undefined user is a name that does not exist: it is only counted. */
  record(userId: number | undefined, publish: Publish): Promise<void>;
  /** The same for a lock that wrong passwords led to: counted apart, so that they leave room for it. */
  recordLock(userId: number, publish: Publish): Promise<void>;
}

interface RefusalLogOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly limits?: typeof hourlyLimits;
}

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly clock: Clock;
}

export function createRefusalLog({ db, clock, limits = hourlyLimits }: RefusalLogOptions): RefusalLog {
  /** Whether there is room for one more entry in this hour, about this account and in all; else it is counted. */
  async function claimEntry(tx: Tx, userId: number, kind: PerAccountKind): Promise<boolean> {
    const now = clock.now();
    const account = { kind, subject: `${userId}` };
    if ((await claimEntries(tx, { ...account, limit: limits.perAccount, now })) === 0) return false;
    if ((await claimEntries(tx, { kind: totalKind, subject: '', limit: limits.inTotal, now })) > 0) return true;
    await countOmitted(tx, account, 1);
    return false;
  }

  async function publishWithinLimits(tx: Tx, userId: number, kind: PerAccountKind, publish: Publish): Promise<void> {
    const user = await findUserById(tx, userId);
    if (user && (await claimEntry(tx, userId, kind))) await publish(tx, user);
  }

  async function countUnknownName(tx: Tx): Promise<void> {
    await claimEntries(tx, { kind: unknownNameKind, subject: '', limit: 0, now: clock.now() });
  }

  return {
    record: (userId, publish) =>
      inTransaction(db, (tx) =>
        userId === undefined ? countUnknownName(tx) : publishWithinLimits(tx, userId, perAccountKinds.signIn, publish),
      ),
    recordLock: (userId, publish) =>
      inTransaction(db, (tx) => publishWithinLimits(tx, userId, perAccountKinds.lock, publish)),
  };
}

/** Safe to run twice: what was counted is taken away by the entry that names it. */
export function logOmittedRefusals({ db, events, clock }: Dependencies): Promise<void> {
  return inTransaction(db, async (tx) => {
    // of all together every refusal is counted at its account as well, and so is one that led to a lock
    const omitted = await takeOmitted(tx, kinds, clock.now());
    const unknownNames = omitted.find(({ kind }) => kind === unknownNameKind)?.count ?? 0;
    const ofAccounts = omitted.filter(({ kind }) => kind === perAccountKinds.signIn);
    const names = new Map(
      (
        await listUsersById(
          tx,
          ofAccounts.map(({ subject }) => Number(subject)),
        )
      ).map(({ id, username }) => [`${id}`, username]),
    );
    const accounts = ofAccounts
      .flatMap(({ subject, count }) => {
        const username = names.get(subject);
        return username === undefined ? [] : [{ username, count }];
      })
      .toSorted((a, b) => b.count - a.count);
    if (accounts.length === 0 && unknownNames === 0) return;
    await events.publish(tx, 'sign-ins.refused', bySystem, {
      count: accounts.reduce((sum, { count }) => sum + count, unknownNames),
      accounts: accounts.length,
      unknownNames,
      mostRefused: accounts.slice(0, maxNamedAccounts),
    });
  });
}
