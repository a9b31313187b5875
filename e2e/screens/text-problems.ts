import type { Page } from '@playwright/test';
import { findTextProblems } from './find-text-problems.mjs';
import { pseudoPattern } from './pseudo-locale.ts';

/** Names, examples, keys, units and dates, which are the same in all languages or come from the browser. */
const untranslated = [
  /^[\d\s.,:/%+–—·×()-]*$/,
  /\b(Gatewarden|WireGuard|PostgreSQL|English|Polski|STARTTLS|CSV|VPN|2FA|UTC|macOS|Windows|Linux|Android|iPhone|iPad)\b/,
  /\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|Sun|Mon|Tue|Wed|Thu|Fri|Sat)[a-z]*\b/,
  /\b(ago|now|[tT]oday|[yY]esterday|in \d+)\b/,
  /\b(B|kB|MB|GB|bit|kbit|Mbit|sec|min|AM|PM)\b/,
  /\bexample\.(com|internal)\b/,
  /^[\w+/]{43}=$/,
  // ids of applications and signing keys, and addresses of the server
  /^(?=.*\d)[\w-]{16,64}$/,
  /^(?=.*[A-Z].*[A-Z])(?=.*[a-z])[\w-]{16,64}$/,
  /^https?:\/\//,
  // variables of the server, with or without values
  /^GATEWARDEN_[A-Z_]+(=\S+)?$/,
  /\b(EdDSA|LDAP|OpenLDAP|Active Directory|FreeIPA)\b/,
  /^(Ctrl|Alt|Shift|Esc|Enter|Tab)$/,
].map(({ source }) => source);

/**
 * What is wrong with the texts of the page at its current width, a line for each: texts that the page cuts off, that
 * overlap, or that no translation can change. `data` are words of the test's objects.
 */
export function textProblems(page: Page, data: readonly string[]): Promise<string[]> {
  return page.evaluate(findTextProblems, { pseudoPattern, untranslated: [...untranslated, ...data] });
}
