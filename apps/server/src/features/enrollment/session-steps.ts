import { DomainError } from '@gatewarden/contract/errors';
import type { MailLanguage } from '@gatewarden/contract/mail';
import type { Origin } from '../../platform/actor.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import {
  credentials,
  findUserById,
  lockUserById,
  requirePasswordHere,
  setUser,
  toUserSnapshot,
  type UserRow,
} from '../users/index.ts';
import { deleteInvitations } from './account-tokens.queries.ts';
import type { AccountTokens, TokenKey, TokenSession } from './account-tokens.ts';
import type { Announcements } from './announcements.ts';
import { deletePasskeyOffers } from './enrollment-passkeys.queries.ts';
import './enrollment.events.ts';
import { clearUnconfirmed } from './unconfirmed.queries.ts';

/** Where the request came from. */
export interface Client {
  readonly ip: string | undefined;
  readonly userAgent: string | undefined;
}

/** What people choose beside the first credential. */
export interface Details {
  /** Null or empty: as it is. */
  readonly phone: string | null;
  /** Of the page; undefined: a program. */
  readonly language: MailLanguage | undefined;
}

export interface StartedSession {
  readonly session: TokenSession;
  readonly user: UserRow;
  /** Who issued the token; the user after a request of their own. */
  readonly issuer: UserRow;
}

/** What the calls of a session have in common. */
export interface SessionSteps {
  /** @throws enrollment_session_ended, user_disabled */
  requireActive(reader: Database | Tx, userId: number): Promise<UserRow>;
  /** Locks the user before the token, as issuing one does. @throws enrollment_session_ended, user_disabled */
  lockSession(
    tx: Tx,
    key: TokenKey,
    kinds: Parameters<AccountTokens['lock']>[2],
  ): Promise<{ readonly session: TokenSession; readonly user: UserRow }>;
  issuerOf(reader: Database | Tx, session: TokenSession, user: UserRow): Promise<UserRow>;
  /** Logs that the user has a first credential from now on. The mails about it wait until the session ends. */
  complete(tx: Tx, session: TokenSession, enrolled: UserRow, client: Client): Promise<void>;
}

interface Dependencies {
  readonly events: Events;
  readonly tokens: Pick<AccountTokens, 'require' | 'lock'>;
  readonly announcements: Pick<Announcements, 'schedule'>;
}

export function createSessionSteps({ events, tokens, announcements }: Dependencies): SessionSteps {
  const issuerOf: SessionSteps['issuerOf'] = async (reader, { issuerId }, user) =>
    (issuerId === null ? undefined : await findUserById(reader, issuerId)) ?? user;

  return {
    async requireActive(reader, userId) {
      const user = await findUserById(reader, userId);
      if (!user) throw new DomainError('enrollment_session_ended');
      if (!user.is_active) throw new DomainError('user_disabled');
      return user;
    },
    async lockSession(tx, key, kinds) {
      const { userId } = await tokens.require(tx, key, kinds);
      const user = await lockUserById(tx, userId);
      const session = await tokens.lock(tx, key, kinds);
      if (!user) throw new DomainError('enrollment_session_ended');
      if (!user.is_active) throw new DomainError('user_disabled');
      return { session, user };
    },
    issuerOf,
    async complete(tx, session, enrolled, client) {
      await clearUnconfirmed(tx, enrolled.id);
      await deletePasskeyOffers(tx, session.id);
      await deleteInvitations(tx, enrolled.id, session.id);
      await events.publish(tx, 'enrollment.completed', originOf(enrolled, client), { user: toUserSnapshot(enrolled) });
      await announcements.schedule(tx, { userId: enrolled.id, issuerId: session.issuerId, dueAt: session.endsAt });
    },
  };
}

/** Whether the invitation has not led to a first password or passkey: what is added until then ends with the invitation. */
export function isUnconfirmed({ kind, isCompleted }: TokenSession, { has_password }: UserRow): boolean {
  return kind === 'enrollment' && !isCompleted && !has_password;
}

/** Stores them with the first credential. The account then has the language that the person read, also if it was invited in another. */
export async function storeDetails(tx: Tx, userId: number, { phone, language }: Details): Promise<void> {
  if (phone !== null && phone !== '') await setUser(tx, userId, { phone });
  if (language) await credentials.setLanguage(tx, userId, language);
}

/** @throws already_enrolled, managed_elsewhere */
export function requireNotEnrolled({ isCompleted }: TokenSession, user: UserRow): void {
  if (user.has_password || isCompleted) throw new DomainError('already_enrolled');
  requirePasswordHere(user);
}

/** A person who is not signed in, but has a token. */
export function originOf({ id, username }: Pick<UserRow, 'id' | 'username'>, { ip, userAgent }: Client): Origin {
  return { by: { userId: id, username }, ip, device: userAgent };
}
