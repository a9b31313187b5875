import type { Endpoint } from '@gatewarden/contract/endpoint';
import type { ErrorCode } from '@gatewarden/contract/errors';

/**
 * How far the sign-in is, as the session of a request shows it.
 * - `none`: no session, or one that is unknown, expired or of somebody who is disabled or gone.
 * - `password`: the password was right, the second factor is open.
 * - `complete`: signed in, some time ago.
 * - `proved`: signed in, and proved within the last minutes to be the user.
 */
export type SignInState = 'none' | 'password' | 'complete' | 'proved';

type Need = 'nothing' | 'password' | 'session' | 'proof';

/** What a call answers in each state; undefined: it goes on to rights and input. */
const refusals = {
  nothing: { none: undefined, password: undefined, complete: undefined, proved: undefined },
  password: { none: 'unauthenticated', password: undefined, complete: undefined, proved: undefined },
  session: { none: 'unauthenticated', password: 'unauthenticated', complete: undefined, proved: undefined },
  proof: { none: 'unauthenticated', password: 'unauthenticated', complete: 'proof_required', proved: undefined },
} as const satisfies Record<Need, Record<SignInState, ErrorCode | undefined>>;

/** Why the call is refused in that state, whoever calls; undefined when the state is enough. */
export function refusalOf(
  endpoint: Pick<Endpoint, 'access' | 'freshProof'>,
  state: SignInState,
): ErrorCode | undefined {
  return refusals[needOf(endpoint)][state];
}

function needOf({ access, freshProof }: Pick<Endpoint, 'access' | 'freshProof'>): Need {
  if (access === 'anonymous') return 'nothing';
  if (access === 'pending') return 'password';
  return freshProof ? 'proof' : 'session';
}
