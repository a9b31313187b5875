import type { Origin } from '../../platform/actor.ts';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import { toNaive } from '../../platform/http/naive-timestamp.ts';
import type { Clock } from '../../ports/clock.ts';
import { beginHistory, findLoss, type Loss } from './begin-history.ts';
import * as queries from './history.queries.ts';
import { setHasMarkFile } from './home.queries.ts';
import type { StoredMark } from './stored-mark.ts';

/** Restores as administrators see, declare and acknowledge them. */
export interface Restores {
  /** For the notice `restored`; `details` omits what is unknown. */
  findRestore(): Promise<
    { readonly since: Date; readonly details: Readonly<Record<string, string | number>> } | undefined
  >;
  /**
   * Begins a new history because an administrator declares that the database was restored, for restores that core
   * cannot detect. Returns what is known to be lost.
   */
  declareRestored(origin: Origin): Promise<Loss>;
  /** Safe to repeat. */
  acknowledge(origin: Origin): Promise<void>;
}

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly clock: Clock;
  readonly file: Pick<StoredMark, 'read' | 'exists'>;
}

const unknownLoss: Loss = { entries: null, from: null, until: null };

export function createRestores({ db, events, clock, file }: Dependencies): Restores {
  return {
    async findRestore() {
      const found = await queries.findUnacknowledged(db);
      if (!found) return undefined;
      const { started_at: since, lost_from: from, lost_until: until, lost_entries: entries } = found;
      return {
        since,
        details: {
          ...(entries !== null && { entries }),
          ...(from && { from: toNaive(from) }),
          ...(until && { until: toNaive(until) }),
        },
      };
    },
    declareRestored: (origin) =>
      inTransaction(db, async (tx) => {
        await queries.lockHistory(tx);
        const stored = await file.read();
        const loss = (stored && (await findLoss(tx, stored))) ?? unknownLoss;
        const noticedBy = origin.by === 'system' ? (origin.device ?? 'system') : origin.by.username;
        await beginHistory(tx, { ...loss, noticedBy }, { events, clock, origin }, stored?.epochStartedAt);
        // otherwise core would detect the same restore again when it starts
        if (!(await file.exists())) await setHasMarkFile(tx, false);
        return loss;
      }),
    acknowledge: (origin) =>
      inTransaction(db, async (tx) => {
        if (await queries.setAcknowledged(tx, clock.now()))
          await events.publish(tx, 'instance.restore-acknowledged', origin, {});
      }),
  };
}
