import { bySystem } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { EventMap, Events } from '../../platform/events/events.ts';
import { lockJobsAbout, lockJobsOfFormerAdministrators } from './jobs.queries.ts';
import type { JobsService } from './jobs.service.ts';
import { deleteAllTokens, deleteTokensOf, deleteTokensOfFormerAdministrators } from './provisioners.queries.ts';

/**
 * Revokes tokens of provisioners, and ends jobs, in the transaction of the change that takes the rights of those who issued
 * or started them. Rights that are granted again do not bring them back.
 */
export function endOnAccessLoss(events: Events, jobs: Pick<JobsService, 'fail'>): void {
  events.onSignal('users.access-changed', async (tx, { userIds }) => {
    await deleteTokensOfFormerAdministrators(tx, userIds);
    await jobs.fail(tx, bySystem, await lockJobsOfFormerAdministrators(tx, userIds), 'access_ended');
  });
  events.onSignal('users.removing', async (tx, { userIds }) => {
    await jobs.fail(tx, bySystem, await lockJobsAbout(tx, userIds), 'access_ended');
  });
  // also if the account was not disabled: an attacker may have seen the token, or wait for the keys
  events.on('user.stopped', async (tx, { payload: { user }, origin }) => {
    await deleteTokensOf(tx, user.id);
    await jobs.fail(tx, origin, await lockJobsAbout(tx, [user.id]), 'access_ended');
  });
  const revoke = async (tx: Tx, { user, revokes_api_tokens }: EventMap['user.password-changed']) => {
    if (revokes_api_tokens) await deleteTokensOf(tx, user.id);
  };
  events.on('user.password-changed', (tx, { payload }) => revoke(tx, payload));
  events.on('user.password-set-by-admin', (tx, { payload }) => revoke(tx, payload));
  // those in a backup may have been revoked since
  events.on('instance.restored', deleteAllTokens);
}
