import type { SyncSourceKind } from '@gatewarden/contract/directory-sync';
import { DomainError } from '@gatewarden/contract/errors';
import { z } from 'zod';
import type { Actor, Origin } from '../../platform/actor.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { defineJob, type Job } from '../../platform/jobs/job.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { type DirectorySource, getSource } from './directory-source.ts';
import './directory-sync.events.ts';
import { countLinks } from './links.queries.ts';
import { nextRun } from './next-run.ts';
import { type RunDependencies, runSync } from './run-sync.ts';
import * as queries from './runs.queries.ts';
import { createStartDue } from './start-due.ts';

export interface SyncOverview {
  readonly source: string;
  readonly kind: SyncSourceKind;
  readonly title: string;
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
  /** LDAP first, then the others in the order in which they were added. */
  overviews(): Promise<SyncOverview[]>;
  /** @throws directory_source_not_found */
  overview(source: string): Promise<SyncOverview>;
  /** Returns the id of the run. @throws directory_source_not_found, directory_not_configured, directory_sync_running */
  preview(actor: Actor, origin: Origin, source: string): Promise<number>;
  /** @throws directory_sync_disabled and what `preview` throws */
  run(actor: Actor, origin: Origin, source: string): Promise<number>;
  /**
   * Starts a run that may remove what the waiting one showed, and link the accounts of these administrators.
   * @throws directory_sync_run_not_found, directory_sync_not_waiting and what `run` throws
   */
  confirm(actor: Actor, origin: Origin, id: number, administrators: readonly number[]): Promise<number>;
  /** Newest first, without previews of more than a hundred runs ago. @throws directory_source_not_found */
  list(source: string): Promise<queries.RunRow[]>;
  /** @throws directory_sync_run_not_found */
  get(id: number): Promise<queries.RunDetailsRow>;
  /** Starts the runs that are due, and continues those whose worker has ended. Safe to repeat. */
  startDue(): Promise<void>;
  readonly job: Job;
}

interface Dependencies extends RunDependencies {
  readonly jobs: Pick<Jobs, 'enqueue'>;
}

const shownRuns = 50;
const input = z.object({ id: z.int() });

export function createDirectorySyncService(dependencies: Dependencies): DirectorySyncService {
  const { db, events, clock, jobs, listSources } = dependencies;
  const job = defineJob({
    name: 'directory-sync.run',
    input,
    // a run that ended with its core is continued by `startDue`
    retry: { attempts: 0, firstDelaySeconds: 0 },
    timeoutSeconds: 3600,
    // a slow directory does not delay the others
    concurrency: 4,
    run: (_, { id }) => runSync(id, dependencies),
  });

  async function insert(tx: Tx, run: Omit<queries.NewRun, 'now'>): Promise<number> {
    const id = await queries.insertRun(tx, { ...run, now: clock.now() });
    await jobs.enqueue(tx, job, { id });
    return id;
  }

  async function requireConfigured(name: string, { needsSync }: { readonly needsSync: boolean }): Promise<void> {
    const { isConfigured, isEnabled } = await (await getSource(listSources, name)).rules();
    if (!isConfigured) throw new DomainError('directory_not_configured');
    if (needsSync && !isEnabled) throw new DomainError('directory_sync_disabled');
  }

  async function request(
    { username }: Actor,
    origin: Origin,
    run: { readonly source: string; readonly isPreview: boolean },
  ): Promise<number> {
    await requireConfigured(run.source, { needsSync: !run.isPreview });
    return inTransaction(db, async (tx) => {
      const runId = await insert(tx, { ...run, requestedBy: username });
      await events.publish(tx, 'directory-sync.requested', origin, { ...run, runId });
      return runId;
    });
  }

  async function get(id: number): Promise<queries.RunDetailsRow> {
    const run = await queries.findRun(db, id);
    if (!run) throw new DomainError('directory_sync_run_not_found');
    return run;
  }

  async function describe({ name, kind, title, rules }: DirectorySource): Promise<SyncOverview> {
    const { isEnabled, isConfigured, intervalSeconds } = await rules();
    const last = await queries.findLastRun(db, name);
    const nextRunAt = isEnabled ? nextRun(last, intervalSeconds, clock.now()) : null;
    const current = await queries.findUnfinished(db, name);
    const linked = await countLinks(db, name);
    return { source: name, kind, title, isEnabled, isConfigured, intervalSeconds, nextRunAt, linked, last, current };
  }

  return {
    job,
    get,
    async overviews() {
      const all: SyncOverview[] = [];
      for (const source of await listSources()) all.push(await describe(source));
      return all;
    },
    overview: async (name) => describe(await getSource(listSources, name)),
    preview: (actor, origin, source) => request(actor, origin, { source, isPreview: true }),
    run: (actor, origin, source) => request(actor, origin, { source, isPreview: false }),
    async confirm(actor, origin, id, administrators) {
      const { source } = await get(id);
      await requireConfigured(source, { needsSync: true });
      return inTransaction(db, async (tx) => {
        const waiting = await queries.findRun(tx, id);
        if (!waiting) throw new DomainError('directory_sync_run_not_found');
        if (waiting.state !== 'waiting') throw new DomainError('directory_sync_not_waiting');
        const confirmation = { confirmedDigest: waiting.removal_digest, confirmedUsers: administrators };
        const runId = await insert(tx, { source, isPreview: false, requestedBy: actor.username, ...confirmation });
        await events.publish(tx, 'directory-sync.confirmed', origin, { source, runId, users: administrators });
        return runId;
      });
    },
    async list(name) {
      await getSource(listSources, name);
      return queries.listRuns(db, name, shownRuns);
    },
    startDue: createStartDue({ ...dependencies, job, insert }),
  };
}
