import { DomainError } from '@gatewarden/contract/errors';
import { z } from 'zod';
import type { Actor, Origin } from '../../platform/actor.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { defineJob, type Job } from '../../platform/jobs/job.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import './directory-sync.events.ts';
import { countLinks } from './links.queries.ts';
import { lostMilliseconds, type RunDependencies, runSync } from './run-sync.ts';
import * as queries from './runs.queries.ts';

export interface SyncOverview {
  readonly isEnabled: boolean;
  readonly isConfigured: boolean;
  readonly intervalSeconds: number;
  /** Null while synchronization is off. */
  readonly nextRunAt: Date | null;
  readonly linked: { readonly users: number; readonly groups: number };
  readonly last: queries.RunRow | undefined;
  readonly current: queries.RunRow | undefined;
}

export interface DirectorySyncService {
  overview(): Promise<SyncOverview>;
  /** Returns the id of the run. @throws directory_not_configured, directory_sync_running */
  preview(actor: Actor, origin: Origin): Promise<number>;
  /** @throws directory_sync_disabled and what `preview` throws */
  run(actor: Actor, origin: Origin): Promise<number>;
  /**
   * Starts a run that may remove what the waiting one showed, and link the accounts of these administrators.
   * @throws directory_sync_run_not_found, directory_sync_not_waiting and what `run` throws
   */
  confirm(actor: Actor, origin: Origin, id: number, administrators: readonly number[]): Promise<number>;
  /** Newest first, without previews of more than a hundred runs ago. */
  list(): Promise<queries.RunRow[]>;
  /** @throws directory_sync_run_not_found */
  get(id: number): Promise<queries.RunDetailsRow>;
  /** Starts the run that is due, and continues one whose worker has ended. Safe to repeat. */
  startDue(): Promise<void>;
  readonly job: Job;
}

interface Dependencies extends RunDependencies {
  readonly jobs: Pick<Jobs, 'enqueue'>;
}

const shownRuns = 50;
const input = z.object({ id: z.int() });

export function createDirectorySyncService(dependencies: Dependencies): DirectorySyncService {
  const { db, events, clock, jobs, source } = dependencies;
  const job = defineJob({
    name: 'directory-sync.run',
    input,
    // a run that ended with its core is continued by `startDue`
    retry: { attempts: 0, firstDelaySeconds: 0 },
    timeoutSeconds: 3600,
    run: (_, { id }) => runSync(id, dependencies),
  });

  async function insert(tx: Tx, run: Omit<queries.NewRun, 'source' | 'now'>): Promise<number> {
    const id = await queries.insertRun(tx, { ...run, source: source.name, now: clock.now() });
    await jobs.enqueue(tx, job, { id });
    return id;
  }

  async function requireConfigured({ needsSync }: { readonly needsSync: boolean }): Promise<void> {
    const { isConfigured, isEnabled } = await source.rules();
    if (!isConfigured) throw new DomainError('directory_not_configured');
    if (needsSync && !isEnabled) throw new DomainError('directory_sync_disabled');
  }

  async function request(actor: Actor, origin: Origin, isPreview: boolean): Promise<number> {
    await requireConfigured({ needsSync: !isPreview });
    return inTransaction(db, async (tx) => {
      const runId = await insert(tx, { isPreview, requestedBy: actor.username });
      await events.publish(tx, 'directory-sync.requested', origin, { source: source.name, runId, isPreview });
      return runId;
    });
  }

  async function get(id: number): Promise<queries.RunDetailsRow> {
    const run = await queries.findRun(db, source.name, id);
    if (!run) throw new DomainError('directory_sync_run_not_found');
    return run;
  }

  return {
    job,
    get,
    async overview() {
      const { isEnabled, isConfigured, intervalSeconds } = await source.rules();
      const last = await queries.findLastRun(db, source.name);
      const nextRunAt = isEnabled ? nextRun(last, intervalSeconds, clock.now()) : null;
      const current = await queries.findUnfinished(db, source.name);
      const linked = await countLinks(db, source.name);
      return { isEnabled, isConfigured, intervalSeconds, nextRunAt, linked, last, current };
    },
    preview: (actor, origin) => request(actor, origin, true),
    run: (actor, origin) => request(actor, origin, false),
    async confirm(actor, origin, id, administrators) {
      await requireConfigured({ needsSync: true });
      return inTransaction(db, async (tx) => {
        const waiting = await queries.findRun(tx, source.name, id);
        if (!waiting) throw new DomainError('directory_sync_run_not_found');
        if (waiting.state !== 'waiting') throw new DomainError('directory_sync_not_waiting');
        const confirmation = { confirmedDigest: waiting.removal_digest, confirmedUsers: administrators };
        const runId = await insert(tx, { isPreview: false, requestedBy: actor.username, ...confirmation });
        const payload = { source: source.name, runId: id, users: administrators };
        await events.publish(tx, 'directory-sync.confirmed', origin, payload);
        return runId;
      });
    },
    list: () => queries.listRuns(db, source.name, shownRuns),
    async startDue() {
      const unfinished = await queries.findUnfinished(db, source.name);
      if (unfinished) {
        await inTransaction(db, async (tx) => {
          const before = new Date(clock.now().getTime() - lostMilliseconds);
          if (await queries.isLost(tx, unfinished.id, before)) await jobs.enqueue(tx, job, { id: unfinished.id });
        });
        return;
      }
      const { isEnabled, intervalSeconds } = await source.rules();
      if (!isEnabled) return;
      const last = await queries.findLastRun(db, source.name);
      // a run that waits for an administrator is not repeated: its answer would be the same
      if (last?.state === 'waiting' || nextRun(last, intervalSeconds, clock.now()) > clock.now()) return;
      await inTransaction(db, (tx) => insert(tx, { isPreview: false, requestedBy: null })).catch((error: unknown) => {
        // another replica was faster
        if (!(error instanceof DomainError && error.code === 'directory_sync_running')) throw error;
      });
    },
  };
}

function nextRun(last: queries.RunRow | undefined, intervalSeconds: number, now: Date): Date {
  return last ? new Date(last.created_at.getTime() + intervalSeconds * 1000) : now;
}
