import type { Origin } from '../../platform/actor.ts';
import { prepareToEndCaller, type Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import {
  clearProof,
  deleteAllSessions,
  deleteSessionsExcept,
  deleteSessionsOf,
  deleteSessionsOfDisabled,
} from './sessions.queries.ts';

/**
 * Ends sessions in the transaction of the change that makes them untrustworthy: a disabled account, another password,
 * the first second factor, a factor that was removed, a restored database. Sign-ins that are half complete are sessions
 * too, so they end as well. What a user changes about the own account leaves the session in which it was changed,
 * without its proof where that was given with the former password.
 */
export function revokeSessionsOnCredentialChange(events: Events): void {
  events.on('instance.restored', deleteAllSessions);
  events.onSignal('users.access-changed', async (tx, { userIds }) => {
    await deleteSessionsOfDisabled(tx, userIds);
  });
  events.on('mfa.enabled', async (tx, { payload: { user, ends_current }, origin }) => {
    if (!ends_current) return endOthers(tx, user.id, origin);
    await prepareToEndCaller(tx);
    await deleteSessionsOf(tx, user.id);
  });
  events.on('mfa.factor-removed', (tx, { payload, origin }) => endOthers(tx, payload.user.id, origin));
  events.on('mfa.disabled', (tx, { payload, origin }) => endOthers(tx, payload.user.id, origin));
  events.on('user.password-removed', (tx, { payload, origin }) => endOthers(tx, payload.user.id, origin));
  events.on('user.password-changed', async (tx, { payload, origin }) => {
    await endOthers(tx, payload.user.id, origin);
    await clearProof(tx, payload.user.id);
  });
  events.on('user.password-set-by-admin', (tx, { payload }) => deleteSessionsOf(tx, payload.user.id));
}

/** All sessions of the user but the one in which the user made the change; all of them when another user made it. */
async function endOthers(tx: Tx, userId: number, { by, sessionId }: Origin): Promise<void> {
  const isOwn = by !== 'system' && by.userId === userId;
  await deleteSessionsExcept(tx, userId, isOwn ? sessionId : undefined);
}
