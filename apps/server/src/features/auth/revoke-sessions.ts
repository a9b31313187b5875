import type { Origin } from '../../platform/actor.ts';
import { prepareToEndCaller, type Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import {
  deleteAllSessions,
  deleteSessionsExcept,
  deleteSessionsOf,
  deleteSessionsOfDisabled,
} from './sessions.queries.ts';
import type { SignInStep } from './sign-in-states.ts';
import { transitionSession } from './transition-session.ts';

/**
 * Ends sessions in the transaction of the change that makes them untrustworthy: a disabled account, a new password, the
 * first second factor, a removed factor, a restored database. This includes half-complete sign-ins, which are sessions
 * too. If users change their own account, the current session remains, but without a proof that may have been given
 * with the former password.
 */
export function revokeSessionsOnCredentialChange(events: Events): void {
  events.on('instance.restored', deleteAllSessions);
  events.onSignal('users.access-changed', async (tx, { userIds }) => {
    await deleteSessionsOfDisabled(tx, userIds);
  });
  events.on('mfa.enabled', async (tx, { payload: { user, ends_current }, origin }) => {
    await endOthers(events, tx, user.id, origin);
    if (!ends_current) return;
    await prepareToEndCaller(tx);
    await transitionCurrentSession(tx, origin, 'secondFactorRequired');
  });
  events.on('mfa.factor-removed', (tx, { payload, origin }) => endOthers(events, tx, payload.user.id, origin));
  events.on('mfa.disabled', (tx, { payload, origin }) => endOthers(events, tx, payload.user.id, origin));
  for (const type of ['user.password-removed', 'user.password-changed'] as const) {
    events.on(type, async (tx, { payload, origin }) => {
      await endOthers(events, tx, payload.user.id, origin);
      await transitionCurrentSession(tx, origin, 'passwordChanged');
    });
  }
  events.on('user.password-set-by-admin', async (tx, { payload }) => {
    await deleteSessionsOf(tx, payload.user.id);
    await events.signal(tx, 'sessions.revoked', { userId: payload.user.id, exceptId: undefined });
  });
}

/** Ends all sessions of the user except the one in which the user made the change; all of them if another user did. */
async function endOthers(events: Events, tx: Tx, userId: number, { by, sessionId }: Origin): Promise<void> {
  const isOwn = by !== 'system' && by.userId === userId;
  const exceptId = isOwn ? sessionId : undefined;
  await deleteSessionsExcept(tx, userId, exceptId);
  await events.signal(tx, 'sessions.revoked', { userId, exceptId });
}

/** Applies the step to the session in which the change was made, if any. */
async function transitionCurrentSession(tx: Tx, { sessionId }: Origin, step: SignInStep): Promise<void> {
  if (sessionId !== undefined) await transitionSession(tx, { sessionId, step });
}
