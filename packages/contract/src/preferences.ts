import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { MailLanguage } from './mail.ts';

/**
 * Choices of a user for the console, on all of the user's browsers. A preference is a line here and a control of the
 * console. Null: the default.
 */
export const Preferences = z.object({
  /** Of the console and of mails. Default: the language of the browser, and for mails the one at the last sign-in. */
  language: MailLanguage.nullable(),
  /** `auto` follows the system. Default: as chosen in the browser. */
  color_scheme: z.enum(['light', 'dark', 'auto']).nullable(),
  /** Default: 24 hours. */
  time_format: z.enum(['12h', '24h']).nullable(),
  /** How the overview shows locations. */
  location_view: z.enum(['grid', 'list']).nullable(),
});
export type Preferences = z.infer<typeof Preferences>;

/** Ours, as the next call. */
export const getPreferences = endpoint({
  method: 'GET',
  path: '/me/preferences',
  access: 'user',
  area: 'users',
  summary: 'Show your own preferences for the console',
  response: Preferences,
});

export const setPreferences = endpoint({
  method: 'PUT',
  path: '/me/preferences',
  access: 'user',
  area: 'users',
  summary: 'Change your own preferences; absent means unchanged, null restores the default',
  body: Preferences.partial(),
  response: Preferences,
});
