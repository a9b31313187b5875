/** Removes white space and dashes: apps, mails and users group codes with them, and keyboards have several dashes. */
export function normalizeCode(typed: string): string {
  return typed.replaceAll(/[\s\p{Dash_Punctuation}]/gu, '');
}
