import type { IncomingMessage } from 'node:http';

/**
 * The target of a request as path and query, whatever form the request line has. RFC 9112 §3.2.2: an absolute target must be
 * accepted, and its host takes the place of the Host header.
 */
export function toOriginForm({ url = '/', headers }: Pick<IncomingMessage, 'url' | 'headers'>): string {
  const [, host, rest = ''] = /^https?:\/\/([^/?#]*)(.*)$/i.exec(url) ?? [];
  if (host === undefined) return url;
  headers.host = host;
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** The path of an origin-form target as routes see it: decoded, without the query. */
export function pathOf(url: string): string {
  const path = url.split('?')[0] ?? '';
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
