import { DomainError } from '@gatewarden/contract/errors';
import { type Area, missingScope } from '@gatewarden/contract/scopes';

/** Who calls, as of the request. */
export interface Actor {
  readonly userId: number;
  readonly username: string;
  readonly isAdmin: boolean;
  /** Undefined where a token was shown instead. */
  readonly sessionId: number | undefined;
  /** Whether the caller proved their identity recently enough for changes that grant rights. */
  readonly isReauthenticated: boolean;
  /** The API token that was shown; undefined where there is a session. */
  readonly token?: { readonly id: number; readonly name: string; readonly scopes: readonly string[] };
}

/** The session of a caller who has one. @throws session_required for whoever showed a token */
export function sessionOf({ sessionId }: Actor): number {
  if (sessionId === undefined) throw new DomainError('session_required');
  return sessionId;
}

/**
 * For changes that only some inputs of a call make, such as granting administrator rights.
 * @throws session_required for an API token, which cannot prove anything; proof_required
 */
export function requireReauthentication({ isReauthenticated, token }: Actor): void {
  if (token) throw new DomainError('session_required');
  if (!isReauthenticated) throw new DomainError('proof_required');
}

/**
 * For changes that are what the scope of an API token is for, and that a session makes only with a recent proof.
 * @throws proof_required for a session
 */
export function requireReauthenticationOfSession({ isReauthenticated, token }: Actor): void {
  if (!token && !isReauthenticated) throw new DomainError('proof_required');
}

/**
 * For inputs that change something of another area than the call's own, such as the groups of a user.
 * @throws scope_missing for an API token without the scope to write there
 */
export function requireWriteScope({ token }: Actor, area: Area): void {
  const scope = token && missingScope(token.scopes, { method: 'PUT', area });
  if (scope) throw new DomainError('scope_missing', { scope });
}

/** Where a change came from; each event and log entry carries it. */
export interface Origin {
  readonly by: { readonly userId: number; readonly username: string } | 'system';
  /** Address of the caller without prefix; undefined for the product itself. */
  readonly ip: string | undefined;
  /** The caller's User-Agent; undefined for the product itself. */
  readonly device: string | undefined;
  /** The session in which the change was made, for listeners that end the others; not kept with the event. */
  readonly sessionId?: number | undefined;
}

/** For what no person asked for: jobs, start-up, gateways. */
export const bySystem: Origin = { by: 'system', ip: undefined, device: undefined };
