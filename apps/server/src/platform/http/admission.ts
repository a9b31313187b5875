import type { Endpoint } from '@gatewarden/contract/endpoint';
import { DomainError, type ErrorCode } from '@gatewarden/contract/errors';
import { missingScope } from '@gatewarden/contract/scopes';

/**
 * State of the sign-in, as the session of a request shows it.
 * - `none`: no session, or one that is unknown, expired, or of a disabled or deleted user.
 * - `password`: the password was correct, the second factor is missing.
 * - `complete`: signed in, some time ago.
 * - `proved`: signed in, with a recent proof of identity.
 * - `token`: a program with an API token.
 */
export type SignInState = 'none' | 'password' | 'complete' | 'proved' | 'token';

type Requirement = 'nothing' | 'password' | 'caller' | 'session' | 'proof';

const notSignedIn = 'unauthenticated';
const sessionOnly = 'session_required';

/** The error of a call in each state; undefined: rights and input are checked next. */
const refusals = {
  nothing: { none: undefined, password: undefined, complete: undefined, proved: undefined, token: undefined },
  password: { none: notSignedIn, password: undefined, complete: undefined, proved: undefined, token: sessionOnly },
  caller: { none: notSignedIn, password: notSignedIn, complete: undefined, proved: undefined, token: undefined },
  session: { none: notSignedIn, password: notSignedIn, complete: undefined, proved: undefined, token: sessionOnly },
  proof: {
    none: notSignedIn,
    password: notSignedIn,
    complete: 'proof_required',
    proved: undefined,
    token: sessionOnly,
  },
} as const satisfies Record<Requirement, Record<SignInState, ErrorCode | undefined>>;

/** The error of the call in that state, for any caller; undefined if the state is sufficient. */
export function refusalOf(
  endpoint: Pick<Endpoint, 'access' | 'area' | 'requiresReauthentication'>,
  state: SignInState,
): ErrorCode | undefined {
  return refusals[requirementOf(endpoint)][state];
}

/** @throws scope_missing, with the scope that would be sufficient, if the given scopes do not allow the call */
export function requireScope(endpoint: Pick<Endpoint, 'method' | 'area' | 'revealsSecret'>, scopes: readonly string[]) {
  const scope = missingScope(scopes, endpoint);
  if (scope) throw new DomainError('scope_missing', { scope });
}

function requirementOf({
  access,
  area,
  requiresReauthentication,
}: Pick<Endpoint, 'access' | 'area' | 'requiresReauthentication'>): Requirement {
  if (access === 'anonymous') return 'nothing';
  if (access === 'pending') return 'password';
  if (requiresReauthentication) return 'proof';
  return area === 'sign-in' ? 'session' : 'caller';
}

/** Whether the call may change something, so that the rules for changes apply. */
export function isWrite({ method, writes }: Pick<Endpoint, 'method' | 'writes'>): boolean {
  return method !== 'GET' || writes === true;
}
