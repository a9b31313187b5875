import type { Signer } from '../../platform/crypto/signer.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Notifications } from '../../platform/database/notifications.ts';
import type { Events } from '../../platform/events/events.ts';
import { runAsSystem } from '../../platform/limits/work-owner.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Clock } from '../../ports/clock.ts';
import { beginHistory, findLoss } from './begin-history.ts';
import { detectCopy } from './detect-copy.ts';
import * as queries from './history.queries.ts';
import { decodeMark, encodeMark, type HistoryMark } from './history-mark.ts';
import { readIdentity, setHasMarkFile, setHome } from './home.queries.ts';
import { createMarkFile } from './mark-file.ts';
import { createRestores, type Restores } from './restores.ts';
import { createStoredMark } from './stored-mark.ts';

/** Notices that the database was replaced by an older copy, and begins a new history: see docs/decisions/0015. */
export interface History extends Restores {
  /** Checks what this core saw before, and keeps checking until `stop`. Call before anything is served. */
  start(): Promise<void>;
  /** Where the database is in the transaction's view, for a gateway to store. */
  issueMark(tx: Tx): Promise<Buffer<ArrayBuffer>>;
  /** Takes the database for the one that was written last: for a complete copy, which is not a restored backup. */
  adoptDatabase(): Promise<void>;
  /** Checks what a gateway stored; anything that this instance did not make is ignored. */
  check(mark: Uint8Array, gateway: string): Promise<void>;
  stop(): Promise<void>;
}

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly notifications: Pick<Notifications, 'onReconnect'>;
  readonly signer: Signer;
  readonly clock: Clock;
  readonly log: Log;
  readonly dataDir: string;
  /** Whether the database is in the data folder as well. */
  readonly isEmbedded: boolean;
}

const everyMilliseconds = 30_000;
/** After a commit, so that a crash of the database right after it is noticed. Many commits are one check. */
const soonMilliseconds = 250;
/** Bounds the marks that this core gave away and has not looked up since; further ones are not remembered. */
const maxUnchecked = 200;
const restoredMessage = 'the database was restored to an older state; all sessions have ended';

export function createHistoryService(dependencies: Dependencies): History {
  const { db, events, notifications, signer, clock, log, isEmbedded } = dependencies;
  const file = createStoredMark(createMarkFile(dependencies.dataDir, log), signer);
  let seen: HistoryMark | undefined;
  const unchecked = new Map<string, HistoryMark>();
  let checking: Promise<void> = Promise.resolve();
  let soon: NodeJS.Timeout | undefined;
  let regularly: NodeJS.Timeout | undefined;
  let isStarted = false;
  let isStopped = false;

  /** Begins a new history if the database has not got what was seen, and none began since it was seen. */
  async function react(mark: HistoryMark, noticedBy: string): Promise<void> {
    const restored = await inTransaction(db, async (tx) => {
      await queries.lockHistory(tx);
      const loss = await findLoss(tx, mark);
      if (loss) await beginHistory(tx, { ...loss, noticedBy }, { events, clock }, mark.epochStartedAt);
      return loss;
    });
    if (restored) log.error({ ...restored, noticedBy }, restoredMessage);
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
    await file.write(seen);
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
    // it must not depend on the caller whose commit began it
    soon ??= runAsSystem(() =>
      setTimeout(() => {
        soon = undefined;
        void lookNow();
      }, soonMilliseconds),
    );
  }

  events.onCommitted(lookSoon);
  notifications.onReconnect(() => {
    if (isStarted) void lookNow();
  });

  return {
    ...createRestores({ db, events, clock, file }),
    async start() {
      const folder = { stored: await file.read(), fileExists: await file.exists(), isEmbedded };
      if (folder.stored) await react(folder.stored, 'core');
      const isCopy = await inTransaction(db, (tx) => detectCopy(tx, folder, { events, clock }));
      if (isCopy) log.error({ noticedBy: 'core' }, restoredMessage);
      // replaces the mark only now: a core that dies before notices the restore at its next start
      await look();
      if (isEmbedded && (await file.exists())) await setHasMarkFile(db, true);
      isStarted = true;
      regularly = setInterval(() => void lookNow(), everyMilliseconds);
    },
    async issueMark(tx) {
      const mark = await queries.readMark(tx);
      if (unchecked.size < maxUnchecked) unchecked.set(`${mark.entryId} ${mark.entryHash}`, mark);
      return encodeMark(mark, signer);
    },
    adoptDatabase: () =>
      inTransaction(db, async (tx) => {
        await queries.lockHistory(tx);
        await setHome(tx, { ...(await readIdentity(tx)), hasMarkFile: false });
      }),
    async check(bytes, gateway) {
      const mark = decodeMark(bytes, signer);
      if (mark && (await queries.listLost(db, [mark])).length > 0) await react(mark, gateway);
    },
    async stop() {
      isStopped = true;
      clearTimeout(soon);
      clearInterval(regularly);
      // a command that only borrows the database must not replace the mark of core
      if (isStarted) await lookNow();
    },
  };
}
