const host = String.raw`(?:[a-zA-Z0-9][a-zA-Z0-9.-]*|\[[0-9a-fA-F:.]+\])(?::[1-9][0-9]{0,4})?`;
/** Printable ASCII characters; browsers read a backslash as a slash. */
const rest = String.raw`[!-\[\]-~]*`;
/** https, or a path on the host of the console: its content security policy allows no other images. */
export const logoUrl = String.raw`https:\/\/${host}(?:[\/?#]${rest})?|\/(?!\/)${rest}`;
/** Address of a logo; empty for the default. */
export const logoUrlPattern = new RegExp(`^(?:${logoUrl})?$`);

export const logoKinds = ['main', 'navigation'] as const;
export type LogoKind = (typeof logoKinds)[number];

/** Below it are the uploaded logos, named by the SHA-256 of their content. */
export const logoPath = '/api/v1/logo/';

/** Of uploaded logos: the size of the file, and width and height in pixels. */
export const logoLimits = {
  bytes: 262_144,
  main: { width: 250, height: 100 },
  navigation: { width: 100, height: 100 },
} as const;

/** Errors that a caller can receive, with their HTTP statuses. */
export const settingsErrors = {
  setting_unavailable: 422,
  setting_from_environment: 409,
  smtp_not_configured: 400,
  smtp_password_needed: 400,
  logo_unsupported: 422,
  logo_unsafe: 422,
  logo_too_large: 422,
  logo_not_found: 404,
} as const;

/** Messages for API clients. */
export const settingsErrorMessages = {
  setting_unavailable: 'The feature of this setting is not available yet, so it cannot be changed',
  setting_from_environment: 'An environment variable of core determines this setting',
  smtp_not_configured: 'SMTP is not configured',
  smtp_password_needed: 'The saved password is that of the previous mail server; send the password of the new one',
  logo_unsupported: 'The file is not a complete PNG, JPEG, WebP or SVG image of at most 256 KiB',
  logo_unsafe: 'The SVG contains what a logo must not contain; `details.reason` names it',
  logo_too_large: 'The image has more pixels than `details.max_width` × `details.max_height`',
  logo_not_found: 'No uploaded logo has this address',
} as const satisfies Record<keyof typeof settingsErrors, string>;

/** Events of the activity log. */
export const settingsActivity = [
  'settings_updated',
  'settings_updated_partial',
  'settings_default_branding_restored',
  'settings_logo_uploaded',
  'ssh_keys_token_replaced',
  'ssh_keys_token_removed',
] as const;
