import type { TokenKind } from './enrollment.queries.ts';

/** Page on which a person continues with the token. `url` ends with a slash. */
export function tokenLink(kind: TokenKind, url: string, token: string): string {
  const page = kind === 'enrollment' ? '' : 'client';
  return `${url}${page}?token=${encodeURIComponent(token)}`;
}
