/** Errors that a caller can receive, with their HTTP statuses. */
export const mailErrors = {
  mail_not_sent: 500,
  mail_delayed: 503,
} as const;

/** Messages for API clients. */
export const mailErrorMessages = {
  mail_not_sent: 'The mail server did not accept the email',
  mail_delayed: 'The mail server does not accept mail at the moment; use another method or try again later',
} as const satisfies Record<keyof typeof mailErrors, string>;

/** Events of the activity log. */
export const mailActivity = ['mail_given_up', 'mail_test_sent'] as const;
