/**
 * The one form in which user names and e-mail addresses are compared: what is typed at sign-in, what is counted against
 * it, and what two accounts may not share. Stored names are ASCII, for which the database's `lower(x collate "C")` gives
 * the same.
 */
export function loginName(text: string): string {
  return text.trim().normalize('NFKC').toLowerCase();
}
