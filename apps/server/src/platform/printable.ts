/**
 * The text of another server as one line that can be stored and shown: without control characters, which PostgreSQL and terminals may
 * not take, without marks that reverse what is read, and without halves of surrogate pairs, which truncation leaves.
 */
export function printable(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .trim();
}
