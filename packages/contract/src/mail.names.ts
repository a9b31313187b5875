/** Failures that a caller can be told about, with the HTTP status of each. */
export const mailErrors = {
  mail_not_sent: 500,
  mail_delayed: 503,
} as const;

/** What a program that calls the API reads. */
export const mailErrorMessages = {
  mail_not_sent: 'The mail server did not take the mail',
  mail_delayed: 'The mail server takes no mail right now; use another second factor or try again later',
} as const satisfies Record<keyof typeof mailErrors, string>;

/** Entries of the activity log. */
export const mailActivity = ['mail_given_up'] as const;
