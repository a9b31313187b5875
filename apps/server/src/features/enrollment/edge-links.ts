/** A page of the edge that uses the token. The token is in the query, as clients of the interface expect (wire §14). */
export function linkWithToken(edgeUrl: string, path: '' | 'client' | 'password-reset', token: string): string {
  return `${edgeUrl}${path}?token=${token}`;
}
