import type { Endpoint } from '@gatewarden/contract/endpoint';
import { DomainError } from '@gatewarden/contract/errors';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../actor.ts';
import { addressBlockOf } from '../crypto/address-block.ts';
import type { Caller, CallerCheck } from '../database/caller-check.ts';
import type { Database } from '../database/database.ts';
import { refusalOf, requireScope, type SignInState } from './admission.ts';
import { callerAddressOf } from './caller-address.ts';
import { hasOnlyToken } from './own-origin.ts';
import type { WriteLimit, Writer } from './write-limit.ts';

/** Who the session cookie or the API token names. */
export interface Authenticated {
  readonly actor: Actor;
  readonly state: Exclude<SignInState, 'none'>;
  /** What the token may be used for; undefined for a session, which is good for all that its holder may do. */
  readonly scopes?: readonly string[];
  /** Whether the session or token still exists. */
  readonly exists: CallerCheck;
}

export interface Guards {
  /** Undefined when the session or token is missing or has ended. */
  readonly authenticate: (request: FastifyRequest) => Promise<Authenticated | undefined>;
  /** Whether the user has administrator rights, as the transaction sees it. */
  readonly isAdministrator: (db: Database, userId: number) => Promise<boolean>;
  /** Whether the licensed features are on. */
  readonly isEnterprise: () => Promise<boolean>;
  /** Whether a browser may have sent this from one of our own pages. */
  readonly isOwnOrigin: (request: FastifyRequest) => boolean;
  /** For each call that may change something. */
  readonly writeLimit: WriteLimit;
}

declare module 'fastify' {
  interface FastifyRequest {
    authenticated: Authenticated | undefined;
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}

/** Refuses, in this order: foreign sites, missing sign-in or rights, too many writes. */
export async function guard(endpoint: Endpoint, request: FastifyRequest, guards: Guards): Promise<void> {
  const writes = endpoint.method !== 'GET';
  // a token says nothing about calls that are open to strangers
  const needsOrigin = writes && (endpoint.access === 'anonymous' || !hasOnlyToken(request));
  if (needsOrigin && !guards.isOwnOrigin(request)) throw new DomainError('origin_refused');
  if (endpoint.access === 'anonymous') {
    if (writes) requireUserAgent(request);
    return;
  }
  const authenticated = await admit(endpoint, request, guards);
  if (!writes) return;
  requireUserAgent(request);
  guards.writeLimit.count(authenticated.actor, writerOf(endpoint, authenticated));
}

/** Who calls, if they are signed in and may make the call. */
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
  // after the rights: a proof is asked for only where it helps
  if (refusal) throw new DomainError(refusal);
  if (authenticated.scopes) requireScope(endpoint, authenticated.scopes);
  if (endpoint.enterprise && !(await guards.isEnterprise())) throw new DomainError('enterprise_required');
  return authenticated;
}

/** On whose behalf transactions of the call commit. */
export function callerOf({ actor, exists }: Authenticated, guards: Guards): Caller {
  // whichever access the call needs: services allow administrators more in calls that are open to all users
  return { exists, isStillAdmin: actor.isAdmin ? (db) => guards.isAdministrator(db, actor.userId) : undefined };
}

/** Who is to share fairly with others: see `accountOf`; strangers share what their address has. */
export function ownerOf(request: FastifyRequest): string {
  return request.authenticated
    ? accountOf(request.authenticated)
    : `address ${addressBlockOf(callerAddressOf(request))}`;
}

/**
 * The user in all complete sessions, apart from the user's tokens and from each sign-in that has only the password: what was
 * stolen must not use up the share of its owner.
 */
export function accountOf({ actor, state }: Authenticated): string {
  if (actor.token) return `tokens of user ${actor.userId}`;
  return state === 'password' ? `session ${actor.sessionId}` : `user ${actor.userId}`;
}

/** A stolen token must not use up the writes with which its owner would end it, nor a stolen session those of another one. */
export function writerOf(endpoint: Endpoint, authenticated: Authenticated): Writer {
  const { token, sessionId } = authenticated.actor;
  const owner = accountOf(authenticated);
  return token ? { owner } : { owner, reserve: endpoint.endsAccess && `session ${sessionId} ends access` };
}

/**
 * While it is looked up who calls. Apart from calls that need no sign-in, and sessions apart from API tokens: a stranger or
 * a program that floods one of these must not keep browsers behind the same address waiting.
 */
export function lookupOwnerOf(address: string | undefined, shown: 'session' | 'token'): string {
  return `${shown} look-ups of address ${addressBlockOf(address)}`;
}

function requireUserAgent(request: FastifyRequest): void {
  if (!request.headers['user-agent']) throw new DomainError('user_agent_required');
}
