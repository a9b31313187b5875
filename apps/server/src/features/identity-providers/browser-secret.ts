import type { CookieSerializeOptions } from '@fastify/cookie';
import { newToken } from '../../platform/crypto/tokens.ts';
import type { Cookies } from '../../platform/http/router.ts';
import type { SessionCookie } from '../auth/index.ts';
import { flowMinutes } from './flows.ts';

/** A secret of the browser that begins a sign-in at a provider. It grants no access by itself. */
export interface BrowserSecret {
  read(cookies: Cookies): string | undefined;
  /** The secret, created if there is none: a browser may have several sign-in pages open. */
  ensure(cookies: Cookies): string;
}

/**
 * Stored in a cookie that scripts cannot read and that other sites cannot send. With https, its prefix keeps other hosts of the
 * domain from setting it (RFC 6265bis §4.1.3), with which they could sign the browser in to an account of theirs.
 */
export function createBrowserSecret({ options: { secure } }: Pick<SessionCookie, 'options'>): BrowserSecret {
  const name = `${secure ? '__Host-' : ''}gatewarden_openid`;
  const options: CookieSerializeOptions = {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: secure ?? false,
    maxAge: flowMinutes * 60,
  };
  const read = (cookies: Cookies) => {
    const value = cookies.get(name);
    return value && /^[A-Za-z0-9_-]{43}$/.test(value) ? value : undefined;
  };
  return {
    read,
    ensure(cookies) {
      const secret = read(cookies) ?? newToken();
      cookies.set(name, secret, options);
      return secret;
    },
  };
}
