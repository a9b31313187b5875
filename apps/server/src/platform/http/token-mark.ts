/** The words of the mark with any text between and around them; a header has only Latin-1 characters. */
const markWords = /api[^a-z0-9]*tokens?/gi;

/**
 * A User-Agent in which nothing reads like the mark that a call with an API token gets, so that the mark tells the
 * truth wherever it is shown: in the log, the list of sessions, mails. Applied before the mark is added. The words are
 * replaced, not removed, so that the text around them does not become the mark in turn.
 */
export function stripTokenMark(userAgent: string): string {
  return userAgent.replaceAll(markWords, '[removed]');
}
