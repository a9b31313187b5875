import type { CookieSerializeOptions } from '@fastify/cookie';
import type { Config } from '../../platform/config/config.ts';
import { cookieValues } from '../../platform/http/cookie-values.ts';
import type { Cookies } from '../../platform/http/router.ts';

/** The cookie that contains the token of a session. */
export interface SessionCookie {
  readonly name: string;
  readonly options: CookieSerializeOptions;
  /** The distinct tokens in a Cookie header; none if there are too many to look up. */
  readTokens(header: string | undefined): readonly string[];
  set(cookies: Cookies, token: string): void;
  clear(cookies: Cookies): void;
}

/** The format of `createSignedTokens`; other values are ignored. */
const tokenFormat = /^[A-Za-z0-9_-]{86}$/;
/** Browsers send one; an application of the same domain may add others. */
const maxTokens = 8;

/**
 * Not readable by scripts, not sent with forms of other sites, and sent only over https if users use https. The
 * prefixes make browsers refuse the name from plain http, and without a cookie domain also from every other host (RFC
 * 6265bis §4.1.3), so that an application on another host of the domain cannot set or shadow it.
 */
export function createSessionCookie({
  url,
  sessionHours,
  cookieDomain,
}: Pick<Config, 'url' | 'sessionHours' | 'cookieDomain'>): SessionCookie {
  const secure = url?.startsWith('https:') ?? false;
  const name = `${prefixOf(secure, cookieDomain)}gatewarden_session`;
  const options: CookieSerializeOptions = {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: Math.round(sessionHours * 3600),
    ...(cookieDomain === undefined ? {} : { domain: cookieDomain }),
  };
  return {
    name,
    options,
    readTokens(header) {
      const tokens = new Set(cookieValues(header, name).filter((value) => tokenFormat.test(value)));
      return tokens.size > maxTokens ? [] : [...tokens];
    },
    set: (cookies, token) => cookies.set(name, token, options),
    clear: (cookies) => cookies.clear(name, options),
  };
}

function prefixOf(secure: boolean, cookieDomain: string | undefined): string {
  if (!secure) return '';
  return cookieDomain === undefined ? '__Host-' : '__Secure-';
}
