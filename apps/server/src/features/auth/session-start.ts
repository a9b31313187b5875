import type { Origin } from '../../platform/actor.ts';
import { hashToken } from '../../platform/crypto/tokens.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import { toUserSnapshot, type UserRow } from '../users/index.ts';
import './auth.events.ts';
import { attributeToUser } from './attribute-to-user.ts';
import type { RecognizedBrowsers } from './recognized-browsers.ts';
import * as queries from './sessions.queries.ts';
import { type FirstStep, minutesAfter, transitions } from './sign-in-states.ts';

export interface SignedIn {
  readonly user: UserRow;
  /** For the cookie; not shown anywhere else and stored only as a hash. */
  readonly token: string;
  /** For the cookie by which the browser is recognized later; grants no access. */
  readonly browserToken: string;
}

export interface SignInDetails {
  readonly step: FirstStep;
  /** Of the browser's former session, which ends. */
  readonly formerToken?: string | undefined;
  readonly browserToken?: string | undefined;
  /** The name of the passkey. */
  readonly passkey?: string;
  readonly external?: ExternalProof | undefined;
}

/** The account at another identity provider with which a session begins. */
export interface ExternalProof {
  readonly identityId: number;
  /** The name of the provider. */
  readonly provider: string;
}

/** Adds sessions, at the first step of a sign-in. */
export interface SessionStart {
  /** Starts a complete session for a caller who has just proved to be that user. */
  startSession(tx: Tx, origin: Origin, user: UserRow, how: SignInDetails): Promise<SignedIn>;
  /** Adds a session that admits only the second step. Returns its token. */
  startHalfSession(
    tx: Tx,
    origin: Origin,
    user: UserRow,
    how: Pick<SignInDetails, 'formerToken' | 'external'>,
  ): Promise<string>;
}

interface Dependencies {
  readonly events: Events;
  readonly clock: Clock;
  readonly browsers: RecognizedBrowsers;
  readonly newToken: () => string;
  /** How long a complete session lasts. */
  readonly sessionMinutes: number;
}

/** Long enough to fetch a phone or open a mail. A half-complete session grants no access and expires soon. */
const secondStepMinutes = 10;

export function createSessionStart({ events, clock, browsers, newToken, sessionMinutes }: Dependencies): SessionStart {
  async function insertSession(
    tx: Tx,
    origin: Origin,
    user: UserRow,
    { step, external }: SignInDetails,
  ): Promise<string> {
    const token = newToken();
    const now = clock.now();
    const state = transitions[step].none === 'password' ? 'password' : 'complete';
    const newest = await queries.insertSession(tx, {
      token_hash: hashToken(token),
      user_id: user.id,
      state,
      ip: origin.ip ?? null,
      device: origin.device ?? '',
      created_at: now,
      expires_at: minutesAfter(now, state === 'complete' ? sessionMinutes : secondStepMinutes),
      proved_at: now,
      last_used_at: now,
      external_identity_id: external?.identityId ?? null,
    });
    await queries.endOldestSessions(tx, { userId: user.id, state, newest });
    return token;
  }

  /** The streams of the session end too. For the same user, the event of the new sign-in causes their check. */
  async function endFormerSession(tx: Tx, origin: Origin, token: string, user: UserRow): Promise<void> {
    const userId = await queries.deleteSessionByToken(tx, hashToken(token));
    if (userId === undefined || userId === user.id) return;
    await events.publish(tx, 'sessions.ended', origin, { userIds: [userId] });
  }

  return {
    async startSession(tx, origin, user, how) {
      const { formerToken, browserToken, passkey, external } = how;
      if (formerToken) await endFormerSession(tx, origin, formerToken, user);
      const token = await insertSession(tx, origin, user, how);
      await queries.setLastSignIn(tx, user.id, clock.now());
      await events.publish(tx, 'user.signed-in', attributeToUser(origin, user), {
        user: toUserSnapshot(user),
        ...(passkey !== undefined && { passkey }),
        ...(external && { provider: external.provider }),
      });
      return { user, token, browserToken: await browsers.register(tx, user.id, browserToken) };
    },
    async startHalfSession(tx, origin, user, { formerToken, external }) {
      if (formerToken) await endFormerSession(tx, origin, formerToken, user);
      return insertSession(tx, origin, user, { step: 'secondFactorPending', external });
    },
  };
}
