/** Address of a logo: http, https, or a path on the host of the console; empty for the default. */
export const logoUrlStart = /^($|https?:\/\/|\/(?!\/))/;

/** Errors that a caller can receive, with their HTTP statuses. */
export const settingsErrors = {
  setting_unavailable: 422,
  setting_from_environment: 409,
  smtp_not_configured: 400,
  smtp_password_needed: 400,
} as const;

/** Messages for API clients. */
export const settingsErrorMessages = {
  setting_unavailable: 'The feature of this setting is not available yet, so it cannot be changed',
  setting_from_environment: 'An environment variable of core determines this setting',
  smtp_not_configured: 'SMTP is not configured',
  smtp_password_needed: 'The saved password is that of the previous mail server; send the password of the new one',
} as const satisfies Record<keyof typeof settingsErrors, string>;

/** Events of the activity log. */
export const settingsActivity = [
  'settings_updated',
  'settings_updated_partial',
  'settings_default_branding_restored',
  'ssh_keys_token_replaced',
  'ssh_keys_token_removed',
] as const;
