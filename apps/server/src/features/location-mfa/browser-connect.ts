import type { ConnectProof } from '@gatewarden/contract/browser-connect';
import { DomainError } from '@gatewarden/contract/errors';
import type { Actor, Origin } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Clock } from '../../ports/clock.ts';
import { type BeginSession, endOfSession } from './begin-session.ts';
import { isPresharedKeyDevice } from './browser-connect.queries.ts';
import type { BrowserProofs } from './browser-proofs.ts';
import * as queries from './location-mfa.queries.ts';
import { listOwnConnections, type OwnConnectionRow } from './shown-sessions.queries.ts';

/** Owners who authorize a device without a client for a session, in the console. */
export interface BrowserConnect {
  /** The devices of the caller in locations with two-factor authentication. */
  list(actor: Actor): Promise<OwnConnectionRow[]>;
  /**
   * Begins a session without a preshared key, because the configuration of the device cannot change. Returns its latest end.
   * @throws device_not_found also for a device of another user: administrators authorize none; connect_location_unprotected,
   * connect_method_unavailable if the location asks an external provider; connect_client_used unless `withoutClient`;
   * connect_refused, code_wrong, connect_codes_locked, security_key_refused
   */
  authorize(
    caller: { readonly actor: Actor; readonly origin: Origin },
    wanted: { readonly deviceId: number; readonly locationId: number; readonly withoutClient: boolean },
    proof: ConnectProof,
  ): Promise<Date>;
}

interface Dependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly proofs: BrowserProofs;
  readonly beginSession: Pick<BeginSession, 'withoutPresharedKey'>;
}

export function createBrowserConnect({ db, clock, proofs, beginSession }: Dependencies): BrowserConnect {
  return {
    list: ({ userId }) => listOwnConnections(db, userId, clock.now()),
    async authorize(caller, { deviceId, locationId, withoutClient }, proof) {
      const found = await queries.findCandidate(db, { id: deviceId }, locationId);
      if (found?.userId !== caller.actor.userId) throw new DomainError('device_not_found');
      if (found.mfaMode === 'disabled') throw new DomainError('connect_location_unprotected');
      if (!found.isAdmitted) throw new DomainError('connect_refused');
      if (found.mfaMode === 'external') throw new DomainError('connect_method_unavailable');
      if (!withoutClient && (await isPresharedKeyDevice(db, deviceId))) throw new DomainError('connect_client_used');
      return proofs.prove(caller, found, proof, async (tx, current, proven) => {
        // a client may have connected meanwhile
        if (!withoutClient && (await isPresharedKeyDevice(tx, deviceId))) throw new DomainError('connect_client_used');
        await beginSession.withoutPresharedKey(tx, current, proven);
        return endOfSession(current, proven.now);
      });
    },
  };
}
