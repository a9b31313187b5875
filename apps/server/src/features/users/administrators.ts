import { DomainError, type ErrorDetails } from '@gatewarden/contract/errors';
import { type Actor, requireReauthentication } from '../../platform/actor.ts';
import { prepareToRevokeAdminRights, type Tx } from '../../platform/database/database.ts';
import { hasActiveAdministrator, listAdminRights, lockAdministrators, memberPrefix } from './administrators.queries.ts';

/**
 * Runs a change that may remove administrator rights. Such changes run one after another, so that two concurrent ones
 * cannot each rely on the administrator that the other removes.
 * @param details name the last administrator when a change affects many users; called after the change
 * @throws last_admin if no active administrator would remain
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
 * Runs a change that may grant or revoke administrator rights, which a stolen session must not be able to do: a user
 * without the rights could be deleted, and the name assigned to another user. Compares the rights before and after, so
 * that every path is covered; rights that another transaction grants meanwhile do not count. Disabling an account revokes
 * no membership.
 * @throws proof_required, session_required if the caller has no recent proof of identity and the change adds a group of
 * administrators, a member of one, or an active administrator, or removes a user, disabled or not, from all such groups
 */
export async function guardAdminRights<T>(tx: Tx, actor: Actor, change: () => Promise<T>): Promise<T> {
  if (actor.isReauthenticated) return change();
  // rights that are revoked meanwhile must not count as existing ones: the change could grant them again
  await lockAdministrators(tx);
  const before = new Set((await listAdminRights(tx)).map(({ right }) => right));
  const result = await change();
  const after = await listAdminRights(tx);
  const remaining = new Set(after.map(({ right }) => right));
  const isGranted = after.some(({ right, isWrittenHere }) => isWrittenHere && !before.has(right));
  const isRevoked = [...before].some((right) => right.startsWith(memberPrefix) && !remaining.has(right));
  if (isGranted || isRevoked) requireReauthentication(actor);
  return result;
}
