import type { LogCheckpoint } from '@gatewarden/contract/activity-log';
import { DomainError } from '@gatewarden/contract/errors';
import { bySystem, type Origin } from '../../platform/actor.ts';
import type { Cipher } from '../../platform/crypto/cipher.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Clock } from '../../ports/clock.ts';
import * as queries from './chain.queries.ts';
import { portable, signCheckpoint } from './checkpoints.ts';
import { type Contradiction, continues, contradictionOf, type ExternalCopy } from './contradictions.ts';
import { createExternalCheckpoint, UnreadableCheckpointError } from './external-checkpoint.ts';
import * as problems from './problem.queries.ts';
import { readSigningKey, replaceSigningKey, type SigningKey } from './signing-key.ts';
import { surveyActivity, type Verdict, verifyActivity } from './verify-activity.ts';

/** Signs the activity log, and compares it with the copy of the last checkpoint in this core's data folder. */
export interface LogCheckpoints {
  /**
   * Signs what the log is now and returns the checkpoint; undefined when nothing was added since the last one, or when
   * the log contradicts it: that is reported, and nothing is signed until it is acknowledged.
   */
  sign(): Promise<LogCheckpoint | undefined>;
  /** Compares the log with the copy, reports a contradiction, and else takes over what another core signed. */
  follow(): Promise<void>;
  /**
   * Verifies the whole log and begins the chain again with a checkpoint that states what is broken and covers the log as
   * it is. Takes seconds per million entries. A problem that verification does not find is dropped.
   * @throws log_problem_not_found when there is none, or when it was dropped
   */
  acknowledge(origin: Origin): Promise<LogCheckpoint>;
  status(): Promise<{ checkpoint: LogCheckpoint | undefined; problem: problems.ProblemRow | undefined }>;
  findProblem(): Promise<problems.ProblemRow | undefined>;
  /** Verifies the whole log, against this checkpoint or the copy in the data folder. */
  verify(saved?: LogCheckpoint): Promise<Verdict>;
  /** Signs now, and follows every minute until `stop`. */
  start(): void;
  stop(): Promise<void>;
}

interface Dependencies {
  readonly db: Database;
  readonly cipher: Cipher;
  readonly clock: Clock;
  readonly events: Events;
  readonly log: Log;
  readonly dataDir: string;
}

const followMilliseconds = 60_000;

export function createLogCheckpoints({ db, cipher, clock, events, log, dataDir }: Dependencies): LogCheckpoints {
  const external = createExternalCheckpoint(dataDir);
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> = Promise.resolve();

  async function report(tx: Tx, { kind, number, entry_id }: Contradiction): Promise<void> {
    if (!(await problems.insertProblem(tx, { kind, number, entry_id, since: clock.now() }))) return;
    log.error({ problem: kind, number, entry: entry_id }, 'the activity log contradicts its last checkpoint');
    await events.publish(tx, 'activity-log.problem-found', bySystem, { problem: kind, number, entry_id });
  }

  function readCopy(): Promise<ExternalCopy> {
    return external.read().catch((error: unknown) => {
      if (!(error instanceof UnreadableCheckpointError)) throw error;
      log.error({ err: error }, 'the copy of the last checkpoint cannot be read');
      return 'unreadable' as const;
    });
  }

  /** What to sign with; undefined when nothing may be signed. */
  async function keyToSignWith(tx: Tx, copy: ExternalCopy): Promise<SigningKey | undefined> {
    if (await problems.findProblem(tx)) return undefined;
    const key = await readSigningKey(tx, cipher);
    const contradiction = await contradictionOf(tx, key, copy);
    if (contradiction) return void (await report(tx, contradiction));
    return key === undefined || key === 'unreadable' ? replaceSigningKey(tx, cipher) : key;
  }

  async function sign(): Promise<LogCheckpoint | undefined> {
    const copy = await readCopy();
    const signed = await inTransaction(db, async (tx) => {
      await queries.lockSigning(tx);
      const [head, former] = [await queries.findHead(tx), await queries.findLastCheckpoint(tx)];
      if (!head) return undefined;
      const key = await keyToSignWith(tx, copy);
      if (!key || head.id === former?.entry_id) return undefined;
      if (!(await continues(tx, former))) {
        return void (await report(tx, {
          kind: 'altered',
          number: former?.number ?? 0,
          entry_id: former?.entry_id ?? 0,
        }));
      }
      const number = (former?.number ?? 0) + 1;
      const unsigned = { number, at: clock.now(), entry_id: head.id, hash: head.hash, acknowledged: null };
      const checkpoint = signCheckpoint(key, unsigned, former);
      await queries.insertCheckpoint(tx, checkpoint);
      return portable(key, checkpoint, former);
    });
    if (signed) await store(signed);
    return signed;
  }

  async function store(checkpoint: LogCheckpoint): Promise<void> {
    // a line that can be sent elsewhere and compared from there
    log.info({ checkpoint }, 'the activity log was signed');
    await external
      .write(checkpoint)
      .catch((error: unknown) =>
        log.error({ err: error }, 'the last checkpoint could not be stored in the data folder'),
      );
  }

  async function lastPortable(tx: Tx): Promise<LogCheckpoint | undefined> {
    const key = await readSigningKey(tx, cipher);
    const last = await queries.findLastCheckpoint(tx);
    if (!key || key === 'unreadable' || !last) return undefined;
    return portable(key, last, await queries.findCheckpointBefore(tx, last.number));
  }

  async function follow(): Promise<void> {
    const copy = await readCopy();
    const last = await inTransaction(db, async (tx) => {
      const contradiction = await contradictionOf(tx, await readSigningKey(tx, cipher), copy);
      return contradiction ? void (await report(tx, contradiction)) : await lastPortable(tx);
    });
    if (last && copy !== 'unreadable' && last.signature !== copy?.signature) await external.write(last);
  }

  async function acknowledge(origin: Origin): Promise<LogCheckpoint> {
    const copy = await readCopy();
    const signed = await inTransaction(db, async (tx) => {
      await queries.lockSigning(tx);
      const problem = await problems.findProblem(tx);
      const head = await queries.findHead(tx);
      if (!problem || !head) return undefined;
      const stored = await readSigningKey(tx, cipher);
      const state = await surveyActivity(tx, stored, copy, head.id);
      await problems.deleteProblem(tx);
      if (state.broken.length === 0) {
        log.warn({ problem: problem.kind, number: problem.number }, 'a log problem was dropped: the log is whole');
        return undefined;
      }
      const key = !stored || stored === 'unreadable' ? await replaceSigningKey(tx, cipher) : stored;
      const former = await queries.findLastCheckpoint(tx);
      // above every number that a core may remember, so that each of them accepts it
      const remembered = copy === 'unreadable' ? 0 : (copy?.number ?? 0);
      const number = Math.max(former?.number ?? 0, problem.number, remembered) + 1;
      const { kind, since, ...place } = problem;
      const by = origin.by === 'system' ? (origin.device ?? 'system') : origin.by.username;
      const acknowledged = JSON.stringify({ problem: kind, ...place, since: since.toISOString(), by, ...state });
      const unsigned = { number, at: clock.now(), entry_id: head.id, hash: head.hash, acknowledged };
      const checkpoint = signCheckpoint(key, unsigned, former);
      await queries.insertCheckpoint(tx, checkpoint);
      await events.publish(tx, 'activity-log.problem-acknowledged', origin, { problem: kind, ...place });
      return portable(key, checkpoint, former);
    });
    if (!signed) throw new DomainError('log_problem_not_found');
    await store(signed);
    return signed;
  }

  const run = (work: () => Promise<unknown>) => {
    running = running.then(work).catch((error: unknown) => {
      log.warn({ err: error }, 'the activity log was not compared with its last checkpoint');
    });
  };

  return {
    sign,
    follow,
    acknowledge,
    status: () =>
      inTransaction(db, async (tx) => ({
        checkpoint: await lastPortable(tx),
        problem: await problems.findProblem(tx),
      })),
    findProblem: () => problems.findProblem(db),
    verify: async (saved) => verifyActivity({ db, cipher, now: clock.now(), external: saved ?? (await readCopy()) }),
    start() {
      run(follow);
      run(sign);
      timer = setInterval(() => run(follow), followMilliseconds).unref();
    },
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
