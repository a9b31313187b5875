/** Whether a code of an app or a mail is complete; blanks and dashes, as some apps show them, do not count. */
export function isSixDigits(code: string): boolean {
  return /^\d{6}$/.test(code.replaceAll(/[\s\p{Dash_Punctuation}]/gu, ''));
}
