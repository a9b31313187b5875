import { DomainError } from '@gatewarden/contract/errors';
import { type Area, missingScope } from '@gatewarden/contract/scopes';

/** The caller, as of the request. */
export interface Actor {
  readonly userId: number;
  readonly username: string;
  readonly isAdmin: boolean;
  /** Undefined if the caller used an API token. */
  readonly sessionId: number | undefined;
  /** Whether the caller proved their identity recently enough for changes that grant rights. */
  readonly isReauthenticated: boolean;
  /** The API token of the caller; undefined if there is a session. */
  readonly token?: { readonly id: number; readonly name: string; readonly scopes: readonly string[] };
}

/**
 * Returns the session of the caller.
 * @throws session_required for a caller with an API token
 */
export function sessionOf({ sessionId }: Actor): number {
  if (sessionId === undefined) throw new DomainError('session_required');
  return sessionId;
}

/**
 * For changes that only some inputs of a call cause, such as granting administrator rights.
 * @throws session_required for an API token, which cannot prove anything; proof_required
 */
export function requireReauthentication({ isReauthenticated, token }: Actor): void {
  if (token) throw new DomainError('session_required');
  if (!isReauthenticated) throw new DomainError('proof_required');
}

/**
 * For changes that the scope of an API token allows and that a session may make only with a recent proof.
 * @throws proof_required for a session
 */
export function requireReauthenticationOfSession({ isReauthenticated, token }: Actor): void {
  if (!token && !isReauthenticated) throw new DomainError('proof_required');
}

/**
 * For inputs that change data of another area than that of the call, such as the groups of a user.
 * @throws scope_missing for an API token without write access to that area
 */
export function requireWriteScope({ token }: Actor, area: Area): void {
  const scope = token && missingScope(token.scopes, { method: 'PUT', area });
  if (scope) throw new DomainError('scope_missing', { scope });
}

/** The origin of a change; stored with each event and log entry. */
export interface Origin {
  readonly by: { readonly userId: number; readonly username: string } | 'system';
  /** Address of the caller without prefix; undefined for the product itself. */
  readonly ip: string | undefined;
  /** The caller's User-Agent; undefined for the product itself. */
  readonly device: string | undefined;
  /** Session of the change, for listeners that end all other sessions; not stored with the event. */
  readonly sessionId?: number | undefined;
}

/** For changes that no user requested: jobs, start-up, gateways. */
export const bySystem: Origin = { by: 'system', ip: undefined, device: undefined };
