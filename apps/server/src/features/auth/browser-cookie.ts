import type { CookieSerializeOptions } from '@fastify/cookie';
import type { Cookies } from '../../platform/http/router.ts';
import { recognizedDays } from './recognized-browsers.ts';
import type { SessionCookie } from './session-cookie.ts';

const name = 'gatewarden_browser';

/** The token that identifies a browser with earlier sign-ins. It grants no access. */
export function readBrowserToken(cookies: Pick<Cookies, 'get'>): string | undefined {
  return cookies.get(name);
}

/** Sent only to the host of the console, and only to the sign-in paths. */
export function setBrowserCookie(cookies: Pick<Cookies, 'set'>, token: string, { options }: SessionCookie): void {
  const { domain: _, ...rest } = options;
  const own: CookieSerializeOptions = { path: '/api/v1/auth', sameSite: 'strict', maxAge: recognizedDays * 86_400 };
  cookies.set(name, token, { ...rest, ...own });
}
