import { randomUUID } from 'node:crypto';
import { bySystem, type Origin } from '../../platform/actor.ts';
import type { Cipher } from '../../platform/crypto/cipher.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Notifications } from '../../platform/database/notifications.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Clock } from '../../ports/clock.ts';
import './history.events.ts';
import * as queries from './history.queries.ts';
import { decodeMark, encodeMark, type HistoryMark } from './history-mark.ts';
import { createMarkFile } from './mark-file.ts';

/** Notices that the database was replaced by an older copy, and begins a new history: see docs/decisions/0015. */
export interface History {
  /** Checks what this core saw before, and keeps checking until `stop`. Call before anything is served. */
  start(): Promise<void>;
  /** Where the database is in the transaction's view, for a gateway to store. */
  markOf(tx: Tx): Promise<Buffer<ArrayBuffer>>;
  /** Checks what a gateway stored; anything that this instance did not make is ignored. */
  check(mark: Uint8Array, gateway: string): Promise<void>;
  /** For the notice `restored`. */
  findRestore(): Promise<
    { readonly since: Date; readonly details: Readonly<Record<string, string | number>> } | undefined
  >;
  /** Harmless to repeat. */
  acknowledge(origin: Origin): Promise<void>;
  stop(): Promise<void>;
}

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly notifications: Pick<Notifications, 'onReconnect'>;
  readonly cipher: Pick<Cipher, 'authenticate'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly dataDir: string;
}

const everyMilliseconds = 30_000;
/** After a commit, so that a crash of the database right after it is noticed. Many commits are one check. */
const soonMilliseconds = 250;
/** Bounds the marks that this core gave away and has not looked up since; further ones are not remembered. */
const maxUnchecked = 200;

export function createHistory(dependencies: Dependencies): History {
  const { db, events, notifications, cipher, clock, log } = dependencies;
  const file = createMarkFile(dependencies.dataDir, log);
  let seen: HistoryMark | undefined;
  const unchecked = new Map<string, HistoryMark>();
  let checking: Promise<void> = Promise.resolve();
  let soon: NodeJS.Timeout | undefined;
  let regularly: NodeJS.Timeout | undefined;
  let isStarted = false;
  let isStopped = false;

  /** Begins a new history if the database has not got what was seen, and none began since it was seen. */
  async function react(lost: HistoryMark, noticedBy: string): Promise<void> {
    const restored = await inTransaction(db, async (tx) => {
      await queries.lockHistory(tx);
      const now = await queries.readMark(tx);
      const isOurs = lost.instance === now.instance && lost.epochStartedAt >= now.epochStartedAt;
      if (!isOurs || (await queries.listLost(tx, [lost])).length === 0) return undefined;
      const found = {
        lostEntries: Math.max(1, lost.entryId - now.entryId),
        lostFrom: now.entryId > 0 ? new Date(now.entryAt) : null,
        lostUntil: new Date(lost.entryAt),
      };
      // later than every history that may still be known somewhere, whatever the clock says
      const startedAt = new Date(Math.max(clock.now().getTime(), lost.epochStartedAt + 1));
      await queries.insertEpoch(tx, { id: randomUUID(), startedAt, ...found });
      await events.publish(tx, 'instance.restored', bySystem, {
        ...{ lostEntries: found.lostEntries, noticedBy },
        lostFrom: found.lostFrom?.toISOString() ?? null,
        lostUntil: found.lostUntil.toISOString(),
      });
      return found;
    });
    if (restored)
      log.error({ ...restored, noticedBy }, 'the database was restored to an older state; all sessions have ended');
  }

  async function look(): Promise<void> {
    const marks = [...unchecked.values(), ...(seen ? [seen] : [])];
    const lost = await queries.listLost(db, marks);
    const [newest] = lost.toSorted((a, b) => b.entryId - a.entryId);
    if (newest) await react(newest, 'core');
    // what is read now follows from what was just checked, or from the history that begins here
    for (const { entryId, entryHash } of marks) unchecked.delete(`${entryId} ${entryHash}`);
    const before = seen;
    seen = await queries.readMark(db);
    if (seen.entryHash === before?.entryHash && seen.epoch === before.epoch) return;
    await file.write(encodeMark(seen, cipher));
  }

  /** One after another; a database that is away is looked at again later. */
  function lookNow(): Promise<void> {
    checking = checking.then(look).catch((error: unknown) => {
      log.debug({ err: error }, 'the history of the database is checked later');
    });
    return checking;
  }

  function lookSoon(): void {
    if (!isStarted || isStopped) return;
    soon ??= setTimeout(() => {
      soon = undefined;
      void lookNow();
    }, soonMilliseconds);
  }

  events.onCommitted(lookSoon);
  notifications.onReconnect(() => {
    if (isStarted) void lookNow();
  });

  return {
    async start() {
      const kept = await file.read();
      const mark = kept && decodeMark(kept, cipher);
      if (mark) seen = mark;
      await look();
      isStarted = true;
      regularly = setInterval(() => void lookNow(), everyMilliseconds);
    },
    async markOf(tx) {
      const mark = await queries.readMark(tx);
      if (unchecked.size < maxUnchecked) unchecked.set(`${mark.entryId} ${mark.entryHash}`, mark);
      return encodeMark(mark, cipher);
    },
    async check(bytes, gateway) {
      const mark = decodeMark(bytes, cipher);
      if (mark && (await queries.listLost(db, [mark])).length > 0) await react(mark, gateway);
    },
    async findRestore() {
      const found = await queries.findUnacknowledged(db);
      if (!found) return undefined;
      const { started_at: since, lost_from: from, lost_entries: entries } = found;
      return { since, details: { entries: entries ?? 0, from: from ? toMinute(from) : '–' } };
    },
    acknowledge: (origin) =>
      inTransaction(db, async (tx) => {
        if (await queries.setAcknowledged(tx, clock.now()))
          await events.publish(tx, 'instance.restore-acknowledged', origin, {});
      }),
    async stop() {
      isStopped = true;
      clearTimeout(soon);
      clearInterval(regularly);
      // a command that only borrows the database must not replace the mark of core
      if (isStarted) await lookNow();
    },
  };
}

/** `2030-01-31 12:00 UTC` */
function toMinute(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
