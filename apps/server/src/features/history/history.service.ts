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

/** Detects that the database was replaced by an older copy, and begins a new history: see docs/decisions/0015. */
export interface History extends Restores {
  /** Checks the mark of the previous run, and then checks regularly until `stop`. Call before requests are served. */
  start(): Promise<void>;
  /** Returns a signed mark of the transaction's snapshot, for a gateway to store. */
  issueMark(tx: Tx): Promise<Buffer<ArrayBuffer>>;
  /** Records this database as the one that was last written: for a complete copy, which is not a restored backup. */
  adoptDatabase(): Promise<void>;
  /** Checks the mark that a gateway stored. Ignores marks that this instance did not sign. */
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

const intervalMilliseconds = 30_000;
/** Delay after a commit, so that a crash of the database right after it is detected. Debounces many commits. */
const debounceMilliseconds = 250;
/** Bounds the marks that were issued and not checked since; further ones are not recorded. */
const maxUnchecked = 200;
const restoredMessage = 'the database was restored to an older state; all sessions have ended';

export function createHistoryService(dependencies: Dependencies): History {
  const { db, events, notifications, signer, clock, log, isEmbedded } = dependencies;
  const file = createStoredMark(createMarkFile(dependencies.dataDir, log), signer);
  let lastMark: HistoryMark | undefined;
  const unchecked = new Map<string, HistoryMark>();
  let checks: Promise<void> = Promise.resolve();
  let debounceTimer: NodeJS.Timeout | undefined;
  let interval: NodeJS.Timeout | undefined;
  let isStarted = false;
  let isStopped = false;

  /** Begins a new history if the database lacks the entry of the mark, and no history began since the mark. */
  async function beginHistoryIfLost(mark: HistoryMark, noticedBy: string): Promise<void> {
    const restored = await inTransaction(db, async (tx) => {
      await queries.lockHistory(tx);
      const loss = await findLoss(tx, mark);
      if (loss) await beginHistory(tx, { ...loss, noticedBy }, { events, clock }, mark.epochStartedAt);
      return loss;
    });
    if (restored) log.error({ ...restored, noticedBy }, restoredMessage);
  }

  async function check(): Promise<void> {
    const marks = [...unchecked.values(), ...(lastMark ? [lastMark] : [])];
    const lost = await queries.listLost(db, marks);
    const [newest] = lost.toSorted((a, b) => b.entryId - a.entryId);
    if (newest) await beginHistoryIfLost(newest, 'core');
    // the mark that is read next continues the checked marks, or the history that was just begun
    for (const { entryId, entryHash } of marks) unchecked.delete(`${entryId} ${entryHash}`);
    const previous = lastMark;
    lastMark = await queries.readMark(db);
    if (lastMark.entryHash === previous?.entryHash && lastMark.epoch === previous.epoch) return;
    await file.write(lastMark);
  }

  /** Runs checks sequentially. A failed check is retried at the next interval. */
  function checkNow(): Promise<void> {
    checks = checks.then(check).catch((error: unknown) => {
      log.debug({ err: error }, 'checking the history of the database failed; retrying');
    });
    return checks;
  }

  function scheduleCheck(): void {
    if (!isStarted || isStopped) return;
    // not on account of the caller whose commit triggers it
    debounceTimer ??= runAsSystem(() =>
      setTimeout(() => {
        debounceTimer = undefined;
        void checkNow();
      }, debounceMilliseconds),
    );
  }

  events.onCommitted(scheduleCheck);
  notifications.onReconnect(() => {
    if (isStarted) void checkNow();
  });

  return {
    ...createRestores({ db, events, clock, file }),
    async start() {
      const folder = { stored: await file.read(), fileExists: await file.exists(), isEmbedded };
      if (folder.stored) await beginHistoryIfLost(folder.stored, 'core');
      const isCopy = await inTransaction(db, (tx) => detectCopy(tx, folder, { events, clock }));
      if (isCopy) log.error({ noticedBy: 'core' }, restoredMessage);
      // replaces the stored mark only now: a core that crashes earlier detects the restore at its next start
      await check();
      if (isEmbedded && (await file.exists())) await setHasMarkFile(db, true);
      isStarted = true;
      interval = setInterval(() => void checkNow(), intervalMilliseconds);
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
      if (mark && (await queries.listLost(db, [mark])).length > 0) await beginHistoryIfLost(mark, gateway);
    },
    async stop() {
      isStopped = true;
      clearTimeout(debounceTimer);
      clearInterval(interval);
      // a command that only opens the database must not replace the mark of core
      if (isStarted) await checkNow();
    },
  };
}
