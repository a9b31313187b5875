import { randomUUID } from 'node:crypto';
import { bySystem, type Origin } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import './history.events.ts';
import * as queries from './history.queries.ts';
import type { HistoryMark } from './history-mark.ts';
import { findHome, readIdentity, setHome } from './home.queries.ts';

/** What a restore lost; null is what no mark tells. */
export interface Loss {
  /** At least so many entries of the activity log. */
  readonly entries: number | null;
  /** When the last entry was written that is still there. */
  readonly from: Date | null;
  /** When the newest lost entry was written that is known of. */
  readonly until: Date | null;
}

export interface Restore extends Loss {
  /** `core`, the name of a gateway, or who declared it. */
  readonly noticedBy: string;
}

/** What is lost if the database has not got this mark's entry; undefined if it has, or if a history began since. */
export async function findLoss(tx: Tx, mark: HistoryMark): Promise<Loss | undefined> {
  const now = await queries.readMark(tx);
  const isOurs = mark.instance === now.instance && mark.epochStartedAt >= now.epochStartedAt;
  if (!isOurs || (await queries.listLost(tx, [mark])).length === 0) return undefined;
  // entries that were written after the restore are later than what was lost
  const last = await queries.findEntryBefore(tx, mark.entryId, new Date(mark.entryAt + 1));
  return {
    entries: Math.max(1, mark.entryId - (last?.id ?? 0)),
    from: last?.at ?? null,
    until: new Date(mark.entryAt),
  };
}

/**
 * Begins a new history of this database: marks of earlier ones are ignored from now on. The listeners of `instance.restored`
 * end sessions and send gateways their whole states, in this transaction. Call under `lockHistory`.
 */
export async function beginHistory(
  tx: Tx,
  { entries, from, until, noticedBy }: Restore,
  { events, clock, origin = bySystem }: { events: Events; clock: Clock; origin?: Origin },
  /** When the newest history began that is known outside of the database, in milliseconds since 1970. */
  knownEpochAt = 0,
): Promise<void> {
  const { epochStartedAt } = await queries.readMark(tx);
  // later than every history that may still be known somewhere, whatever the clock says
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
