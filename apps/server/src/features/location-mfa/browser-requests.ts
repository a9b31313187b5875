import type { ConnectProof } from '@gatewarden/contract/browser-connect';
import { DomainError } from '@gatewarden/contract/errors';
import type { Actor, Origin } from '../../platform/actor.ts';
import { hashToken } from '../../platform/crypto/tokens.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import type { BeginSession } from './begin-session.ts';
import { type BrowserRequest, lockRequest } from './browser-connect.queries.ts';
import type { BrowserProofs } from './browser-proofs.ts';
import * as queries from './location-mfa.queries.ts';

interface Caller {
  readonly actor: Actor;
  readonly origin: Origin;
}

/** What the page shows before the owner confirms. */
export interface OpenedRequest {
  readonly device: string;
  readonly location: string;
  /** Of the client that began the attempt. */
  readonly ip: string | null;
  readonly agent: string | null;
  readonly expiresAt: Date;
}

/**
 * Attempts of clients that owners open in the console. Another user who opens one ends it.
 * Each @throws connect_request_missing if there is none, it is over, approved or of another user; connect_refused
 */
export interface BrowserRequests {
  open(caller: Caller, request: string): Promise<OpenedRequest>;
  /** Begins the session with a preshared key, which the client collects. @throws code_wrong, connect_codes_locked, security_key_refused */
  approve(caller: Caller, request: string, proof: ConnectProof): Promise<void>;
  /** The client has to begin again. */
  refuse(caller: Caller, request: string): Promise<void>;
}

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly clock: Clock;
  readonly proofs: BrowserProofs;
  readonly beginSession: Pick<BeginSession, 'withPresharedKey'>;
}

export function createBrowserRequests(dependencies: Dependencies): BrowserRequests {
  const { db, events, clock, proofs, beginSession } = dependencies;

  /** @throws connect_request_missing */
  async function lockPending(tx: Tx, request: string): Promise<BrowserRequest> {
    const found = await lockRequest(tx, hashToken(request));
    if (!found || found.approved_at || found.expires_at <= clock.now())
      throw new DomainError('connect_request_missing');
    return found;
  }

  async function end(tx: Tx, { origin }: Caller, pending: BrowserRequest, found: queries.Candidate): Promise<void> {
    await queries.takeAttempt(tx, pending.token_hash);
    await events.publish(tx, 'location-mfa.failed', origin, { ...queries.connectionOf(found), method: 'browser' });
  }

  /** Ends the attempt of another user. @throws connect_request_missing, connect_refused */
  async function requireOwn(caller: Caller, request: string) {
    const own = await inTransaction(db, async (tx) => {
      const pending = await lockPending(tx, request);
      const found = await queries.findCandidate(tx, { id: pending.device_id }, pending.location_id);
      if (!found?.isAdmitted || found.mfaMode !== 'internal') throw new DomainError('connect_refused');
      if (found.userId === caller.actor.userId) {
        await queries.markAttemptOpened(tx, pending.token_hash, clock.now());
        return { pending, found };
      }
      await end(tx, caller, pending, found);
      return undefined;
    });
    // thrown after the transaction, which must commit the end
    if (!own) throw new DomainError('connect_request_missing');
    return own;
  }

  return {
    async open(caller, request) {
      const { pending, found } = await requireOwn(caller, request);
      const { client_ip: ip, client_agent: agent, expires_at: expiresAt } = pending;
      return { device: found.deviceName, location: found.locationName, ip, agent, expiresAt };
    },
    async approve(caller, request, proof) {
      const { found } = await requireOwn(caller, request);
      await proofs.prove(caller, found, proof, async (tx, current, proven) => {
        const { token_hash } = await lockPending(tx, request);
        if (!(await queries.approveAttempt(tx, token_hash, { at: proven.now })))
          throw new DomainError('connect_request_missing');
        await beginSession.withPresharedKey(tx, current, proven);
      });
    },
    async refuse(caller, request) {
      const { found } = await requireOwn(caller, request);
      await inTransaction(db, async (tx) => end(tx, caller, await lockPending(tx, request), found));
    },
  };
}
