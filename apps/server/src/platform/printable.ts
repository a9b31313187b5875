/** The text of another server without control characters, which PostgreSQL and terminals may not take. */
export function printable(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ').trim();
}
