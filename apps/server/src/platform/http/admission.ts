import type { Endpoint } from '@gatewarden/contract/endpoint';
import { DomainError, type ErrorCode } from '@gatewarden/contract/errors';
import { missingScope } from '@gatewarden/contract/scopes';

/**
 * How far the sign-in is, as the session of a request shows it.
 * - `none`: no session, or one that is unknown, expired or of somebody who is disabled or gone.
 * - `password`: the password was right, the second factor is open.
 * - `complete`: signed in, some time ago.
 * - `proved`: signed in, and proved within the last minutes to be the user.
 * - `token`: no person at all, but a program with an API token.
 */
export type SignInState = 'none' | 'password' | 'complete' | 'proved' | 'token';

type Need = 'nothing' | 'password' | 'caller' | 'session' | 'proof';

const outside = 'unauthenticated';
const noPerson = 'session_required';

/** What a call answers in each state; undefined: it goes on to rights and input. */
const refusals = {
  nothing: { none: undefined, password: undefined, complete: undefined, proved: undefined, token: undefined },
  password: { none: outside, password: undefined, complete: undefined, proved: undefined, token: noPerson },
  caller: { none: outside, password: outside, complete: undefined, proved: undefined, token: undefined },
  session: { none: outside, password: outside, complete: undefined, proved: undefined, token: noPerson },
  proof: { none: outside, password: outside, complete: 'proof_required', proved: undefined, token: noPerson },
} as const satisfies Record<Need, Record<SignInState, ErrorCode | undefined>>;

/** Why the call is refused in that state, whoever calls; undefined when the state is enough. */
export function refusalOf(
  endpoint: Pick<Endpoint, 'access' | 'area' | 'requiresReauthentication'>,
  state: SignInState,
): ErrorCode | undefined {
  return refusals[needOf(endpoint)][state];
}

/** @throws scope_missing, with the scope that would do, when these do not open the call */
export function requireScope(endpoint: Pick<Endpoint, 'method' | 'area' | 'revealsSecret'>, held: readonly string[]) {
  const scope = missingScope(held, endpoint);
  if (scope) throw new DomainError('scope_missing', { scope });
}

function needOf({
  access,
  area,
  requiresReauthentication,
}: Pick<Endpoint, 'access' | 'area' | 'requiresReauthentication'>): Need {
  if (access === 'anonymous') return 'nothing';
  if (access === 'pending') return 'password';
  if (requiresReauthentication) return 'proof';
  return area === 'sign-in' ? 'session' : 'caller';
}
