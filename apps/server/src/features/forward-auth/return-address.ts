/** The origins to which users may be redirected. */
export interface AllowedOrigins {
  /** The address of the console, without a trailing slash. */
  readonly url: string;
  /** The domain that the session cookie covers in addition to the host of the console. */
  readonly cookieDomain: string | undefined;
}

/** The longest accepted address; browsers and proxies have similar limits. */
const maxLength = 2048;

/**
 * The normalized address if users may be redirected there, else undefined. Allowed are the console and hosts to which
 * browsers send the session cookie anyway, so that a forged link cannot lead to an untrusted host. Never from https to
 * http.
 */
export function resolveReturnAddress(address: string, { url, cookieDomain }: AllowedOrigins): string | undefined {
  if (address.length > maxLength || !URL.canParse(address)) return undefined;
  const [target, own] = [new URL(address), new URL(url)];
  const isSafe = target.protocol === 'https:' || (target.protocol === 'http:' && own.protocol === 'http:');
  if (!isSafe || target.username !== '' || target.password !== '') return undefined;
  const isCovered =
    cookieDomain !== undefined && (target.hostname === cookieDomain || target.hostname.endsWith(`.${cookieDomain}`));
  return isCovered || target.origin === own.origin ? target.href : undefined;
}

/** The requested address as proxies forward it. */
export interface Forwarded {
  readonly proto: string | undefined;
  /** Includes the port if it is not the default one. */
  readonly host: string | undefined;
  /** Path and query. */
  readonly uri: string | undefined;
}

/** The address to return to after sign-in; undefined for the console itself and for addresses that are not allowed. */
export function requestedAddress(
  { proto = 'http', host, uri = '/' }: Forwarded,
  allowedOrigins: AllowedOrigins,
): string | undefined {
  if (!host || !uri.startsWith('/') || !/^https?$/.test(proto)) return undefined;
  const address = resolveReturnAddress(`${proto}://${host}${uri}`, allowedOrigins);
  return address && new URL(address).origin !== new URL(allowedOrigins.url).origin ? address : undefined;
}
