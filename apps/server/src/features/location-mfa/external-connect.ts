import { DomainError, type ErrorCode } from '@gatewarden/contract/errors';
import { finishOpenidConnect } from '@gatewarden/contract/openid.edge';
import { bySystem, type Origin } from '../../platform/actor.ts';
import { hashToken } from '../../platform/crypto/tokens.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { EdgeError, EdgeRouter } from '../../platform/http/edge-calls.ts';
import type { Clock } from '../../ports/clock.ts';
import {
  answerOfCall,
  type EdgeAnswer,
  type EdgeSignIn,
  type FindPendingConnection,
  openidRefusals,
} from '../identity-providers/index.ts';
import type { Client, ConnectAttempts } from './connect-attempts.ts';
import './location-mfa.events.ts';
import * as queries from './location-mfa.queries.ts';

/** Owners of devices who sign in at an OpenID provider to connect them. Interface reference, wire §16.4. */
export interface ExternalConnect {
  /** What the person confirms. Later attempts of the device do not end this one. @throws connect_token_invalid, connect_attempt_missing, connect_refused */
  readonly find: FindPendingConnection;
  /**
   * Completes the attempt if its owner signed in; ends it if another person did.
   * @throws openid_state_invalid, connect_token_invalid, connect_attempt_missing, connect_refused, and as
   * `EdgeSignIn.redeem` and `EdgeSignIn.identify`
   */
  finish(answer: EdgeAnswer, client: Client): Promise<void>;
}

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly clock: Clock;
  readonly signIn: EdgeSignIn;
  readonly attempts: Pick<ConnectAttempts, 'requireExternal'>;
}

type Redeemed = Awaited<ReturnType<EdgeSignIn['redeem']>>;

/** What failed after the provider said who signed in. */
const mismatches: readonly ErrorCode[] = [
  'connect_refused',
  'openid_account_exists',
  'openid_account_disabled',
  'openid_account_unknown',
  'openid_email_missing',
  'openid_name_missing',
  'openid_username_unavailable',
];

export function createExternalConnect({ db, events, clock, signIn, attempts }: Dependencies): ExternalConnect {
  /** Throws for another person, so that nothing of their account changes. */
  async function approve(tx: Tx, origin: Origin, redeemed: Redeemed, ownerId: number): Promise<void> {
    const found = await signIn.identify(tx, origin, redeemed);
    if (found.user.id !== ownerId) throw new DomainError('connect_refused');
    if ('code' in found) throw new DomainError(found.code);
    const approval = { at: clock.now(), providerId: found.provider.id };
    if (!(await queries.approveAttempt(tx, hashToken(redeemed.flow.token), approval)))
      throw new DomainError('connect_attempt_missing');
  }

  /** Ends the attempt, so that its client does not wait on, and logs it. */
  async function endAttempt(
    token: string,
    { candidate }: Awaited<ReturnType<typeof attempts.requireExternal>>,
    origin: Origin,
  ) {
    const connection = queries.connectionOf(candidate);
    await inTransaction(db, async (tx) => {
      if (!(await queries.endPendingAttempt(tx, hashToken(token)))) return;
      await events.publish(tx, 'location-mfa.failed', origin, { ...connection, method: 'external' });
    });
  }

  return {
    async find(token) {
      const { candidate } = await attempts.requireExternal(token);
      await queries.markAttemptOpened(db, hashToken(token), clock.now());
      return { device: candidate.deviceName, location: candidate.locationName, userId: candidate.userId };
    },
    async finish(answer, { ip, userAgent }) {
      const flow = signIn.read('mfa', answer);
      const attempt = await attempts.requireExternal(flow.token);
      const redeemed = await signIn.redeem(flow, answer);
      const origin = { ...bySystem, ip, device: userAgent };
      try {
        await inTransaction(db, (tx) => approve(tx, origin, redeemed, attempt.candidate.userId));
      } catch (error) {
        if (error instanceof DomainError && mismatches.includes(error.code))
          await endAttempt(flow.token, attempt, origin);
        throw error;
      }
    },
  };
}

const unauthorized = { status: 401, text: 'unauthorized' } as const;

/** Wire §16.4. */
const errors: Readonly<Partial<Record<ErrorCode, EdgeError>>> = {
  openid_state_invalid: { status: 400, text: 'invalid state' },
  ...openidRefusals(unauthorized),
  rate_limited: { status: 429, text: 'too many requests' },
};

export function addExternalConnectCalls(router: EdgeRouter, external: ExternalConnect): void {
  router.addErrors(errors);
  router.add(finishOpenidConnect, async (call) => {
    await external.finish(answerOfCall(call), { ip: call.ip, userAgent: call.userAgent });
    return { openid: null, body: {} };
  });
}
