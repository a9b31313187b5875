/** The words of the mark, with any text between and around them. Header values contain only Latin-1 characters. */
const markWords = /(?:api|scim)[^a-z0-9]*tokens?/gi;

/**
 * Removes everything from a User-Agent that looks like the mark of a call with an API or SCIM token, so that the mark cannot be
 * forged in the log, the list of sessions and mails. Must be applied before the mark is added. The words are replaced
 * and not deleted, so that the remaining text cannot form the mark.
 */
export function stripTokenMark(userAgent: string): string {
  return userAgent.replaceAll(markWords, '[removed]');
}
