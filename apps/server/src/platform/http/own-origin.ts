import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/**
 * Whether the caller shows a token and nothing that a browser adds by itself: then there is nothing that another site
 * could borrow. A script of another site cannot send `Authorization` either without asking us first, which we refuse.
 */
export function hasOnlyToken({ headers }: FastifyRequest): boolean {
  return headers.authorization !== undefined && headers.cookie === undefined;
}

/**
 * Whether a request that changes something may come from one of our own pages. Browsers send Origin with every such
 * request and scripts of other sites cannot forge it; other programs send none.
 * https://cheatsheetseries.owasp.org/cheatsheets/Cross-Site_Request_Forgery_Prevention_Cheat_Sheet.html
 *
 * `configuredUrl` is where people reach us when somebody said so; else every name that we are called by is ours.
 */
export function isOwnOrigin(request: FastifyRequest, configuredUrl: string | undefined): boolean {
  const { origin } = request.headers;
  if (origin === undefined) return request.headers['sec-fetch-site'] !== 'cross-site';
  if (!URL.canParse(origin)) return false;
  const { host, hostname } = new URL(origin);
  if (configuredUrl !== undefined && host === new URL(configuredUrl).host) return true;
  // The page was served under this very host. A name that somebody else owns can be made to lead here (DNS rebinding),
  // a plain address or localhost cannot.
  return host === request.headers.host && (configuredUrl === undefined || isAddress(hostname));
}

function isAddress(hostname: string): boolean {
  return hostname === 'localhost' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
}
