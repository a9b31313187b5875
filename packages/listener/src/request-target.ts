import type { IncomingMessage } from 'node:http';

/**
 * Returns the request target as path and query for every form of the request line. RFC 9112 §3.2.2: an absolute target
 * must be accepted, and its host replaces the Host header.
 */
export function toOriginForm({ url = '/', headers }: Pick<IncomingMessage, 'url' | 'headers'>): string {
  const [, host, rest = ''] = /^https?:\/\/([^/?#]*)(.*)$/i.exec(url) ?? [];
  if (host === undefined) return url;
  headers.host = host;
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** The path of an origin-form target as routes match it: decoded, without the query. */
export function pathOf(url: string): string {
  const path = url.split('?')[0] ?? '';
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
