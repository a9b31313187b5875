import { DomainError, type ErrorCode } from '@gatewarden/contract/errors';
import { z } from 'zod';
import { type Actor, type Origin, sessionOf } from '../../platform/actor.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Cookies } from '../../platform/http/router.ts';
import type { Clock } from '../../ports/clock.ts';
import type { AuthService } from '../auth/index.ts';
import type { ConsoleAnswer, ConsoleProofs } from '../identity-providers/index.ts';
import { type BeginSession, endOfSession } from './begin-session.ts';
import { isPresharedKeyDevice } from './browser-connect.queries.ts';
import { findExternalSession } from './external-authorization.queries.ts';
import './location-mfa.events.ts';
import * as queries from './location-mfa.queries.ts';
import { requireOwnDevice, type WantedSession } from './require-own-device.ts';

interface Caller {
  readonly actor: Actor;
  readonly origin: Origin;
  readonly cookies: Cookies;
}

/** A session that the owner authorized, and its latest end. */
export interface AuthorizedSession {
  readonly deviceId: number;
  readonly locationId: number;
  readonly expiresAt: Date;
}

/** Owners who authorize a device without a client in the console, with a sign-in at a provider. */
export interface ExternalAuthorization {
  /** The name of the provider that `begin` uses for the caller; null if none is enabled. */
  providerNameOf(actor: Actor): Promise<string | null>;
  /**
   * Returns where the browser signs in.
   * @throws as `requireOwnDevice` and `ConsoleProofs.begin`
   */
  begin(caller: Caller, wanted: WantedSession): Promise<string>;
  /**
   * Begins the session without a preshared key. The same answer again returns the session that it began, because a page can
   * be reloaded before it shows the result.
   * @throws connect_account_mismatch if another account signed in; connect_refused, connect_client_used,
   * openid_account_exists, openid_account_disabled, and as `ConsoleProofs.redeem`
   */
  finish(caller: Caller, answer: Omit<ConsoleAnswer, 'ip'>): Promise<AuthorizedSession>;
}

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly clock: Clock;
  readonly providerProofs: ConsoleProofs;
  readonly auth: Pick<AuthService, 'refusals'>;
  readonly beginSession: Pick<BeginSession, 'withoutPresharedKey'>;
}

/** What the sign-in is for. */
const Subject = z.object({
  userId: z.int(),
  /** In which it began. */
  sessionId: z.int(),
  deviceId: z.int(),
  /** Of the device: another key needs another sign-in. */
  publicKey: z.string(),
  locationId: z.int(),
  withoutClient: z.boolean(),
});
type Subject = z.infer<typeof Subject>;

type Redeemed = Awaited<ReturnType<ConsoleProofs['redeem']>>;

/** The account at the provider is not that of a user, and cannot become one. */
const unknownAccounts: readonly ErrorCode[] = [
  'openid_account_unknown',
  'openid_email_missing',
  'openid_name_missing',
  'openid_username_unavailable',
];
const logged: readonly ErrorCode[] = ['connect_account_mismatch', 'openid_account_exists', 'openid_account_disabled'];

export function createExternalAuthorization(dependencies: Dependencies): ExternalAuthorization {
  const { db, events, clock, providerProofs, auth, beginSession } = dependencies;

  /** Throws for another account, so that nothing of it changes. @throws connect_account_mismatch */
  async function requireOwner(tx: Tx, origin: Origin, redeemed: Redeemed, ownerId: number) {
    const found = await providerProofs.identify(tx, origin, redeemed).catch((error: unknown) => {
      if (error instanceof DomainError && unknownAccounts.includes(error.code))
        throw new DomainError('connect_account_mismatch', {}, { cause: error });
      throw error;
    });
    if (found.user.id !== ownerId) throw new DomainError('connect_account_mismatch');
    if ('code' in found) throw new DomainError(found.code);
    return found;
  }

  async function authorize(tx: Tx, origin: Origin, subject: Subject, redeemed: Redeemed): Promise<AuthorizedSession> {
    const { userId, deviceId, publicKey, locationId, withoutClient } = subject;
    const { provider } = await requireOwner(tx, origin, redeemed, userId);
    // the location may have changed, and the device may be gone
    if (!(await queries.lockAssignment(tx, { device_id: deviceId, location_id: locationId })))
      throw new DomainError('connect_refused');
    const current = await queries.findCandidate(tx, { id: deviceId }, locationId);
    if (!current?.isAdmitted || current.mfaMode !== 'external' || current.userId !== userId)
      throw new DomainError('connect_refused');
    if (current.publicKey !== publicKey) throw new DomainError('connect_refused');
    if (!withoutClient && (await isPresharedKeyDevice(tx, deviceId))) throw new DomainError('connect_client_used');
    const now = clock.now();
    await beginSession.withoutPresharedKey(tx, current, {
      ...{ method: 'external', providerId: provider.id, isInBrowser: true, origin, now },
    });
    return { deviceId, locationId, expiresAt: endOfSession(current, now) };
  }

  /** The session that an earlier use of the answer began. */
  async function findBegun({ deviceId, locationId }: Subject, { providerId, begunAt }: Redeemed['flow']) {
    const wanted = { device_id: deviceId, location_id: locationId, provider_id: providerId };
    const expiresAt = await findExternalSession(db, wanted, { since: begunAt, now: clock.now() });
    return expiresAt && { deviceId, locationId, expiresAt };
  }

  async function recordMismatch(origin: Origin, { deviceId, locationId }: Subject): Promise<void> {
    const found = await queries.findCandidate(db, { id: deviceId }, locationId);
    if (!found) return;
    const connection = queries.connectionOf(found);
    await auth.refusals.record(found.userId, (tx) =>
      events.publish(tx, 'location-mfa.failed', origin, { ...connection, method: 'external' }),
    );
  }

  return {
    async providerNameOf({ userId }) {
      const provider = await providerProofs.providerOf(userId);
      return provider ? (provider.display_name ?? provider.name) : null;
    },
    async begin({ actor, cookies }, wanted) {
      const { publicKey } = await requireOwnDevice(db, actor, wanted, 'external');
      const { deviceId, locationId, withoutClient } = wanted;
      const { userId } = actor;
      const sessionId = sessionOf(actor);
      const subject: Subject = { userId, sessionId, deviceId, publicKey, locationId, withoutClient };
      return providerProofs.begin(cookies, { userId, subject: JSON.stringify(subject) });
    },
    async finish({ actor, origin, cookies }, answer) {
      const flow = providerProofs.read(cookies, answer);
      const subject = Subject.parse(JSON.parse(flow.token));
      // another user signed in meanwhile in the same browser, or the session ended
      if (subject.userId !== actor.userId || subject.sessionId !== actor.sessionId)
        throw new DomainError('openid_state_invalid');
      try {
        const redeemed = await providerProofs.redeem(flow, { ...answer, ip: origin.ip });
        return await inTransaction(db, (tx) => authorize(tx, origin, subject, redeemed));
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        const begun = error.code === 'openid_state_invalid' ? await findBegun(subject, flow) : undefined;
        if (begun) return begun;
        if (logged.includes(error.code)) await recordMismatch(origin, subject);
        throw error;
      }
    },
  };
}
