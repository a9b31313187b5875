/** Of an email address, which is longer than a user name. */
const maxCharacters = 254;

/**
 * The form in which user names and email addresses are compared: at sign-in, in rate limits, and to keep accounts unique.
 * Stored names are ASCII, for which the database's `lower(x collate "C")` gives the same.
 * A text that is too long for a name is returned unchanged: the time for normalizing grows with the square of the length.
 */
export function loginName(text: string): string {
  const trimmed = text.trim();
  if (trimmed.length > maxCharacters) return trimmed;
  return trimmed.normalize('NFKC').toLowerCase();
}
