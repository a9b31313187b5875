import { bySystem } from '../../platform/actor.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import { claimEntries, countOmitted, takeOmitted } from '../../platform/limits/log-allowance.queries.ts';
import type { Clock } from '../../ports/clock.ts';
import { findUserById, listUsersById, type UserRow } from '../users/index.ts';
import './auth.events.ts';

/** Limits of log entries about refused sign-ins per hour: for one account, and for all accounts together. */
const hourlyLimits = { perAccount: 10, inTotal: 1000 };
const maxNamedAccounts = 10;
/** Locks have a separate limit, so that the wrong passwords before them do not use it up. */
const perAccountKinds = { signIn: 'sign-in', lock: 'lock' } as const;
const totalKind = 'sign-in-total';
const unknownNameKind = 'unknown-name';
const kinds = [...Object.values(perAccountKinds), totalKind, unknownNameKind];

type PerAccountKind = (typeof perAccountKinds)[keyof typeof perAccountKinds];
type Publish = (tx: Tx, user: UserRow) => Promise<void>;

/**
 * Logs refused sign-ins in the activity log. Above the limits they are only counted, and one entry states the number
 * after the hour: attackers cannot make the log grow without bound, and every attack leaves a trace.
 */
export interface RefusalLog {
  /** Runs `publish` if the limits allow an entry. An undefined user is an unknown name, which is only counted. */
  record(userId: number | undefined, publish: Publish): Promise<void>;
  /** The same for a lock caused by wrong passwords, with a separate limit. */
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
  /**
   * Whether the hourly limits of the account and of all accounts allow one more entry; if not, counts it as omitted.
   */
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

/** Safe to repeat: the transaction that publishes the numbers also removes them. */
export function logOmittedRefusals({ db, events, clock }: Dependencies): Promise<void> {
  return inTransaction(db, async (tx) => {
    // sums only the kind `sign-in`, which counts each refusal, including those beyond the total and those that locked
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
