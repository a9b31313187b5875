import type { Provisioner, YubikeyFailure, YubikeyJob } from '@gatewarden/contract/yubikeys';
import { toNaive } from '../../platform/http/naive-timestamp.ts';
import type { JobRow } from './jobs.queries.ts';
import type { ListedProvisionerRow } from './provisioners.queries.ts';

/** A provisioner asks every two seconds; the interface has no margin, so that a slow answer shows it as disconnected. */
const connectedMilliseconds = 10_000;

/** One that has a job is busy with the card and does not ask. */
export function presentProvisioner({ id, ip, last_seen_at, ...row }: ListedProvisionerRow, now: Date): Provisioner {
  const isRecent = now.getTime() - last_seen_at.getTime() <= connectedMilliseconds;
  const job = row.job_id === null || row.username === null ? null : { id: row.job_id, username: row.username };
  return { id, ip, connected: isRecent || row.taken_at !== null, last_seen: toNaive(last_seen_at), job };
}

export function presentJob(row: JobRow): YubikeyJob {
  const { id, provisioner_id: worker, username, state, serial, failure, detail } = row;
  return {
    ...{ id, worker, username, state, serial, failure, detail },
    created: toNaive(row.created_at),
    taken_at: row.taken_at && toNaive(row.taken_at),
    ended_at: row.ended_at && toNaive(row.ended_at),
  };
}

const sentences: Readonly<Record<YubikeyFailure, string>> = {
  not_taken: 'The provisioner did not take the job',
  timed_out: 'The provisioner did not report a result in time',
  restarted: 'The provisioner was restarted before it reported a result',
  provisioner_removed: 'The provisioner was removed',
  canceled: 'The job was canceled',
  access_ended: 'A user of the job lost access',
  key_refused: 'The provisioner reported a key that is not accepted',
  reported: 'The provisioner reported a failure',
};

/** For API clients. */
export function describeFailedJob(failure: YubikeyFailure, detail: string | null): string {
  return detail === null ? sentences[failure] : `${sentences[failure]}: ${detail}`;
}
