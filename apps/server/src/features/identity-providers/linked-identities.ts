import { DomainError } from '@gatewarden/contract/errors';
import type { Actor, Origin } from '../../platform/actor.ts';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import type { AuthService } from '../auth/index.ts';
import { findUser, lockUser, lockUserById, toUserSnapshot } from '../users/index.ts';
import type { ProviderAnswer, RedeemAnswer } from './answers.ts';
import * as identities from './identities.queries.ts';
import { lockProviderShared } from './providers.queries.ts';

/** The accounts at providers with which users sign in. */
export interface LinkedIdentities {
  /** In the order in which they were linked. @throws user_not_found */
  listOf(username: string): Promise<identities.IdentityRow[]>;
  /**
   * Links the account of the caller, who began it in this browser.
   * @throws as `RedeemAnswer`; external_identity_taken, external_identity_exists
   */
  link(actor: Actor, origin: Origin, answer: Omit<ProviderAnswer, 'ip'>): Promise<identities.IdentityRow>;
  /**
   * Removes a link and ends the sessions that it began. Without `mayBeLast`, and for the caller, only if the user can still
   * sign in.
   * @throws external_identity_not_found also for one of another user; external_identity_last_credential
   */
  unlink(actor: Actor, origin: Origin, identity: UnlinkedIdentity): Promise<void>;
}

export interface UnlinkedIdentity {
  readonly username: string;
  readonly id: number;
  readonly mayBeLast: boolean;
}

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly clock: Clock;
  readonly redeem: RedeemAnswer;
  readonly auth: Pick<AuthService, 'external'>;
}

export function createLinkedIdentities({ db, events, clock, redeem, auth }: Dependencies): LinkedIdentities {
  return {
    async listOf(username) {
      const user = await findUser(db, username);
      if (!user) throw new DomainError('user_not_found');
      return identities.listIdentitiesOf(db, user.id);
    },
    async link({ userId }, origin, answer) {
      const { flow, provider, account } = await redeem('link', { ...answer, ip: origin.ip });
      // another user signed in meanwhile, in the same browser
      if (flow.userId !== userId) throw new DomainError('openid_state_invalid');
      return inTransaction(db, async (tx) => {
        if (!(await lockProviderShared(tx, provider.id))?.is_enabled)
          throw new DomainError('openid_provider_not_found');
        const user = await lockUserById(tx, userId);
        if (!user) throw new DomainError('openid_state_invalid');
        const { issuer, subject, email } = account;
        const former = await identities.findIdentityAt(tx, userId, provider.id);
        if (former && former.issuer !== issuer) await identities.deleteIdentity(tx, former.id);
        const ids = { providerId: provider.id, issuer, subject };
        await identities.insertIdentity(tx, { ...ids, userId, email, at: clock.now() });
        const snapshot = {
          user: toUserSnapshot(user),
          provider: provider.name,
          email: email ?? null,
          linked_by: 'user' as const,
        };
        await events.publish(tx, 'external-identity.linked', origin, snapshot);
        const linked = await identities.findIdentity(tx, ids);
        if (!linked) throw new Error('the inserted identity was not found');
        return linked;
      });
    },
    unlink: (actor, origin, { username, id, mayBeLast }) =>
      inTransaction(db, async (tx) => {
        // two removals at the same time must not each rely on the credential that the other removes
        const user = await lockUser(tx, username);
        const identity = user && (await identities.findIdentityOf(tx, user.id, id));
        if (!identity) throw new DomainError('external_identity_not_found');
        if (identity.is_last_credential && !(mayBeLast && user.id !== actor.userId))
          throw new DomainError('external_identity_last_credential');
        await auth.external.endSessions(tx, origin, [id]);
        await identities.deleteIdentity(tx, id);
        const { provider, provider_id } = identity;
        const payload = { user: toUserSnapshot(user), provider, provider_id };
        await events.publish(tx, 'external-identity.unlinked', origin, payload);
      }),
  };
}
