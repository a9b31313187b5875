/** Errors that a caller can receive, with their HTTP statuses. */
export const enrollmentErrors = {
  enrollment_email_missing: 400,
  already_enrolled: 400,
  invitation_not_found: 404,
  enrollment_token_expired: 401,
  enrollment_token_of_other_kind: 403,
  enrollment_session_ended: 401,
  enrollment_session_missing: 400,
  device_name_missing: 400,
  passkey_link_ended: 404,
  passkey_unavailable: 409,
} as const;

/** Messages for API clients. */
export const enrollmentErrorMessages = {
  enrollment_email_missing: 'A notification needs an email address',
  already_enrolled: 'The user already has a password or a passkey',
  invitation_not_found: 'There is no such unused token',
  enrollment_token_expired: 'The token has expired',
  enrollment_token_of_other_kind: 'The token is for another purpose',
  enrollment_session_ended: 'The session of the token has ended or never began',
  enrollment_session_missing: 'The cookie of a session is missing',
  device_name_missing: 'The device needs a name',
  passkey_link_ended: 'The link to create a passkey has ended or was used',
  passkey_unavailable: 'Browsers cannot create a passkey at this address',
} as const satisfies Record<keyof typeof enrollmentErrors, string>;

/** Events of the activity log. */
export const enrollmentActivity = [
  'enrollment_token_added',
  'enrollment_token_withdrawn',
  'enrollment_started',
  'enrollment_completed',
  'enrollment_device_added',
  'client_configuration_token_added',
  'password_reset',
  'password_reset_requested',
  'password_reset_started',
  'password_reset_completed',
] as const;
