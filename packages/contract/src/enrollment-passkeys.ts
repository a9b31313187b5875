import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { RecoveryCodes } from './mfa.ts';
import { Name } from './primitives.ts';
import { CreationOptions, Registration } from './security-keys.ts';

/**
 * Random, chosen by the browser, which can so continue the session also if it misses the answer. Others who have the former token
 * are no longer part of it.
 */
export const Continuation = z.string().regex(/^[0-9A-Za-z]{32}$/);

/** Of the address that `/enrollment/passkey/hand-over` of the edge returns. */
const HandOver = z.object({ token: z.string().min(1).max(128) });

/** Ours, as all calls of this file: people who enrol at an edge from which browsers create no passkey for the console. */
export const openPasskeyHandOver = endpoint({
  method: 'POST',
  path: '/enrollment/passkey',
  access: 'anonymous',
  area: 'sign-in',
  summary: 'Show whose passkey a link of the enrollment creates',
  body: HandOver,
  response: z.object({
    first_name: z.string(),
    last_name: z.string(),
    username: z.string(),
    /** Of the page at the edge on which the enrollment continues. */
    return_url: z.string(),
  }),
  errors: ['passkey_link_ended'],
});

const creationErrors = ['passkey_link_ended', 'second_factor_exists', 'managed_elsewhere'] as const;

export const startEnrollmentPasskey = endpoint({
  method: 'POST',
  path: '/enrollment/passkey/start',
  access: 'anonymous',
  area: 'sign-in',
  summary: 'Start creating a passkey in place of the first password',
  body: HandOver,
  response: CreationOptions,
  errors: creationErrors,
});

export const addEnrollmentPasskey = endpoint({
  method: 'POST',
  path: '/enrollment/passkey/finish',
  access: 'anonymous',
  area: 'sign-in',
  summary: 'Complete the enrollment with the passkey that the browser created',
  /** `continue_with` becomes the token of the session at the edge. */
  body: HandOver.extend({ name: Name, rpkc: Registration, continue_with: Continuation }),
  response: RecoveryCodes,
  errors: [...creationErrors, 'security_key_refused', 'security_key_taken', 'enrollment_token_invalid'],
});
