/** Apps, mails and people group codes with blanks and dashes, of which keyboards have several. */
export function normalizeCode(typed: string): string {
  return typed.replaceAll(/[\s\p{Dash_Punctuation}]/gu, '');
}
