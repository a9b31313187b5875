import { DomainError } from '@gatewarden/contract/errors';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Job } from '../../platform/jobs/job.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Clock } from '../../ports/clock.ts';
import type { DirectorySource, ListSources } from './directory-source.ts';
import { nextRun } from './next-run.ts';
import { lostMilliseconds } from './run-sync.ts';
import * as queries from './runs.queries.ts';

interface Dependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly jobs: Pick<Jobs, 'enqueue'>;
  readonly listSources: ListSources;
  /** Works on a run. */
  readonly job: Job;
  /** @throws directory_sync_running */
  readonly insert: (tx: Tx, run: Omit<queries.NewRun, 'now'>) => Promise<number>;
}

/** Starts the runs of all sources that are due. A source that fails does not delay the others. */
export function createStartDue({ db, clock, log, jobs, listSources, job, insert }: Dependencies) {
  async function continueLost({ id }: queries.RunRow): Promise<void> {
    await inTransaction(db, async (tx) => {
      const before = new Date(clock.now().getTime() - lostMilliseconds);
      if (await queries.isLost(tx, id, before)) await jobs.enqueue(tx, job, { id });
    });
  }

  async function startSource({ name, rules }: DirectorySource): Promise<void> {
    const unfinished = await queries.findUnfinished(db, name);
    if (unfinished) return continueLost(unfinished);
    const { isEnabled, intervalSeconds } = await rules();
    if (!isEnabled) return;
    const last = await queries.findLastRun(db, name);
    // a run that waits for an administrator is not repeated: its answer would be the same
    if (last?.state === 'waiting' || nextRun(last, intervalSeconds, clock.now()) > clock.now()) return;
    const run = { source: name, isPreview: false, requestedBy: null };
    await inTransaction(db, (tx) => insert(tx, run)).catch((error: unknown) => {
      // another replica was faster
      if (!(error instanceof DomainError && error.code === 'directory_sync_running')) throw error;
    });
  }

  return async (): Promise<void> => {
    for (const source of await listSources()) {
      await startSource(source).catch((error: unknown) =>
        log.error({ err: error, source: source.name }, 'a directory synchronization could not be started'),
      );
    }
  };
}
