/** Apps, mails and people group codes with blanks and dashes, of which keyboards have several. */
export function bareCode(typed: string): string {
  return typed.replaceAll(/[\s\p{Dash_Punctuation}]/gu, '');
}
