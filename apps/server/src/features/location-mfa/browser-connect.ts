import type { ConnectProof } from '@gatewarden/contract/browser-connect';
import { DomainError } from '@gatewarden/contract/errors';
import type { Actor, Origin } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Clock } from '../../ports/clock.ts';
import { type BeginSession, endOfSession } from './begin-session.ts';
import { isPresharedKeyDevice } from './browser-connect.queries.ts';
import type { BrowserProofs } from './browser-proofs.ts';
import { requireOwnDevice, type WantedSession } from './require-own-device.ts';
import { listOwnConnections, type OwnConnectionRow } from './shown-sessions.queries.ts';

/** Owners who authorize a device without a client for a session, in the console. */
export interface BrowserConnect {
  /** The devices of the caller in locations with two-factor authentication. */
  list(actor: Actor): Promise<OwnConnectionRow[]>;
  /**
   * Begins a session without a preshared key, because the configuration of the device cannot change. Returns its latest end.
   * @throws as `requireOwnDevice`, and code_wrong, connect_codes_locked, security_key_refused
   */
  authorize(
    caller: { readonly actor: Actor; readonly origin: Origin },
    wanted: WantedSession,
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
    async authorize(caller, wanted, proof) {
      const found = await requireOwnDevice(db, caller.actor, wanted, 'internal');
      const { deviceId, withoutClient } = wanted;
      return proofs.prove(caller, found, proof, async (tx, current, proven) => {
        // a client may have connected meanwhile
        if (!withoutClient && (await isPresharedKeyDevice(tx, deviceId))) throw new DomainError('connect_client_used');
        await beginSession.withoutPresharedKey(tx, current, proven);
        return endOfSession(current, proven.now);
      });
    },
  };
}
