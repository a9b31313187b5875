import type { LogCheckpoint } from '@gatewarden/contract/activity-log';
import { DomainError } from '@gatewarden/contract/errors';
import type { Origin } from '../../platform/actor.ts';
import { type Database, inSnapshot, inTransaction, type Tx } from '../../platform/database/database.ts';
import { runAsSystem } from '../../platform/limits/work-owner.ts';
import { acknowledgeProblem } from './acknowledge-problem.ts';
import * as queries from './chain.queries.ts';
import { toLogCheckpoint } from './checkpoints.ts';
import { type ExternalCopy, findContradiction } from './contradictions.ts';
import { type ExternalCheckpoint, UnreadableCheckpointError } from './external-checkpoint.ts';
import * as problems from './problem.queries.ts';
import { readEvidence } from './problem-evidence.ts';
import { type ReportDependencies, reportProblem } from './report-problem.ts';
import { signLog } from './sign-log.ts';
import { readSigningKey } from './signing-key.ts';
import { type Verdict, verifyActivity } from './verify-activity.ts';

/** Signs the activity log, and compares it with the copy of the last checkpoint in this core's data folder. */
export interface LogCheckpoints {
  /**
   * Signs the current log and returns the checkpoint. Undefined if nothing was added since the last one, or if the log
   * contradicts it: the contradiction is reported, and nothing is signed until it is acknowledged.
   */
  sign(): Promise<LogCheckpoint | undefined>;
  /** Compares the log with the copy. Reports a contradiction; otherwise stores a copy of what another core signed. */
  reconcile(): Promise<void>;
  /**
   * Verifies the whole log and restarts the chain with a checkpoint that states what is broken and covers the current
   * log. Takes seconds per million entries. Drops a problem that verification does not confirm.
   * @throws log_problem_not_found if there is none, or if it was dropped
   */
  acknowledge(origin: Origin): Promise<LogCheckpoint>;
  status(): Promise<{ checkpoint: LogCheckpoint | undefined; problem: problems.ProblemRow | undefined }>;
  findProblem(): Promise<problems.ProblemRow | undefined>;
  /** Verifies the whole log against this checkpoint or the copy in the data folder. */
  verify(saved?: LogCheckpoint): Promise<Verdict>;
  /** Signs now, and reconciles every minute until `stop`. */
  start(): void;
  stop(): Promise<void>;
}

interface Dependencies extends ReportDependencies {
  readonly db: Database;
  /** In this core's data folder. */
  readonly external: ExternalCheckpoint;
}

const reconcileMilliseconds = 60_000;

export function createLogCheckpoints({ db, secrets, clock, events, log, external }: Dependencies): LogCheckpoints {
  const dependencies = { secrets, clock, events, log };
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> = Promise.resolve();

  function readCopy(): Promise<ExternalCopy> {
    return external.read().catch((error: unknown) => {
      if (!(error instanceof UnreadableCheckpointError)) throw error;
      log.error({ err: error }, 'the copy of the last checkpoint cannot be read');
      return 'unreadable' as const;
    });
  }

  async function sign(): Promise<LogCheckpoint | undefined> {
    const copy = await readCopy();
    const signed = await inTransaction(db, (tx) => signLog(tx, copy, dependencies));
    if (signed) await storeCopy(signed);
    return signed;
  }

  async function storeCopy(checkpoint: LogCheckpoint): Promise<void> {
    // this line can be sent to another system and compared there
    log.info({ checkpoint }, 'the activity log was signed');
    await external
      .write(checkpoint)
      .catch((error: unknown) =>
        log.error({ err: error }, 'the last checkpoint could not be stored in the data folder'),
      );
  }

  async function findLastLogCheckpoint(tx: Tx): Promise<LogCheckpoint | undefined> {
    const key = await readSigningKey(tx, secrets);
    const last = await queries.findLastCheckpoint(tx);
    if (!key || key === 'unreadable' || !last) return undefined;
    return toLogCheckpoint(key, last, await queries.findCheckpointBefore(tx, last.number));
  }

  async function reconcile(): Promise<void> {
    const copy = await readCopy();
    const last = await inTransaction(db, async (tx) => {
      // otherwise the key could be read before the first core creates it, and its checkpoint afterwards
      await queries.lockSigning(tx);
      const contradiction = await findContradiction(tx, await readSigningKey(tx, secrets), copy);
      if (!contradiction) return findLastLogCheckpoint(tx);
      await reportProblem(tx, contradiction, copy, dependencies);
      return undefined;
    });
    // after the commit: a slow disk must not block other replicas from signing
    if (last && copy !== 'unreadable' && last.signature !== copy?.signature) await external.write(last);
  }

  async function acknowledge(origin: Origin): Promise<LogCheckpoint> {
    const copy = await readCopy();
    const signed = await inTransaction(db, (tx) => acknowledgeProblem(tx, { ...dependencies, origin, copy }));
    if (!signed) throw new DomainError('log_problem_not_found');
    await storeCopy(signed);
    return signed;
  }

  /**
   * Runs one task at a time: an older checkpoint must not replace a newer copy. For that reason no task may wait for a
   * user's share.
   */
  function runInOrder<T>(work: () => Promise<T>): Promise<T> {
    const result = running.then(() => runAsSystem(work));
    running = result.catch(() => undefined);
    return result;
  }

  const runInBackground = (work: () => Promise<unknown>) =>
    void runInOrder(work).catch((error: unknown) => {
      log.warn({ err: error }, 'the activity log was not compared with its last checkpoint');
    });

  async function verify(saved: LogCheckpoint | undefined): Promise<Verdict> {
    const evidence = await readEvidence(db, secrets);
    const copies = saved ? [saved] : [await readCopy(), evidence];
    return verifyActivity({ db, secrets, now: clock.now(), copies });
  }

  return {
    sign: () => runInOrder(sign),
    reconcile: () => runInOrder(reconcile),
    acknowledge: (origin) => runInOrder(() => acknowledge(origin)),
    status: () =>
      inSnapshot(db, async (tx) => ({
        checkpoint: await findLastLogCheckpoint(tx),
        problem: await problems.findProblem(tx),
      })),
    findProblem: () => problems.findProblem(db),
    verify,
    start() {
      runInBackground(reconcile);
      runInBackground(sign);
      timer = setInterval(() => runInBackground(reconcile), reconcileMilliseconds).unref();
    },
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
