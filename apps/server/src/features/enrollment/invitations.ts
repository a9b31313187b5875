import { DomainError } from '@gatewarden/contract/errors';
import type { MailLanguage } from '@gatewarden/contract/mail';
import { fullName } from '@gatewarden/net/full-name';
import type { Actor, Origin } from '../../platform/actor.ts';
import { requireReauthenticationOfSession } from '../../platform/actor.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Restrictions } from '../devices/index.ts';
import { requireDeviceManagement } from '../devices/index.ts';
import type { MailService } from '../mail/index.ts';
import {
  checkUserRules,
  credentials,
  findUserById,
  lockUser,
  lockUserById,
  requirePasswordHere,
  toUserSnapshot,
  type UserRow,
} from '../users/index.ts';
import { deleteInvitations, deleteToken, type InvitationRow, listInvitations } from './account-tokens.queries.ts';
import type { AccountTokens, IssuedToken } from './account-tokens.ts';
import type { DiscardUnconfirmed } from './discard-unconfirmed.ts';
import { linkWithToken } from './edge-links.ts';
import './enrollment.events.ts';
import { claimMail } from './limit-requests.ts';

/** Whether and where the token is mailed. */
export interface Notification {
  readonly isSent: boolean;
  readonly email: string | null | undefined;
  /** Of the mail, and from then on of an account without a language; undefined: that of the account. */
  readonly language: MailLanguage | undefined;
  /** Of the mail to an account without a language; not stored. */
  readonly defaultLanguage: MailLanguage | undefined;
}

/** Issues tokens to people who enrol, add a device with a client, or forgot their password. */
export interface Invitations {
  /**
   * Replaces a former invitation, and removes what was added with it before a first credential.
   * @throws enrollment_email_missing, email_invalid, user_not_found, already_enrolled, user_disabled, managed_elsewhere,
   * edge_disabled
   */
  startEnrollment(actor: Actor, origin: Origin, username: string, notification: Notification): Promise<IssuedToken>;
  /**
   * Without an address, the token is mailed to that of the user.
   * @throws email_invalid, user_not_found, user_disabled, device_management_restricted, edge_disabled; proof_required for
   * another user; rate_limited if a user who is not an administrator causes many mails
   */
  startClient(actor: Actor, origin: Origin, username: string, notification: Notification): Promise<IssuedToken>;
  /** Mails a link to the user; for an account without a credential, as `startEnrollment`. @throws user_not_found, own_account, user_disabled, managed_elsewhere, edge_disabled */
  sendPasswordReset(actor: Actor, origin: Origin, username: string): Promise<void>;
  list(): Promise<readonly InvitationRow[]>;
  /** Removes also what was added with it before a first credential. @throws invitation_not_found */
  withdraw(origin: Origin, id: number): Promise<void>;
}

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly clock: Clock;
  readonly mail: Pick<MailService, 'sendMail'>;
  readonly tokens: AccountTokens;
  readonly restrictions: () => Promise<Restrictions>;
  readonly discardUnconfirmed: DiscardUnconfirmed;
  /** Where people and clients reach the edge; ends with a slash. @throws edge_disabled */
  readonly edgeUrl: () => string;
}

export function createInvitations(dependencies: Dependencies): Invitations {
  const { db, events, clock, mail, tokens, restrictions, discardUnconfirmed, edgeUrl } = dependencies;

  async function lockActive(tx: Tx, username: string): Promise<UserRow> {
    const user = await lockUser(tx, username);
    if (!user) throw new DomainError('user_not_found');
    return user;
  }

  return {
    startEnrollment(actor, origin, username, { isSent, email = null, ...languages }) {
      const to = isSent ? email || null : null;
      if (isSent && to === null) throw new DomainError('enrollment_email_missing', { field: 'email' });
      if (email) checkUserRules({ email });
      return inTransaction(db, async (tx) => {
        const user = await lockActive(tx, username);
        // otherwise the link could replace the factors of its owner
        if (user.has_password || user.webauthn_enabled) throw new DomainError('already_enrolled');
        requirePasswordHere(user);
        if (!user.is_active) throw new DomainError('user_disabled');
        await discardUnconfirmed(tx, origin, user);
        const language = await chooseLanguage(tx, user, languages);
        const issued = await tokens.issue(tx, 'enrollment', { userId: user.id, actor, email: to });
        await events.publish(tx, 'enrollment.token-added', origin, { user: toUserSnapshot(user), email: to });
        if (to !== null) {
          const values = { ...invitationValues(user, issued, edgeUrl(), ''), invited_by: await nameOf(tx, actor) };
          await mail.sendMail(tx, { to, language, template: 'invitation', values });
        }
        return issued;
      });
    },
    async startClient(actor, origin, username, { isSent, email, ...languages }) {
      requireDeviceManagement(actor, await restrictions());
      if (email) checkUserRules({ email });
      return inTransaction(db, async (tx) => {
        const user = await lockActive(tx, username);
        if (user.id !== actor.userId) requireReauthenticationOfSession(actor);
        if (!user.is_active) throw new DomainError('user_disabled');
        const to = isSent ? email || user.email : null;
        const language = await chooseLanguage(tx, user, languages);
        const issued = await tokens.issue(tx, 'client', { userId: user.id, actor, email: to });
        await events.publish(tx, 'client.token-added', origin, { user: toUserSnapshot(user), email: to });
        if (to !== null) {
          // the address may be any
          if (!actor.isAdmin && !(await claimMail(tx, 'client_token', user.id, clock.now())))
            throw new DomainError('rate_limited', { retry_after_seconds: 3600 });
          const values = invitationValues(user, issued, edgeUrl(), 'client');
          await mail.sendMail(tx, { to, language, template: 'client_activation', values });
        }
        return issued;
      });
    },
    sendPasswordReset: (actor, origin, username) =>
      inTransaction(db, async (tx) => {
        const user = await lockActive(tx, username);
        if (user.id === actor.userId) throw new DomainError('own_account');
        if (!user.is_active) throw new DomainError('user_disabled');
        requirePasswordHere(user);
        if (!user.enrolled) {
          await discardUnconfirmed(tx, origin, user);
          await deleteInvitations(tx, user.id);
        }
        const { token, expiresAt } = await tokens.issue(tx, 'password_reset', {
          userId: user.id,
          actor,
          email: user.email,
        });
        await events.publish(tx, 'password-reset.sent', origin, { user: toUserSnapshot(user) });
        const link = linkWithToken(edgeUrl(), 'password-reset', token);
        const values = { name: user.first_name, link, until: expiresAt.toISOString(), administrator: actor.username };
        await mail.sendMail(tx, { to: user.email, language: user.language, template: 'password_reset', values });
      }),
    list: () => listInvitations(db, clock.now()),
    withdraw: (origin, id) =>
      inTransaction(db, async (tx) => {
        const find = async () => (await listInvitations(tx, clock.now(), id))[0];
        const userId = (await find())?.user_id;
        const user = userId === undefined ? undefined : await lockUserById(tx, userId);
        // it may have been completed meanwhile
        if (!user || !(await find())) throw new DomainError('invitation_not_found');
        await deleteToken(tx, id);
        await discardUnconfirmed(tx, origin, user);
        await events.publish(tx, 'enrollment.token-withdrawn', origin, { user: toUserSnapshot(user) });
      }),
  };
}

function invitationValues(user: UserRow, { token, expiresAt }: IssuedToken, edgeUrl: string, path: '' | 'client') {
  const link = linkWithToken(edgeUrl, path, token);
  return { name: user.first_name, link, url: edgeUrl, token, until: expiresAt.toISOString() };
}

/** The language of the mail. A chosen one becomes that of an account without a language. */
async function chooseLanguage(
  tx: Tx,
  user: UserRow,
  { language, defaultLanguage }: Pick<Notification, 'language' | 'defaultLanguage'>,
): Promise<MailLanguage> {
  if (!user.has_language && language) await credentials.setFirstLanguage(tx, user.id, language);
  return language ?? (user.has_language ? user.language : (defaultLanguage ?? user.language));
}

async function nameOf(tx: Tx, { userId }: Actor): Promise<string> {
  const user = await findUserById(tx, userId);
  return user ? fullName(user) : '';
}
