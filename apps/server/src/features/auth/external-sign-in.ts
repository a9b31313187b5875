import type { Origin } from '../../platform/actor.ts';
import { prepareToEndCaller, type Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { MfaService } from '../mfa/index.ts';
import { findUserById, toUserSnapshot, type UserRow } from '../users/index.ts';
import './auth.events.ts';
import type { RefusalReason } from './password-refusal.ts';
import type { PasswordOutcome } from './password-sign-in.ts';
import type { RefusalLog } from './refusal-log.ts';
import type { ExternalProof, SessionStart } from './session-start.ts';
import { deleteExternalSessions } from './sessions.queries.ts';

export interface ExternalSignInDetails extends ExternalProof {
  /** Whether the provider verified a second factor and is trusted for it, so that ours is not asked for. */
  readonly isSecondFactorProved: boolean;
  /** Of the browser's former session, which ends. */
  readonly formerToken: string | undefined;
  readonly browserToken: string | undefined;
}

/** Sign-ins at other identity providers. */
export interface ExternalSignIn {
  /**
   * Continues the sign-in of a locked, active user whom an identity provider has authenticated: with the second step if the
   * account has a second factor, unless the provider proved one.
   */
  accept(tx: Tx, origin: Origin, user: UserRow, details: ExternalSignInDetails): Promise<PasswordOutcome>;
  /** Whether `accept` would ask for the second step. */
  requiresSecondFactor(tx: Tx, userId: number, isSecondFactorProved: boolean): Promise<boolean>;
  /** Leaves out factors that cannot be used now; after the transaction. */
  withUsableFactors(outcome: PasswordOutcome): Promise<PasswordOutcome>;
  /** Logs a sign-in that is refused although the provider accepted it, within the limits of the refusal log. */
  recordRefusal(origin: Origin, userId: number, reason: RefusalReason): Promise<void>;
  /** Ends the sessions that began with these accounts at identity providers. */
  endSessions(tx: Tx, origin: Origin, identityIds: readonly number[]): Promise<void>;
}

interface Dependencies {
  readonly events: Events;
  readonly mfa: Pick<MfaService, 'reconcile' | 'filterUsable'>;
  readonly sessions: SessionStart;
  readonly refusals: RefusalLog;
}

export function createExternalSignIn({ events, mfa, sessions, refusals }: Dependencies): ExternalSignIn {
  return {
    async accept(tx, origin, user, { isSecondFactorProved, formerToken, browserToken, ...external }) {
      const factors = await mfa.reconcile(tx, user.id);
      if (factors.isEnabled && !isSecondFactorProved) {
        const token = await sessions.startHalfSession(tx, origin, user, { formerToken, external });
        return { kind: 'second-factor', token, factors };
      }
      const current = (await findUserById(tx, user.id)) ?? user;
      const details = { step: 'externalAccepted', formerToken, browserToken, external } as const;
      return { kind: 'signed-in', ...(await sessions.startSession(tx, origin, current, details)) };
    },
    requiresSecondFactor: async (tx, userId, isSecondFactorProved) =>
      !isSecondFactorProved && (await mfa.reconcile(tx, userId)).isEnabled,
    async withUsableFactors(outcome) {
      return outcome.kind === 'signed-in' ? outcome : { ...outcome, factors: await mfa.filterUsable(outcome.factors) };
    },
    recordRefusal: (origin, userId, reason) =>
      refusals.record(userId, (tx, user) =>
        events.publish(tx, 'user.sign-in-failed', origin, { user: toUserSnapshot(user), reason }),
      ),
    async endSessions(tx, origin, identityIds) {
      if (identityIds.length === 0) return;
      await prepareToEndCaller(tx);
      const ended = Map.groupBy(await deleteExternalSessions(tx, identityIds), ({ user_id }) => user_id);
      for (const [userId, sessions] of ended) {
        await events.signal(tx, 'sessions.revoked', { userId, ids: sessions.map(({ id }) => id) });
      }
      if (ended.size > 0) await events.publish(tx, 'sessions.ended', origin, { userIds: [...ended.keys()] });
    },
  };
}
