import { DomainError } from '@gatewarden/contract/errors';
import type { YubikeyFailure } from '@gatewarden/contract/yubikeys';
import { type Actor, bySystem, type Origin } from '../../platform/actor.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import { lockUser } from '../users/index.ts';
import * as queries from './jobs.queries.ts';
import { lockProvisionerShared } from './provisioners.queries.ts';
import { jobSnapshot } from './yubikeys.events.ts';
import { mayFollowJob } from './yubikeys.policy.ts';

export interface JobsService {
  /**
   * The provisioner gets the job when it asks. Returns 0 if there is no such provisioner, as the interface does.
   * @throws user_not_found, provisioner_busy
   */
  start(actor: Actor, origin: Origin, job: { readonly worker: string; readonly username: string }): Promise<number>;
  /** Undefined if there is no such job. @throws access_denied if the caller may not follow it */
  find(actor: Actor, id: number): Promise<queries.JobRow | undefined>;
  /** No effect on a job that has ended. @throws yubikey_job_not_found, access_denied */
  cancel(actor: Actor, origin: Origin, id: number): Promise<void>;
  /** Ends each of the jobs, which must be locked. */
  fail(tx: Tx, origin: Origin, jobs: readonly queries.JobRow[], failure: YubikeyFailure): Promise<void>;
  /** As `fail`, for one job with a detail. */
  failWith(tx: Tx, origin: Origin, job: queries.JobRow, reason: Reason): Promise<void>;
  /** Ends jobs whose provisioner vanished. Safe to repeat. */
  failOverdue(): Promise<void>;
}

interface Reason {
  readonly failure: YubikeyFailure;
  readonly detail: string | null;
}

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly clock: Clock;
}

/** A provisioner asks every two seconds. */
const takeMilliseconds = 60_000;
/** Generating three RSA keys takes up to five minutes, and a provisioner may wait for a card. */
const resultMilliseconds = 10 * 60_000;

export function createJobsService({ db, events, clock }: Dependencies): JobsService {
  async function failWith(tx: Tx, origin: Origin, job: queries.JobRow, reason: Reason): Promise<void> {
    await queries.setEnded(tx, job.id, { state: 'error', ...reason, ended_at: clock.now() });
    const payload = { job: jobSnapshot(job), owner: job.username, ...reason };
    await events.publish(tx, 'yubikey.provisioning-failed', origin, payload);
  }

  async function fail(tx: Tx, origin: Origin, jobs: readonly queries.JobRow[], failure: YubikeyFailure): Promise<void> {
    for (const job of jobs) await failWith(tx, origin, job, { failure, detail: null });
  }

  function failOverdue(): Promise<void> {
    const before = (milliseconds: number) => new Date(clock.now().getTime() - milliseconds);
    return inTransaction(db, async (tx) => {
      const deadlines = { createdBefore: before(takeMilliseconds), takenBefore: before(resultMilliseconds) };
      for (const job of await queries.lockOverdueJobs(tx, deadlines)) {
        await fail(tx, bySystem, [job], job.taken_at === null ? 'not_taken' : 'timed_out');
      }
    });
  }

  return {
    async start(actor, origin, { worker, username }) {
      // otherwise a provisioner that vanished would be busy until the next run of the job
      await failOverdue();
      return inTransaction(db, async (tx) => {
        const user = await lockUser(tx, username);
        if (!user) throw new DomainError('user_not_found');
        if (!(await lockProvisionerShared(tx, worker))) return 0;
        const { id: user_id, first_name, last_name, email } = user;
        const job = { user_id, provisioner_id: worker, first_name, last_name, email };
        const id = await queries.insertJob(tx, { ...job, requested_by: actor.userId, created_at: clock.now() });
        const payload = { job: jobSnapshot({ id, ...job }), owner: username };
        await events.publish(tx, 'yubikey.provisioning-started', origin, payload);
        return id;
      });
    },
    async find(actor, id) {
      const job = await queries.findJob(db, id);
      if (job && !mayFollowJob(actor, job)) throw new DomainError('access_denied');
      return job;
    },
    cancel: (actor, origin, id) =>
      inTransaction(db, async (tx) => {
        const job = await queries.lockJob(tx, id);
        if (!job) throw new DomainError('yubikey_job_not_found');
        if (!mayFollowJob(actor, job)) throw new DomainError('access_denied');
        if (job.state === 'in_progress') await fail(tx, origin, [job], 'canceled');
      }),
    fail,
    failWith,
    failOverdue,
  };
}
