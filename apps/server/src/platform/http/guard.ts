import type { Endpoint } from '@gatewarden/contract/endpoint';
import { DomainError } from '@gatewarden/contract/errors';
import { type LicensedFeature, neededLicense } from '@gatewarden/contract/licensed-features';
import { vpnAreas } from '@gatewarden/contract/scopes';
import { addressBlockOf } from '@gatewarden/listener/address-block';
import { callerAddressOf } from '@gatewarden/listener/caller-address';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../actor.ts';
import type { Caller, CallerCheck } from '../database/caller-check.ts';
import type { Database } from '../database/database.ts';
import { isWrite, refusalOf, requireScope, type SignInState } from './admission.ts';
import { hasOnlyToken } from './own-origin.ts';
import type { WriteLimit, Writer } from './write-limit.ts';

/** The caller that the session cookie or the API token identifies. */
export interface Authenticated {
  readonly actor: Actor;
  readonly state: Exclude<SignInState, 'none'>;
  /** Scopes of the token; undefined for a session, which has all rights of its user. */
  readonly scopes?: readonly string[];
  /** Whether the instance has the VPN module switched on. */
  readonly isVpnEnabled: boolean;
  /** Whether the session or token still exists. */
  readonly exists: CallerCheck;
}

/** What the look-up of a caller reads. */
export interface CallerLookup {
  /** Whether it reads the full user too; otherwise only the rights. */
  readonly withUser?: boolean | undefined;
}

export interface Guards {
  /** Undefined if the session or token is missing or has ended. */
  readonly authenticate: (request: FastifyRequest) => Promise<Authenticated | undefined>;
  /** Whether the user has administrator rights, as seen by the transaction. */
  readonly isAdministrator: (db: Database, userId: number) => Promise<boolean>;
  /** Whether the licensed feature can be added and changed. */
  readonly isEnterprise: (feature: LicensedFeature) => Promise<boolean>;
  /** Whether the request may come from one of our own pages in a browser. */
  readonly isOwnOrigin: (request: FastifyRequest) => boolean;
  /** Applies to each call that may change something. */
  readonly writeLimit: WriteLimit;
}

declare module 'fastify' {
  interface FastifyRequest {
    authenticated: Authenticated | undefined;
    /** Whether the body had arrived when the caller was admitted. */
    hadBodyAtAdmission: boolean;
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint;
    callerLookup?: CallerLookup | undefined;
  }
}

/** Rejects, in this order: foreign origins, missing sign-in or rights, too many writes. */
export async function guard(endpoint: Endpoint, request: FastifyRequest, guards: Guards): Promise<void> {
  const writes = isWrite(endpoint);
  // a token is irrelevant for calls that allow anonymous access
  const needsOrigin = writes && (endpoint.access === 'anonymous' || !hasOnlyToken(request));
  if (needsOrigin && !guards.isOwnOrigin(request)) throw new DomainError('origin_refused');
  if (endpoint.access === 'anonymous') {
    if (writes) requireUserAgent(request);
    return;
  }
  const authenticated = await admit(endpoint, request, guards);
  if (!writes) return;
  request.hadBodyAtAdmission = request.raw.complete;
  requireUserAgent(request);
  guards.writeLimit.count(authenticated.actor, writerOf(endpoint, authenticated));
}

/** Returns the caller if they are signed in and may make the call. */
export async function admit(endpoint: Endpoint, request: FastifyRequest, guards: Guards): Promise<Authenticated> {
  const authenticated = await guards.authenticate(request);
  const refusal = refusalOf(endpoint, authenticated?.state ?? 'none');
  if (!authenticated || refusal === 'unauthenticated') throw new DomainError('unauthenticated');
  request.authenticated = authenticated;
  const { actor } = authenticated;
  if (endpoint.access === 'admin' && !actor.isAdmin) throw new DomainError('access_denied');
  if (endpoint.access === 'self' && !actor.isAdmin) {
    const { username } = request.params as { username: string };
    if (username !== actor.username) throw new DomainError('privileged_access_required');
  }
  // after the rights: a proof is requested only if it helps
  if (refusal) throw new DomainError(refusal);
  if (authenticated.scopes) requireScope(endpoint, authenticated.scopes);
  const feature = neededLicense(endpoint);
  if (feature && !(await guards.isEnterprise(feature))) throw new DomainError('enterprise_required', { feature });
  if (!authenticated.isVpnEnabled && vpnAreas.includes(endpoint.area)) throw new DomainError('module_disabled');
  return authenticated;
}

/** The caller on whose behalf transactions of the call commit. */
export function callerOf({ actor, exists }: Authenticated, guards: Guards): Caller {
  // for every access level: services allow administrators more in calls that all users may make
  return { exists, isStillAdmin: actor.isAdmin ? (db) => guards.isAdministrator(db, actor.userId) : undefined };
}

/** The owner of the work of a request, for fair sharing; see `accountOf`. Unauthenticated callers share by address. */
export function ownerOf(request: FastifyRequest): string {
  return request.authenticated
    ? accountOf(request.authenticated)
    : `address ${addressBlockOf(callerAddressOf(request))}`;
}

/**
 * The user for all complete sessions, separate from the tokens of the user and from sign-ins that only have the
 * password: stolen credentials must not use up the share of their owner.
 */
export function accountOf({ actor, state }: Authenticated): string {
  if (actor.token) return `tokens of user ${actor.userId}`;
  return state === 'password' ? `session ${actor.sessionId}` : `user ${actor.userId}`;
}

/**
 * A stolen token must not use up the writes with which its owner would revoke it, nor a stolen session those of another
 * session.
 */
export function writerOf(endpoint: Endpoint, authenticated: Authenticated): Writer {
  const { token, sessionId } = authenticated.actor;
  const owner = accountOf(authenticated);
  return token ? { owner } : { owner, reserve: endpoint.endsAccess && `session ${sessionId} ends access` };
}

/**
 * The owner of the work while the caller is authenticated. Separate from anonymous calls, and sessions separate from
 * API tokens: a flood of one of these must not delay browsers behind the same address.
 */
export function lookupOwnerOf(address: string | undefined, shown: 'session' | 'token'): string {
  return `${shown} look-ups of address ${addressBlockOf(address)}`;
}

function requireUserAgent(request: FastifyRequest): void {
  if (!request.headers['user-agent']) throw new DomainError('user_agent_required');
}
