import { DomainError } from '@gatewarden/contract/errors';
import { addressBlockOf, widerBlockOf } from '@gatewarden/listener/address-block';
import type { Origin } from '../../platform/actor.ts';
import type { Signer } from '../../platform/crypto/signer.ts';
import { hashToken, randomAlphanumeric } from '../../platform/crypto/tokens.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import { isStorable } from '../../platform/http/input.ts';
import type { Clock } from '../../ports/clock.ts';
import type { AuthService, RefusedCode } from '../auth/index.ts';
import { lockUserById } from '../users/index.ts';
import type { BeginSession } from './begin-session.ts';
import { collectKey } from './collect-key.ts';
import type { ConnectProofs, Proof, Proved } from './connect-proofs.ts';
import './location-mfa.events.ts';
import * as queries from './location-mfa.queries.ts';

/** Where the request came from. */
export interface Client {
  readonly ip: string | undefined;
  readonly userAgent: string | undefined;
}

/** What a client needs to finish an attempt. */
export interface StartedAttempt {
  readonly token: string;
  /** What the key of a phone must sign, or the id with which the owner opens the page; null for codes. */
  readonly challenge: string | null;
  /** The page of the console on which the owner proves it; absent for other methods. */
  readonly url?: string;
}

/** Clients that prove a second factor before they connect. Interface reference, wire §16. */
export interface ConnectAttempts {
  /**
   * Begins an attempt beside earlier ones of the device, of which the newest remain. With `email`, a code is mailed.
   * @throws location_not_found, device_not_found, connect_location_unprotected, connect_refused,
   * connect_method_unavailable
   */
  start(
    wanted: {
      readonly locationId: number;
      readonly publicKey: string;
      /** Undefined: a method that this product does not know. */
      readonly method: queries.AttemptMethod | undefined;
    },
    client: Client,
  ): Promise<StartedAttempt>;
  /**
   * Begins the session of the device and returns its preshared key, 32 bytes. With `browser`, returns the key of the session
   * that the owner began.
   * @throws connect_token_invalid, connect_attempt_missing, connect_refused, code_wrong, login_locked; connect_pending until
   * the owner has proved it in the browser or signed in at the provider
   */
  finish(token: string, proof: Proof, client: Client): Promise<{ key: Buffer; method: queries.AttemptMethod }>;
  /**
   * As `finish`, of a phone that approves another device: the client of that device, which waits, gets the key. Also if it
   * waits later, while the attempt is valid.
   * @throws as `finish`
   */
  approve(token: string, proof: Proof, client: Client): Promise<void>;
  /** An attempt that a phone can approve, or has approved. @throws connect_token_invalid, connect_attempt_missing */
  requireApprovable(token: string): Promise<queries.Attempt>;
  /**
   * An attempt whose owner has not signed in at the provider yet.
   * @throws connect_token_invalid, connect_attempt_missing, connect_refused
   */
  requireExternal(token: string): Promise<{ readonly candidate: queries.Candidate }>;
}

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly clock: Clock;
  readonly signer: Signer;
  readonly proofs: ConnectProofs;
  readonly auth: Pick<AuthService, 'connectCodes' | 'refusals'>;
  readonly beginSession: Pick<BeginSession, 'withPresharedKey'>;
  /** The address of the console. */
  readonly address: { readonly url: string };
}

const attemptMinutes = 5;
const tokenCharacters = 32;
const tokenPattern = /^[0-9A-Za-z]{32}$/;
/** As clients know it (wire §16.1). */
const challengeCharacters = 44;
const maxAgentCharacters = 256;
const noPage = { url: undefined, columns: { request_hash: null, client_ip: null, client_agent: null } } as const;

/** How an attempt is completed. */
interface Completion {
  readonly check: (tx: Tx) => Promise<Proved | RefusedCode>;
  /** Marks the attempt as used; true once. */
  readonly take: (tx: Tx, now: Date) => Promise<boolean>;
}

export function createConnectAttempts(dependencies: Dependencies): ConnectAttempts {
  const { db, events, clock, signer, proofs, auth, beginSession, address } = dependencies;

  /** @throws connect_token_invalid, connect_attempt_missing */
  async function requireAttempt(token: string): Promise<queries.Attempt> {
    if (!tokenPattern.test(token)) throw new DomainError('connect_token_invalid');
    const attempt = await queries.findAttempt(db, hashToken(token));
    if (!attempt) throw new DomainError('connect_attempt_missing');
    if (attempt.expires_at <= clock.now()) throw new DomainError('connect_token_invalid');
    return attempt;
  }

  /** @throws connect_token_invalid, connect_attempt_missing */
  async function requireUnfinished(token: string): Promise<queries.Attempt> {
    const attempt = await requireAttempt(token);
    if (attempt.approved_at) throw new DomainError('connect_attempt_missing');
    return attempt;
  }

  /** @throws connect_refused */
  async function requireAdmitted(reader: Database | Tx, { device_id: id, location_id, method }: queries.Attempt) {
    const found = await queries.findCandidate(reader, { id }, location_id);
    if (!found?.isAdmitted || found.mfaMode !== modeOf(method)) throw new DomainError('connect_refused');
    return found;
  }

  /** Begins the session if the proof is right. @throws connect_refused, connect_attempt_missing */
  async function complete(
    tx: Tx,
    attempt: queries.Attempt & { readonly method: queries.Method },
    { userId, origin }: { readonly userId: number; readonly origin: Origin },
    { check, take }: Completion,
  ): Promise<Buffer | RefusedCode> {
    const user = await lockUserById(tx, userId);
    if (!user?.is_active) throw new DomainError('connect_refused');
    const proven = await check(tx);
    if (typeof proven === 'string') return proven;
    // the location may have changed, and the device may be gone
    if (!(await queries.lockAssignment(tx, attempt))) throw new DomainError('connect_refused');
    const current = await requireAdmitted(tx, attempt);
    const now = clock.now();
    if (!(await take(tx, now))) throw new DomainError('connect_attempt_missing');
    const { method, provider_id: providerId } = attempt;
    return beginSession.withPresharedKey(tx, current, { method, phone: proven.phone, providerId, origin, now });
  }

  /** Begins the session if the proof is right. */
  async function prove(
    attempt: queries.Attempt,
    proof: Proof,
    client: Client,
    take: Completion['take'],
  ): Promise<Buffer> {
    const { method } = attempt;
    if (method === 'browser') throw new DomainError('connect_attempt_missing');
    const found = await requireAdmitted(db, attempt);
    const { userId } = found;
    const origin = originOf(found, client);
    const check: Completion['check'] = async (tx) => {
      const proven = await proofs.check(tx, attempt, userId, proof);
      if (typeof proven === 'object' && !proven.phone) await auth.connectCodes.clear(tx, userId, 'client');
      return proven;
    };
    const isSignature = method === 'biometric' || method === 'mobile_approve';
    const work = () =>
      inTransaction(db, (tx) => complete(tx, { ...attempt, method }, { userId, origin }, { check, take }));
    // signatures cannot be guessed, and a stranger who knows the public key could lock their owner out
    const key = isSignature ? await work() : await auth.connectCodes.limit({ id: userId, place: 'client' }, work);
    if (typeof key === 'object') return key;
    const connection = queries.connectionOf(found);
    const publish = (tx: Tx) => events.publish(tx, 'location-mfa.failed', origin, { ...connection, method });
    // neither signatures nor codes that were used before have another limit
    if (isSignature) await auth.refusals.record(userId, publish);
    else if (key === 'wrong') await inTransaction(db, publish);
    throw new DomainError('code_wrong', { field: 'code' });
  }

  /** Begins the session after the owner signed in at the provider. */
  async function finishExternal(attempt: queries.Attempt, client: Client, take: Completion['take']): Promise<Buffer> {
    if (!attempt.approved_at) throw new DomainError('connect_pending');
    const owner = await requireAdmitted(db, attempt);
    const as = { userId: owner.userId, origin: originOf(owner, client) };
    const check = async () => ({ phone: undefined });
    const key = await inTransaction(db, (tx) => complete(tx, { ...attempt, method: 'external' }, as, { check, take }));
    if (typeof key === 'string') throw new DomainError('connect_attempt_missing');
    return key;
  }

  /** The console has the id in the address; the database only its hash. */
  function openPage(request: string, { ip, userAgent }: Client) {
    const columns = {
      request_hash: hashToken(request),
      client_ip: ip ?? null,
      client_agent: userAgent?.slice(0, maxAgentCharacters) ?? null,
    };
    return { url: new URL(`/connect?request=${request}`, address.url).href, columns };
  }

  async function finishInBrowser(token: string): Promise<Buffer> {
    const key = await collectKey({ db, signer }, hashToken(token));
    if (key === 'pending') throw new DomainError('connect_pending');
    if (!key) throw new DomainError('connect_attempt_missing');
    return key;
  }

  return {
    async start({ locationId, publicKey, method }, client) {
      const found = isStorable(publicKey) ? await queries.findCandidate(db, { publicKey }, locationId) : undefined;
      if (!found) {
        throw new DomainError((await queries.isLocation(db, locationId)) ? 'device_not_found' : 'location_not_found');
      }
      if (found.mfaMode === 'disabled') throw new DomainError('connect_location_unprotected');
      if (!found.isAdmitted) throw new DomainError('connect_refused');
      if (method === undefined || found.mfaMode !== modeOf(method)) throw new DomainError('connect_method_unavailable');
      await proofs.requireUsable(found, method);
      const token = randomAlphanumeric(tokenCharacters);
      const isChallenged = method === 'biometric' || method === 'mobile_approve' || method === 'browser';
      const challenge = isChallenged ? randomAlphanumeric(challengeCharacters) : null;
      const page = method === 'browser' && challenge !== null ? openPage(challenge, client) : noPage;
      const expires_at = new Date(clock.now().getTime() + attemptMinutes * 60_000);
      const attempt = {
        ...{ device_id: found.deviceId, location_id: locationId, method, expires_at },
        ...{ approved_at: null, provider_id: null },
        ...{ address: addressBlockOf(client.ip), network: widerBlockOf(client.ip) },
        ...{ challenge: page.url === undefined ? challenge : null, token_hash: hashToken(token), ...page.columns },
      };
      // the device may have left the location meanwhile
      if (!(await inTransaction(db, (tx) => queries.insertAttempt(tx, attempt))))
        throw new DomainError('connect_refused');
      return { token, challenge, ...(page.url !== undefined && { url: page.url }) };
    },
    async finish(token, proof, client) {
      const attempt = await requireAttempt(token);
      const { method, approved_at } = attempt;
      const take = (tx: Tx) => queries.takeAttempt(tx, hashToken(token));
      if (method === 'browser') {
        // the client of a disabled user must not wait on
        if (!approved_at) await requireAdmitted(db, attempt);
        return { key: await finishInBrowser(token), method };
      }
      if (method === 'external') return { key: await finishExternal(attempt, client, take), method };
      if (approved_at) throw new DomainError('connect_attempt_missing');
      return { key: await prove(attempt, proof, client, take), method };
    },
    async approve(token, proof, client) {
      const attempt = await requireUnfinished(token);
      if (attempt.method !== 'mobile_approve') throw new DomainError('connect_attempt_missing');
      await prove(attempt, proof, client, (tx, now) => queries.approveAttempt(tx, hashToken(token), { at: now }));
    },
    async requireApprovable(token) {
      const attempt = await requireAttempt(token);
      if (attempt.method !== 'mobile_approve') throw new DomainError('connect_attempt_missing');
      return attempt;
    },
    async requireExternal(token) {
      const attempt = await requireUnfinished(token);
      if (attempt.method !== 'external') throw new DomainError('connect_attempt_missing');
      return { candidate: await requireAdmitted(db, attempt) };
    },
  };
}

function modeOf(method: queries.AttemptMethod): 'internal' | 'external' {
  return method === 'external' ? 'external' : 'internal';
}

function originOf({ userId, owner }: Pick<queries.Candidate, 'userId' | 'owner'>, { ip, userAgent }: Client): Origin {
  return { by: { userId, username: owner }, ip, device: userAgent };
}
