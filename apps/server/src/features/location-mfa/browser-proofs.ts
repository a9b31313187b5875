import type { ConnectProof } from '@gatewarden/contract/browser-connect';
import { DomainError } from '@gatewarden/contract/errors';
import type { Actor, Origin } from '../../platform/actor.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import type { AuthService, RefusedCode } from '../auth/index.ts';
import type { MfaService, SecurityKeys } from '../mfa/index.ts';
import { lockUserById } from '../users/index.ts';
import type { Proven } from './begin-session.ts';
import './location-mfa.events.ts';
import * as queries from './location-mfa.queries.ts';

export interface BrowserProofs {
  /**
   * Checks a proof that the owner of a device gives in the console, and completes it in the same transaction. `found` is read
   * again in it. The session of the console alone proves nothing.
   * @throws connect_refused, code_wrong, connect_codes_locked, security_key_refused, and what `complete` throws
   */
  prove<Result>(
    caller: { readonly actor: Actor; readonly origin: Origin },
    found: queries.Candidate,
    proof: ConnectProof,
    complete: (tx: Tx, current: queries.Candidate, proven: Proven) => Promise<Result>,
  ): Promise<Result>;
}

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly clock: Clock;
  readonly mfa: Pick<MfaService, 'consumeTotp' | 'mailCodes'> & {
    readonly securityKeys: Pick<SecurityKeys, 'consume'>;
  };
  readonly auth: Pick<AuthService, 'connectCodes' | 'refusals'>;
}

export function createBrowserProofs({ db, events, clock, mfa, auth }: Dependencies): BrowserProofs {
  /** A code becomes used. */
  async function check(
    tx: Tx,
    actor: Actor,
    proof: ConnectProof,
  ): Promise<Pick<Proven, 'securityKeyId'> | RefusedCode> {
    const { userId } = actor;
    if (proof.method === 'security_key') {
      const used = await mfa.securityKeys.consume(tx, actor, proof.response);
      return typeof used === 'string' ? 'wrong' : { securityKeyId: used.keyId };
    }
    const consume = proof.method === 'totp' ? mfa.consumeTotp : mfa.mailCodes.consume;
    const checked = await consume(tx, userId, proof.code);
    if (checked !== 'accepted') return checked;
    await auth.connectCodes.clear(tx, userId, 'console');
    return {};
  }

  /** Signatures cannot be guessed. @throws connect_codes_locked */
  function limit<Result>({ method }: ConnectProof, id: number, work: () => Promise<Result | RefusedCode>) {
    if (method === 'security_key') return work();
    return auth.connectCodes.limit({ id, place: 'console' }, work).catch(rethrowLocked);
  }

  return {
    async prove({ actor, origin }, found, proof, complete) {
      const { method } = proof;
      const attempt = async (tx: Tx) => {
        const user = await lockUserById(tx, found.userId);
        if (!user?.is_active) throw new DomainError('connect_refused');
        const proven = await check(tx, actor, proof);
        if (typeof proven === 'string') return proven;
        // the location may have changed, and the device may be gone
        const assignment = { device_id: found.deviceId, location_id: found.locationId };
        if (!(await queries.lockAssignment(tx, assignment))) throw new DomainError('connect_refused');
        const current = await queries.findCandidate(tx, { id: found.deviceId }, found.locationId);
        if (!current?.isAdmitted || current.mfaMode !== 'internal') throw new DomainError('connect_refused');
        const now = clock.now();
        return { result: await complete(tx, current, { ...proven, method, isInBrowser: true, origin, now }) };
      };
      const outcome = await limit(proof, found.userId, () => inTransaction(db, attempt));
      if (typeof outcome === 'object') return outcome.result;
      const connection = queries.connectionOf(found);
      // signatures have no other limit
      await auth.refusals.record(found.userId, (tx) =>
        events.publish(tx, 'location-mfa.failed', origin, { ...connection, method }),
      );
      if (method === 'security_key') throw new DomainError('security_key_refused');
      throw new DomainError('code_wrong', { field: 'code' });
    },
  };
}

/** In the console, unlike at a client, another method can be used meanwhile. */
function rethrowLocked(error: unknown): never {
  if (!(error instanceof DomainError) || error.code !== 'login_locked') throw error;
  const seconds = Number(error.details['retry_after_seconds']);
  throw new DomainError('connect_codes_locked', { retry_after_seconds: seconds, minutes: Math.ceil(seconds / 60) });
}
