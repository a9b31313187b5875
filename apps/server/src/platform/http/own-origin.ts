import type { FastifyRequest } from 'fastify';

/**
 * Whether a request that changes something may come from one of our own pages. Browsers send Origin with every such
 * request and scripts of other sites cannot forge it; other programs send none.
 * https://cheatsheetseries.owasp.org/cheatsheets/Cross-Site_Request_Forgery_Prevention_Cheat_Sheet.html
 */
export function isOwnOrigin(request: FastifyRequest, ownUrl: string): boolean {
  const { origin } = request.headers;
  if (origin === undefined) return request.headers['sec-fetch-site'] !== 'cross-site';
  if (!URL.canParse(origin)) return false;
  const { host } = new URL(origin);
  // the same host under which the page was served also counts: 127.0.0.1 beside localhost
  return host === request.headers.host || (ownUrl !== '' && host === new URL(ownUrl).host);
}
