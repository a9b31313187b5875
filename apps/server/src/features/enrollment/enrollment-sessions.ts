import { DomainError } from '@gatewarden/contract/errors';
import type { MailLanguage } from '@gatewarden/contract/mail';
import { Name } from '@gatewarden/contract/primitives';
import { hashToken } from '../../platform/crypto/tokens.ts';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { DevicesService, KeysOfPhone } from '../devices/index.ts';
import {
  checkUserRules,
  credentials,
  type PasswordSetter,
  requirePasswordHere,
  toUserSnapshot,
  type UserRow,
} from '../users/index.ts';
import { deleteToken } from './account-tokens.queries.ts';
import type { AccountTokens, TokenSession } from './account-tokens.ts';
import type { Announcements } from './announcements.ts';
import type { DiscardUnconfirmed } from './discard-unconfirmed.ts';
import './enrollment.events.ts';
import {
  type Client,
  type Details,
  isUnconfirmed,
  originOf,
  requireNotEnrolled,
  type SessionSteps,
  type StartedSession,
  storeDetails,
} from './session-steps.ts';
import { insertUnconfirmedDevice, isUnconfirmedDevice } from './unconfirmed.queries.ts';

/** Who begins a session. */
export interface Visitor extends Client {
  /** Of the page; undefined: a program. Kept for mails to a user who has none yet. */
  readonly language: MailLanguage | undefined;
}

/** What people do with a token who are not signed in. */
export interface EnrollmentSessions {
  /** @throws as `start` of tokens; user_disabled */
  start(token: string, visitor: Visitor): Promise<StartedSession>;
  /**
   * Sets phone and first password. Ends the session, or continues it with the token `continueWith`, so that others who have the
   * former one are no longer part of it; returns until when.
   * @throws enrollment_session_ended, phone_invalid, password_weak, already_enrolled, user_disabled, managed_elsewhere,
   * rate_limited, enrollment_token_invalid if the next token exists
   */
  activate(
    token: string | undefined,
    chosen: Details & { readonly password: string; readonly continueWith: string | undefined },
    client: Client,
  ): Promise<{ readonly endsAt: Date } | undefined>;
  /** Adds a device of the user. @throws enrollment_session_ended and as `addByClient` of devices; device_name_missing */
  addDevice(
    token: string | undefined,
    device: { readonly name: string; readonly publicKey: string },
    client: Client,
  ): Promise<{ readonly session: TokenSession; readonly user: UserRow; readonly deviceId: number }>;
  /** @throws enrollment_session_missing, enrollment_session_ended and as `registerAuthKey` of devices */
  registerPhone(token: string | undefined, keys: KeysOfPhone, client: Client): Promise<void>;
  /** Who the token is for, during its session. @throws enrollment_session_ended, user_disabled */
  read(token: string | undefined): Promise<StartedSession>;
  /** Ends the session. Does nothing if it has ended. */
  finish(token: string | undefined): Promise<void>;
  /** Starts the session of a token that sets another password. @throws as `start` */
  startReset(token: string, visitor: Visitor): Promise<TokenSession>;
  /** Whether `startReset` would succeed now. @throws as `start` */
  checkReset(token: string): Promise<void>;
  /**
   * Sets another password and ends all sessions.
   * @throws enrollment_session_ended, password_weak, user_disabled, managed_elsewhere, rate_limited
   */
  resetPassword(token: string | undefined, password: string, client: Client): Promise<void>;
}

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly tokens: AccountTokens;
  readonly passwords: PasswordSetter;
  readonly devices: Pick<DevicesService, 'addByClient' | 'registerAuthKey'>;
  readonly steps: SessionSteps;
  readonly announcements: Pick<Announcements, 'send'>;
  readonly discardUnconfirmed: DiscardUnconfirmed;
}

const enrollmentKinds = ['enrollment', 'client'] as const;
const resetKinds = ['password_reset'] as const;

export function createEnrollmentSessions(dependencies: Dependencies): EnrollmentSessions {
  const { db, events, tokens, steps, announcements, passwords, devices, discardUnconfirmed } = dependencies;

  const { requireActive, lockSession, issuerOf, complete } = steps;

  async function begin(
    token: string,
    kinds: Parameters<AccountTokens['start']>[1],
    { language, ...client }: Visitor,
    event: 'enrollment.started' | 'password-reset.started',
  ) {
    const session = await tokens.start(token, kinds, async (tx, { userId }) => {
      const user = await requireActive(tx, userId);
      if (language) await credentials.setFirstLanguage(tx, userId, language);
      await events.publish(tx, event, originOf(user, client), { user: toUserSnapshot(user) });
    });
    return { session, user: await requireActive(db, session.userId) };
  }

  return {
    async start(token, visitor) {
      const { session, user } = await begin(token, enrollmentKinds, visitor, 'enrollment.started');
      return { session, user, issuer: await issuerOf(db, session, user) };
    },
    async activate(token, { password, continueWith, ...details }, client) {
      const { userId, kind } = await tokens.require(db, token, enrollmentKinds);
      if (kind !== 'enrollment') throw new DomainError('already_enrolled');
      checkUserRules({ phone: details.phone });
      const hashed = await passwords.hash({ ip: client.ip, account: `user:${userId}`, isKnown: false }, password);
      return inTransaction(db, async (tx) => {
        const { session, user } = await lockSession(tx, token, ['enrollment']);
        requireNotEnrolled(session, user);
        await storeDetails(tx, user.id, details);
        const enrolled = await passwords.store(tx, user.id, hashed);
        await complete(tx, session, enrolled, client);
        if (continueWith !== undefined) {
          await tokens.replace(tx, session, hashToken(continueWith));
          return { endsAt: session.endsAt };
        }
        await announcements.send(tx, enrolled.id);
        await deleteToken(tx, session.id);
        return undefined;
      });
    },
    addDevice: (token, { name, publicKey }, client) =>
      inTransaction(db, async (tx) => {
        const { session, user } = await lockSession(tx, token, enrollmentKinds);
        // the same names as in the console, whose absence is the only fault that a client is told
        const checked = Name.safeParse(name);
        if (!checked.success) throw new DomainError('device_name_missing');
        const added = await devices.addByClient(tx, originOf(user, client), user, { name: checked.data, publicKey });
        if (isUnconfirmed(session, user)) await insertUnconfirmedDevice(tx, added.device.id);
        return { session, user, deviceId: added.device.id };
      }),
    async registerPhone(token, keys, client) {
      if (token === undefined) throw new DomainError('enrollment_session_missing');
      await inTransaction(db, async (tx) => {
        const { session, user } = await lockSession(tx, token, enrollmentKinds);
        await devices.registerAuthKey(tx, originOf(user, client), user, keys);
        // clients set the key of a phone after they added it; that of another device would outlast the invitation
        if (isUnconfirmed(session, user) && !(await isUnconfirmedDevice(tx, user.id, keys.deviceKey)))
          throw new DomainError('device_not_found');
      });
    },
    async read(token) {
      const session = await tokens.require(db, token, enrollmentKinds);
      const user = await requireActive(db, session.userId);
      return { session, user, issuer: await issuerOf(db, session, user) };
    },
    finish: (token) =>
      inTransaction(db, async (tx) => {
        const session = await tokens.lock(tx, token, enrollmentKinds).catch(ignoreEnded);
        if (!session) return;
        await announcements.send(tx, session.userId);
        await deleteToken(tx, session.id);
      }),
    startReset: async (token, visitor) => (await begin(token, resetKinds, visitor, 'password-reset.started')).session,
    checkReset: (token) => tokens.check(token, resetKinds),
    async resetPassword(token, password, client) {
      const { userId } = await tokens.require(db, token, resetKinds);
      const hashed = await passwords.hash({ ip: client.ip, account: `user:${userId}`, isKnown: false }, password);
      await inTransaction(db, async (tx) => {
        const { user } = await lockSession(tx, token, resetKinds);
        requirePasswordHere(user);
        // another person may have had an invitation
        if (!user.enrolled) await discardUnconfirmed(tx, originOf(user, client), user);
        const changed = await passwords.store(tx, user.id, hashed);
        const origin = originOf(user, client);
        const payload = { user: toUserSnapshot(changed) };
        // ends all sessions and tokens, and mails the owner
        await events.publish(tx, 'user.password-changed', origin, { ...payload, revokes_api_tokens: false });
        await events.publish(tx, 'password-reset.completed', origin, payload);
      });
    },
  };
}

function ignoreEnded(error: unknown): undefined {
  if (error instanceof DomainError && error.code === 'enrollment_session_ended') return undefined;
  throw error;
}
