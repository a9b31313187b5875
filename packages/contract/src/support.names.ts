/** Codes of errors, with their statuses. */
export const supportErrors = {
  support_email_missing: 400,
} as const;

export const supportErrorMessages = {
  support_email_missing: 'Enter an email address; GATEWARDEN_SUPPORT_EMAIL is not set',
} as const satisfies Record<keyof typeof supportErrors, string>;

/** Events of the activity log. */
export const supportActivity = ['support_data_mailed'] as const;
