import type { GuardReason, SyncCounts, SyncDifferences, SyncRunState } from '@gatewarden/contract/directory-sync';
import { sql } from 'kysely';
import { type Database, rethrowUniqueViolationAs, type Tx } from '../../platform/database/database.ts';

export interface RunRow {
  readonly id: number;
  readonly source: string;
  readonly state: SyncRunState;
  readonly is_preview: boolean;
  readonly requested_by: string | null;
  readonly created_at: Date;
  readonly ended_at: Date | null;
  readonly guard: GuardReason | null;
  readonly error: string | null;
  readonly counts: SyncCounts | null;
  readonly removal_digest: string | null;
  readonly confirmed_digest: string | null;
  readonly confirmed_users: readonly number[];
}

export type RunDetailsRow = RunRow & { readonly differences: SyncDifferences | null };

const columns = [
  ...['id', 'source', 'is_preview', 'requested_by', 'created_at', 'ended_at', 'error'],
  ...['removal_digest', 'confirmed_digest', 'confirmed_users', 'state', 'guard', 'counts'],
] as const;
const listed = sql.raw<RunRow>(columns.join(', '));

export interface NewRun {
  readonly source: string;
  readonly isPreview: boolean;
  readonly requestedBy: string | null;
  readonly confirmedDigest?: string | null;
  readonly confirmedUsers?: readonly number[];
  readonly now: Date;
}

/** Returns the id. @throws directory_sync_running if another one of the source has not finished */
export async function insertRun(tx: Tx, run: NewRun): Promise<number> {
  const { id } = await tx
    .insertInto('directory_sync_run')
    .values({
      source: run.source,
      state: 'queued',
      is_preview: run.isPreview,
      requested_by: run.requestedBy,
      created_at: run.now,
      confirmed_digest: run.confirmedDigest ?? null,
      confirmed_users: [...(run.confirmedUsers ?? [])],
    })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(rethrowUniqueViolationAs('directory_sync_run_unfinished', 'directory_sync_running'));
  return id;
}

/** Takes the run over for this worker if no other one is working on it; undefined otherwise. */
export async function claimRun(
  db: Database,
  id: number,
  { worker, now, lostBefore }: { readonly worker: string; readonly now: Date; readonly lostBefore: Date },
): Promise<RunRow | undefined> {
  const { rows } = await sql<RunRow>`
    update directory_sync_run set state = 'running', worker = ${worker}, active_at = ${now}
    where id = ${id} and (state = 'queued' or (state = 'running' and active_at < ${lostBefore}))
    returning ${listed}`.execute(db);
  return rows[0];
}

/** Whether the worker still owns the run; then others regard it as active for a while. Locks the run. */
export async function keepRun(db: Database | Tx, id: number, worker: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('directory_sync_run')
    .set({ active_at: now })
    .where('id', '=', id)
    .where('worker', '=', worker)
    .where('state', '=', 'running')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export interface RunResult {
  readonly state: SyncRunState;
  readonly guard?: GuardReason;
  readonly error?: string;
  readonly counts?: SyncCounts;
  readonly differences?: SyncDifferences;
  readonly removalDigest?: string;
}

/** False if the worker no longer owns the run. */
export async function endRun(
  tx: Tx,
  { id, worker, now }: { readonly id: number; readonly worker: string; readonly now: Date },
  { state, guard, error, counts, differences, removalDigest }: RunResult,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('directory_sync_run')
    .set({
      state,
      ended_at: now,
      guard: guard ?? null,
      error: error ?? null,
      counts: counts ? JSON.stringify(counts) : null,
      differences: differences ? JSON.stringify(differences) : null,
      removal_digest: removalDigest ?? null,
    })
    .where('id', '=', id)
    .where('worker', '=', worker)
    .where('state', '=', 'running')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Runs that wait for a confirmation are replaced by a later one. */
export async function replaceWaiting(tx: Tx, source: string, id: number): Promise<void> {
  await tx
    .updateTable('directory_sync_run')
    .set({ state: 'replaced' })
    .where('source', '=', source)
    .where('state', '=', 'waiting')
    .where('id', '<', id)
    .execute();
}

/** Whether a synchronization of the source has been applied, since a confirmation was required again. */
export async function hasCompleted(db: Database, source: string): Promise<boolean> {
  const { rows } = await sql`
    select from directory_sync_run where source = ${source} and state = 'completed' and id > coalesce((
      select confirmed_again_after from directory_source where source = ${source}), 0)
    limit 1`.execute(db);
  return rows.length > 0;
}

/** The newest run that is not a preview. */
export async function findLastRun(db: Database, source: string): Promise<RunRow | undefined> {
  const { rows } = await sql<RunRow>`select ${listed} from directory_sync_run
    where source = ${source} and not is_preview order by id desc limit 1`.execute(db);
  return rows[0];
}

export async function findUnfinished(db: Database, source: string): Promise<RunRow | undefined> {
  const { rows } = await sql<RunRow>`select ${listed} from directory_sync_run
    where source = ${source} and state in ('queued', 'running')`.execute(db);
  return rows[0];
}

export async function listRuns(db: Database, source: string, limit: number): Promise<RunRow[]> {
  const { rows } = await sql<RunRow>`select ${listed} from directory_sync_run
    where source = ${source} order by id desc limit ${limit}`.execute(db);
  return rows;
}

export async function findRun(db: Database | Tx, id: number): Promise<RunDetailsRow | undefined> {
  const { rows } = await sql<RunDetailsRow>`select ${listed}, differences from directory_sync_run
    where id = ${id}`.execute(db);
  return rows[0];
}

/** As `findLastRun`, of all sources. */
export async function listLastRuns(db: Database): Promise<RunRow[]> {
  const { rows } = await sql<RunRow>`select distinct on (source) ${listed} from directory_sync_run
    where not is_preview order by source, id desc`.execute(db);
  return rows;
}

/** Their workers can change nothing from now on. */
export async function deleteRuns(tx: Tx, source: string): Promise<void> {
  await tx.deleteFrom('directory_sync_run').where('source', '=', source).execute();
}

/** As `deleteRuns`, and shows that synchronization is off. */
export async function failUnfinished(tx: Tx, source: string, now: Date): Promise<void> {
  await tx
    .updateTable('directory_sync_run')
    .set({ state: 'failed', error: 'directory_sync_disabled', ended_at: now })
    .where('source', '=', source)
    .where('state', 'in', ['queued', 'running'])
    .execute();
}

/** Deletes all but the newest runs, and the one that was applied last. */
export async function deleteOldRuns(tx: Tx, source: string, remaining: number): Promise<void> {
  await sql`delete from directory_sync_run where source = ${source} and id < (
    select min(id) from (select id from directory_sync_run where source = ${source} order by id desc limit ${remaining}) n)
    and id <> coalesce((select max(id) from directory_sync_run where source = ${source} and state = 'completed'), 0)`.execute(
    tx,
  );
}

/** Whether no worker has worked on the run since this time. Locks the run. */
export async function isLost(tx: Tx, id: number, before: Date): Promise<boolean> {
  const { rows } = await sql`select from directory_sync_run
    where id = ${id} and state in ('queued', 'running') and coalesce(active_at, created_at) < ${before} for update`.execute(
    tx,
  );
  return rows.length > 0;
}
