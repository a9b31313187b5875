import type { ActivityEvent } from '@gatewarden/contract/activity-events';
import type { EventMap, EventType } from '../../platform/events/events.ts';
import { type Answer, named, renamed } from './entry.ts';

const factorAdded = {
  TOTP: 'mfa_totp_enabled',
  Email: 'mfa_email_enabled',
  WebAuthn: 'mfa_security_key_added',
} as const satisfies Record<EventMap['mfa.factor-added']['method'], ActivityEvent>;
const factorRemoved = {
  TOTP: 'mfa_totp_disabled',
  Email: 'mfa_email_disabled',
  WebAuthn: 'mfa_security_key_removed',
} as const satisfies Record<EventMap['mfa.factor-removed']['method'], ActivityEvent>;

const lockedPlaces = {
  'other browsers': 'sign-in from new browsers',
  'one browser': 'sign-in from this browser',
  sessions: 'confirmation by password in sessions',
} as const satisfies Record<EventMap['user.locked']['place'], string>;

/** What becomes of the events of sessions and second factors. */
export const signInAnswers = {
  'user.signed-in': ({ passkey }) =>
    passkey === undefined
      ? { event: 'user_login' }
      : { event: 'user_login', description: `With the passkey ${passkey}`, metadata: { passkey } },
  'user.sign-in-failed': ({ user, reason }) => ({
    event: 'user_login_failed',
    user,
    description: `Sign-in failed: ${reason}`,
    metadata: { message: reason },
  }),
  'user.locked': ({ user, place, minutes }) => ({
    event: 'user_locked',
    user,
    description: `Too many wrong passwords: ${lockedPlaces[place]} locked for ${minutes} min`,
    metadata: { place, minutes },
  }),
  'user.second-factor-locked': ({ user, failures, minutes }) => ({
    event: 'user_mfa_locked',
    user,
    description: `Wrong codes in a row: ${failures}; no code is accepted for ${minutes} min`,
    metadata: { failures, minutes },
  }),
  'sign-ins.refused': ({ count, accounts, unknownNames, mostRefused }) => ({
    event: 'sign_ins_refused',
    description: `${count} more refused sign-ins: accounts: ${accounts}, unknown names: ${unknownNames}`,
    metadata: { refusals: count, accounts, unknown_names: unknownNames, most_refused: mostRefused },
  }),
  'user.signed-out': () => ({ event: 'user_logout' }),
  'user.second-factor-used': ({ user, method }) =>
    method === 'recovery code'
      ? { event: 'recovery_code_used', user }
      : { event: 'user_mfa_login', user, description: `Signed in with ${method}`, metadata: { mfa_method: method } },
  'user.second-factor-refused': ({ user, method, reason }) => ({
    event: 'user_mfa_login_failed',
    user,
    description: `Second factor refused: ${method}, ${reason}`,
    metadata: { mfa_method: method, message: reason },
  }),
  // what ends them is logged: another sign-in, a new password, a disabled account
  'sessions.ended': 'not logged',

  'mfa.factor-added': ({ user, method, key }) => ({
    event: factorAdded[method],
    description: named(method, key),
    metadata: { user, key },
  }),
  'mfa.factor-removed': ({ user, method, key }) => ({
    event: factorRemoved[method],
    description: `${named(method, key)} of ${user.username}`,
    metadata: { user, key },
  }),
  'mfa.security-key-restored': ({ user, key }) => ({
    event: 'mfa_security_key_restored',
    description: `Security key ${key} of ${user.username}`,
    metadata: { user, key },
  }),
  'mfa.security-key-renamed': ({ user, before, after }) => ({
    event: 'mfa_security_key_renamed',
    description: `Security key ${renamed(before, after)} of ${user.username}`,
    metadata: { user, before, after },
  }),
  'mfa.recovery-codes-replaced': ({ user }) => ({ event: 'recovery_codes_replaced', metadata: { user } }),
  // adding the first factor did it
  'mfa.enabled': 'not logged',
  'mfa.disabled': ({ user }, { by }) =>
    by !== 'system' && by.userId === user.id
      ? { event: 'mfa_disabled', description: 'Own second factors disabled' }
      : { event: 'user_mfa_disabled', description: `Second factors of ${user.username} disabled`, metadata: { user } },
} as const satisfies { readonly [T in EventType]?: Answer<T> };
