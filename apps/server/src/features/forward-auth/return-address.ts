/** Where people may be sent. */
export interface AllowedOrigins {
  /** Of the console, without a trailing slash. */
  readonly url: string;
  /** What the session cookie covers besides the console's own host. */
  readonly cookieDomain: string | undefined;
}

/** The longest address that is remembered; browsers and proxies have limits of the same order. */
const maxLength = 2048;

/**
 * The address as it is to be opened when people may be sent there, else undefined: the console itself, or a host to which
 * browsers send the session cookie anyway, so that a made-up link leads to nobody who could not have that. Never
 * from https to http.
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

/** As proxies forward it. */
export interface Forwarded {
  readonly proto: string | undefined;
  /** With the port where it is not the usual one. */
  readonly host: string | undefined;
  /** Path and query. */
  readonly uri: string | undefined;
}

/** Where somebody wanted to go who is sent to sign in; undefined for the console itself and wherever nobody is sent. */
export function requestedAddress(
  { proto = 'http', host, uri = '/' }: Forwarded,
  allowedOrigins: AllowedOrigins,
): string | undefined {
  if (!host || !uri.startsWith('/') || !/^https?$/.test(proto)) return undefined;
  const address = resolveReturnAddress(`${proto}://${host}${uri}`, allowedOrigins);
  return address && new URL(address).origin !== new URL(allowedOrigins.url).origin ? address : undefined;
}
