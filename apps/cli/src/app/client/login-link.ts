import { Secret } from '@gatewarden/process/secret';

/** Where a person adds a device, and what admits it. */
export interface LoginLink {
  readonly url: URL;
  readonly token: Secret;
}

const tokenPattern = /^[A-Za-z0-9]{1,128}$/;

export function readToken(text: string): Secret | undefined {
  return tokenPattern.test(text) ? new Secret(text) : undefined;
}

/** Undefined for anything but an http(s) address without a password. */
export function readUrl(text: string): URL | undefined {
  const url = URL.parse(text);
  return url && /^https?:$/.test(url.protocol) && `${url.username}${url.password}` === '' ? url : undefined;
}

/**
 * The link of the console: `defguard://addinstance?token=…&url=…` (wire §14), or the address of the page that a mail names,
 * with the token in its query. Undefined for any other text.
 */
export function readLoginLink(text: string): LoginLink | undefined {
  const link = URL.parse(text.trim());
  if (!link) return undefined;
  const token = readToken(link.searchParams.get('token') ?? '');
  const url = /^https?:$/.test(link.protocol) ? readUrl(link.href) : readUrl(link.searchParams.get('url') ?? '');
  return token && url ? { url, token } : undefined;
}
