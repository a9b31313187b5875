import { randomUUID } from 'node:crypto';
import { bySystem, type Origin } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import './history.events.ts';
import * as queries from './history.queries.ts';
import type { HistoryMark } from './history-mark.ts';
import { findHome, readIdentity, setHome } from './home.queries.ts';

/** What a restore lost; null if no mark reveals it. */
export interface Loss {
  /** Minimum number of lost entries of the activity log. */
  readonly entries: number | null;
  /** When the last remaining entry was written. */
  readonly from: Date | null;
  /** When the newest known lost entry was written. */
  readonly until: Date | null;
}

export interface Restore extends Loss {
  /** `core`, the name of a gateway, or the user who declared the restore. */
  readonly noticedBy: string;
}

/** What is lost if the database lacks the entry of this mark; undefined if it has it, or if a history began since. */
export async function findLoss(tx: Tx, mark: HistoryMark): Promise<Loss | undefined> {
  const now = await queries.readMark(tx);
  const isCurrent = mark.instance === now.instance && mark.epochStartedAt >= now.epochStartedAt;
  if (!isCurrent || (await queries.listLost(tx, [mark])).length === 0) return undefined;
  // excludes entries that were written after the restore: they are newer than the lost ones
  const last = await queries.findEntryBefore(tx, mark.entryId, new Date(mark.entryAt + 1));
  return {
    entries: Math.max(1, mark.entryId - (last?.id ?? 0)),
    from: last?.at ?? null,
    until: new Date(mark.entryAt),
  };
}

/**
 * Begins a new history of this database: marks of earlier ones are ignored from now on. In this transaction, the
 * listeners of `instance.restored` end sessions and send gateways their full states. Call under `lockHistory`.
 */
export async function beginHistory(
  tx: Tx,
  { entries, from, until, noticedBy }: Restore,
  { events, clock, origin = bySystem }: { events: Events; clock: Clock; origin?: Origin },
  /** Start of the newest history that is known outside of the database, in milliseconds since 1970. */
  knownEpochAt = 0,
): Promise<void> {
  const { epochStartedAt } = await queries.readMark(tx);
  // later than every history that a mark may name, even if the clock was set back
  const startedAt = new Date(Math.max(clock.now().getTime(), epochStartedAt + 1, knownEpochAt + 1));
  await queries.insertEpoch(tx, { id: randomUUID(), startedAt, entries, from, until, noticedBy });
  const home = await findHome(tx);
  await setHome(tx, { ...(await readIdentity(tx)), hasMarkFile: home?.hasMarkFile ?? false });
  await events.publish(tx, 'instance.restored', origin, {
    lostEntries: entries,
    lostFrom: from?.toISOString() ?? null,
    lostUntil: until?.toISOString() ?? null,
    noticedBy,
  });
}
