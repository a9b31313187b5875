/** `enrollment`: for a user without a password. `client`: with which a client adds a device. */
export type TokenKind = 'enrollment' | 'client';

/** Page on which a person continues with the token. `url` ends with a slash. */
export function tokenLink(kind: TokenKind, url: string, token: string): string {
  const page = kind === 'enrollment' ? '' : 'client';
  return `${url}${page}?token=${encodeURIComponent(token)}`;
}
