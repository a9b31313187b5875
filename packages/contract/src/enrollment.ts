import { z } from 'zod';
import { documentedAs } from './documented.ts';
import { Empty, endpoint } from './endpoint.ts';
import { MailLanguage } from './mail.ts';
import { EmailAddress, Id, NaiveTimestamp, PathId } from './primitives.ts';
import { UsernameParam } from './users.ts';

/** Clients send an empty text for none. */
const Email = documentedAs(z.string().max(254), z.union([EmailAddress, z.literal('')]));

/** Interface reference §6. Sent without a body as well. */
const Notification = z
  .object({
    send_enrollment_notification: z.boolean().default(false),
    /** Where the token is sent. */
    email: Email.nullish(),
    /** Ours: of the mail, and from then on of an account without a language; absent: that of the account. */
    language: MailLanguage.optional(),
    /** Ours: of the mail to an account without a language. It is not stored: the page of the link knows better. */
    default_language: MailLanguage.optional(),
  })
  .prefault({});

const IssuedToken = z.object({
  /** Shown once. */
  enrollment_token: z.string(),
  /** Where clients send the token; ends with a slash. */
  enrollment_url: z.string(),
});

export const startEnrollment = endpoint({
  method: 'POST',
  path: '/user/:username/start_enrollment',
  access: 'admin',
  area: 'users',
  revealsSecret: true,
  requiresReauthentication: true,
  summary: 'Issue a token with which a user without a password enrols; it replaces earlier unused ones',
  params: UsernameParam,
  body: Notification,
  response: IssuedToken,
  status: 201,
  errors: [
    'enrollment_email_missing',
    'email_invalid',
    'user_not_found',
    'already_enrolled',
    'user_disabled',
    'managed_elsewhere',
    'edge_disabled',
  ],
  errorStatus: { user_disabled: 401 },
});

export const startDesktop = endpoint({
  method: 'POST',
  path: '/user/:username/start_desktop',
  access: 'self',
  area: 'devices',
  revealsSecret: true,
  summary: 'Issue a token with which a client adds a device; it replaces earlier unused ones',
  params: UsernameParam,
  body: Notification,
  response: IssuedToken,
  status: 201,
  errors: [
    'email_invalid',
    'user_not_found',
    'user_disabled',
    'device_management_restricted',
    'edge_disabled',
    'proof_required',
  ],
  errorStatus: { user_disabled: 401 },
});

export const resetUserPassword = endpoint({
  method: 'POST',
  path: '/user/:username/reset_password',
  access: 'admin',
  area: 'sign-in',
  requiresReauthentication: true,
  summary: 'Mail a link with which the user sets another password; the present one remains valid',
  params: UsernameParam,
  response: z.null(),
  errors: ['user_not_found', 'own_account', 'user_disabled', 'managed_elsewhere', 'edge_disabled'],
});

const Invitation = z.object({
  id: Id,
  user_id: Id,
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  /** Where the token was sent; null: it was only shown. */
  email: z.string().nullable(),
  /** Of the user. */
  account_email: z.string(),
  /** User name of the administrator. */
  issued_by: z.string(),
  /** Display name of the administrator. */
  issued_by_name: z.string(),
  issued_at: NaiveTimestamp,
  /** Until when the token can be used; while it is used, until when the session lasts. */
  expires_at: NaiveTimestamp,
  /** When the token was first used; null: not yet. */
  started_at: NaiveTimestamp.nullable(),
});

export const listInvitations = endpoint({
  method: 'GET',
  path: '/enrollment',
  access: 'admin',
  area: 'users',
  summary: 'List the users whose enrollment has not been completed and whose token is valid, newest first',
  response: z.array(Invitation),
});

export const withdrawInvitation = endpoint({
  method: 'DELETE',
  path: '/enrollment/:id',
  access: 'admin',
  area: 'users',
  summary: 'Withdraw an unused token',
  params: z.object({ id: PathId }),
  response: Empty,
  errors: ['invitation_not_found'],
});
