// Reads user for the names of owners, and group and group_member for the rights of those who started jobs.
import type { YubikeyFailure } from '@gatewarden/contract/yubikeys';
import { type SqlBool, sql } from 'kysely';
import { anyOf } from '../../platform/database/any-of.ts';
import { type Database, rethrowUniqueViolationAs, type Tx } from '../../platform/database/database.ts';
import { isAdministrator } from './provisioners.queries.ts';

export interface JobRow {
  readonly id: number;
  readonly user_id: number;
  readonly username: string;
  /** Null: that user was deleted. */
  readonly requested_by: number | null;
  readonly provisioner_id: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly state: 'in_progress' | 'success' | 'error';
  readonly created_at: Date;
  readonly taken_at: Date | null;
  readonly ended_at: Date | null;
  readonly serial: string | null;
  readonly failure: YubikeyFailure | null;
  readonly detail: string | null;
}

const columns = [
  'j.id',
  'j.user_id',
  'u.username',
  'j.requested_by',
  'j.provisioner_id',
  'j.first_name',
  'j.last_name',
  'j.email',
  sql<JobRow['state']>`j.state`.as('state'),
  'j.created_at',
  'j.taken_at',
  'j.ended_at',
  'j.serial',
  sql<YubikeyFailure | null>`j.failure`.as('failure'),
  'j.detail',
] as const;

function selectJobs(db: Database | Tx) {
  return db.selectFrom('yubikey_job as j').innerJoin('user as u', 'u.id', 'j.user_id').select(columns);
}

export function findJob(db: Database | Tx, id: number): Promise<JobRow | undefined> {
  return selectJobs(db).where('j.id', '=', id).executeTakeFirst();
}

export function lockJob(tx: Tx, id: number): Promise<JobRow | undefined> {
  return selectJobs(tx).where('j.id', '=', id).forUpdate('j').executeTakeFirst();
}

/** What the provisioner has in progress, locked; it can be one job. */
export function lockRunningJob(tx: Tx, provisionerId: string): Promise<JobRow | undefined> {
  return selectJobs(tx)
    .where('j.provisioner_id', '=', provisionerId)
    .where('j.state', '=', 'in_progress')
    .forUpdate('j')
    .executeTakeFirst();
}

type NewJob = Pick<JobRow, 'user_id' | 'requested_by' | 'provisioner_id' | 'first_name' | 'last_name' | 'email'>;

/** @throws provisioner_busy: the unique index decides, so one of two concurrent jobs starts */
export async function insertJob(tx: Tx, job: NewJob & { readonly created_at: Date }): Promise<number> {
  const { id } = await tx
    .insertInto('yubikey_job')
    .values(job)
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(rethrowUniqueViolationAs('yubikey_job_running', 'provisioner_busy', 'worker'));
  return id;
}

export async function markTaken(tx: Tx, id: number, at: Date): Promise<void> {
  await tx.updateTable('yubikey_job').set({ taken_at: at }).where('id', '=', id).execute();
}

export type JobEnd =
  | { readonly state: 'success'; readonly serial: string }
  | { readonly state: 'error'; readonly failure: YubikeyFailure; readonly detail: string | null };

export async function setEnded(tx: Tx, id: number, end: JobEnd & { readonly ended_at: Date }): Promise<void> {
  await tx.updateTable('yubikey_job').set(end).where('id', '=', id).where('state', '=', 'in_progress').execute();
}

interface Deadlines {
  /** Jobs that no provisioner has taken and that started before. */
  readonly createdBefore: Date;
  /** Jobs that were taken before. */
  readonly takenBefore: Date;
}

/** Locked, by id. */
export function lockOverdueJobs(tx: Tx, { createdBefore, takenBefore }: Deadlines): Promise<JobRow[]> {
  return selectJobs(tx)
    .where('j.state', '=', 'in_progress')
    .where((where) =>
      where.or([
        where.and([where('j.taken_at', 'is', null), where('j.created_at', '<', createdBefore)]),
        where('j.taken_at', '<', takenBefore),
      ]),
    )
    .orderBy('j.id')
    .forUpdate('j')
    .execute();
}

/** Locks, by id, jobs in progress that these users started and who are no longer active administrators. */
export function lockJobsOfFormerAdministrators(tx: Tx, userIds: readonly number[]): Promise<JobRow[]> {
  return selectJobs(tx)
    .innerJoin('user as r', 'r.id', 'j.requested_by')
    .where('j.state', '=', 'in_progress')
    .where('r.id', '=', anyOf(userIds))
    .where(sql<SqlBool>`not (${isAdministrator('r')})`)
    .orderBy('j.id')
    .forUpdate('j')
    .execute();
}

/** Jobs in progress that one of the users started, or whose YubiKey is for one of them. Locked, by id. */
export function lockJobsAbout(tx: Tx, userIds: readonly number[]): Promise<JobRow[]> {
  const users = anyOf(userIds);
  return selectJobs(tx)
    .where('j.state', '=', 'in_progress')
    .where((where) => where.or([where('j.requested_by', '=', users), where('j.user_id', '=', users)]))
    .orderBy('j.id')
    .forUpdate('j')
    .execute();
}

export async function deleteJobsEndedBefore(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('yubikey_job').where('ended_at', '<', before).execute();
}
