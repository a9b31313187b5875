import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/**
 * Whether the request has a token and nothing that a browser adds by itself, so that another site cannot misuse
 * credentials of the browser. A script of another site cannot send `Authorization` without a preflight request, which
 * core refuses.
 */
export function hasOnlyToken({ headers }: FastifyRequest): boolean {
  return headers.authorization !== undefined && headers.cookie === undefined;
}

/**
 * Whether a changing request may come from one of our own pages. Browsers send Origin with every request that is not a
 * GET, and scripts of other sites cannot forge it; other programs send none.
 * https://cheatsheetseries.owasp.org/cheatsheets/Cross-Site_Request_Forgery_Prevention_Cheat_Sheet.html
 *
 * `configuredUrl` is the configured address of the console; if it is undefined, every Host name is accepted as ours.
 */
export function isOwnOrigin(request: FastifyRequest, configuredUrl: string | undefined): boolean {
  const { origin } = request.headers;
  // a GET from a page has no Origin
  if (origin === undefined) return isOwnSite(request.headers['sec-fetch-site']);
  if (!URL.canParse(origin)) return false;
  const { host, hostname } = new URL(origin);
  if (configuredUrl !== undefined && host === new URL(configuredUrl).host) return true;
  // The page was served under this host. A name that another party owns can be made to resolve to core (DNS rebinding),
  // an address or localhost cannot.
  return host === request.headers.host && (configuredUrl === undefined || isAddress(hostname));
}

/** Programs send no such header, and `none` is an address that a person typed. A page of a neighboring host is `same-site`. */
function isOwnSite(site: string | string[] | undefined): boolean {
  return site === undefined || site === 'same-origin' || site === 'none';
}

function isAddress(hostname: string): boolean {
  return hostname === 'localhost' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
}
