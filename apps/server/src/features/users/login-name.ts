/** Of an e-mail address, which is longer than a user name. */
const maxCharacters = 254;

/**
 * The one form in which user names and e-mail addresses are compared: what is typed at sign-in, what is counted against
 * it, and what two accounts may not share. Stored names are ASCII, for which the database's `lower(x collate "C")` gives
 * the same.
 * A text that is too long for any name stays as it is: the time that normalizing takes grows with the square of the length.
 */
export function loginName(text: string): string {
  const trimmed = text.trim();
  if (trimmed.length > maxCharacters) return trimmed;
  return trimmed.normalize('NFKC').toLowerCase();
}
