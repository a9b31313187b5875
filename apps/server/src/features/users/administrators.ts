import { DomainError, type ErrorDetails } from '@gatewarden/contract/errors';
import { type Actor, requireReauthentication } from '../../platform/actor.ts';
import { prepareToRevokeAdminRights, type Tx } from '../../platform/database/database.ts';
import { hasActiveAdministrator, listAdminRights, lockAdministrators, memberPrefix } from './users.queries.ts';

/**
 * Runs a change that may take somebody's administrator rights. Such changes happen one after another, so that two of
 * them cannot each leave the last administrator to the other.
 * @param details tell who the last one is, of a change that is about many; asked after it
 * @throws last_admin when nobody active would be left
 */
export async function guardLastAdministrator<T>(
  tx: Tx,
  change: () => Promise<T>,
  details?: () => ErrorDetails,
): Promise<T> {
  await lockAdministrators(tx);
  await prepareToRevokeAdminRights(tx);
  const result = await change();
  if (!(await hasActiveAdministrator(tx))) throw new DomainError('last_admin', details?.());
  return result;
}

/**
 * Runs a change that may give or take administrator rights, which a stolen session must not be able to do: a user without
 * the rights could be deleted, and the name given to another user. The rights before and after are compared, so that every
 * path is covered; those that another transaction gave meanwhile are not its own. Disabling takes no membership.
 * @throws proof_required, session_required when the caller did not prove recently who they are and the change made a
 * group of administrators, a member of one, or an active administrator that was not there before, or a user a member of
 * none who was one, disabled or not
 */
export async function guardAdminRights<T>(tx: Tx, actor: Actor, change: () => Promise<T>): Promise<T> {
  if (actor.isReauthenticated) return change();
  // rights that are taken away meanwhile must not count as those that were there before: the change could give them back
  await lockAdministrators(tx);
  const before = new Set((await listAdminRights(tx)).map(({ right }) => right));
  const result = await change();
  const after = await listAdminRights(tx);
  const kept = new Set(after.map(({ right }) => right));
  const isGiven = after.some(({ right, isWrittenHere }) => isWrittenHere && !before.has(right));
  const isTaken = [...before].some((right) => right.startsWith(memberPrefix) && !kept.has(right));
  if (isGiven || isTaken) requireReauthentication(actor);
  return result;
}
