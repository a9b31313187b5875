import type { ErrorCode } from '@gatewarden/contract/errors';
import type { SignInState } from '../../platform/http/admission.ts';

/** The state of a browser's sign-in. An API token is not a sign-in. */
export type BrowserState = Exclude<SignInState, 'token'>;

/**
 * The next state for each step and state. A state that a step does not list refuses the step. `admission.ts` defines
 * which calls each state admits.
 */
export const transitions = {
  /** The right password of an account without a second factor. */
  passwordAccepted: { none: 'proved', password: 'proved', complete: 'proved', proved: 'proved' },
  /** The right password, or a sign-in at another identity provider, of an account with a second factor. */
  secondFactorPending: { none: 'password', password: 'password', complete: 'password', proved: 'password' },
  passkeyAccepted: { none: 'proved', password: 'proved', complete: 'proved', proved: 'proved' },
  /** At another identity provider; of an account without a second factor, or the provider verified one. */
  externalAccepted: { none: 'proved', password: 'proved', complete: 'proved', proved: 'proved' },
  /** This browser created the account of the first administrator. */
  setupCompleted: { none: 'proved', password: 'proved', complete: 'proved', proved: 'proved' },
  secondFactorAccepted: { password: 'proved', complete: 'proved', proved: 'proved' },
  /** The password as re-authentication of an account without a second factor. */
  passwordConfirmed: { complete: 'proved', proved: 'proved' },
  /** Or removed, by the user in this session. The proof may have been given with the former password. */
  passwordChanged: { complete: 'complete', proved: 'complete' },
  /** The user enabled the second factor, which applies to this session too. */
  secondFactorRequired: { complete: 'none', proved: 'none' },
  signedOut: { password: 'none', complete: 'none', proved: 'none' },
} as const satisfies Record<string, Partial<Record<BrowserState, BrowserState>>>;

export type SignInStep = keyof typeof transitions;
/** The steps that begin a session in any state of the browser. */
export type FirstStep = {
  [S in SignInStep]: (typeof transitions)[S] extends Record<'none', BrowserState> ? S : never;
}[SignInStep];

/** Undefined if the state refuses the step. */
export function nextState(step: SignInStep, from: BrowserState): BrowserState | undefined {
  const row: Partial<Record<BrowserState, BrowserState>> = transitions[step];
  return row[from];
}

/**
 * The error code for a rejected proof of identity, by reason. A reason that is not listed cannot apply to the proof:
 * recovery codes and keys cannot be guessed and are never locked. The state of the sign-in does not change.
 */
export const rejections = {
  password: {
    wrong: 'wrong_credentials',
    'unknown user': 'wrong_credentials',
    'no password': 'wrong_credentials',
    'account disabled': 'wrong_credentials',
    locked: 'login_locked',
  },
  'password confirmation': {
    wrong: 'password_wrong',
    locked: 'login_locked',
    'second factor set up': 'proof_required',
    'account disabled': 'unauthenticated',
  },
  TOTP: { wrong: 'code_wrong', locked: 'codes_locked', 'account disabled': 'unauthenticated' },
  Email: { wrong: 'code_wrong', locked: 'codes_locked', 'account disabled': 'unauthenticated' },
  'recovery code': { wrong: 'code_wrong', 'account disabled': 'unauthenticated' },
  WebAuthn: {
    wrong: 'security_key_refused',
    suspended: 'security_key_refused',
    'account disabled': 'unauthenticated',
  },
  passkey: { wrong: 'passkey_refused', suspended: 'passkey_refused', 'account disabled': 'passkey_refused' },
} as const satisfies Record<string, Record<string, ErrorCode>>;

interface StoredSession {
  readonly state: string;
  readonly proved_at: Date;
}

/**
 * The state of a stored session that has not expired. With 0 minutes, re-authentication is off and every complete
 * session counts as proved.
 */
export function stateOf(session: StoredSession, proofMinutes: number, now: Date): Exclude<BrowserState, 'none'> {
  const { state, proved_at } = session;
  if (state !== 'complete') return 'password';
  if (proofMinutes === 0) return 'proved';
  // in the future: the clock was set back by more than the skew of replicas, which must not prolong a proof
  if (minutesAfter(proved_at, -1) > now) return 'complete';
  return minutesAfter(proved_at, proofMinutes) > now ? 'proved' : 'complete';
}

export function minutesAfter(from: Date, minutes: number): Date {
  return new Date(from.getTime() + minutes * 60_000);
}
