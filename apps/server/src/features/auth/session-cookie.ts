import type { CookieSerializeOptions } from '@fastify/cookie';

export const sessionCookie = 'gatewarden_session';

interface CookieFacts {
  readonly isHttps: boolean;
  readonly hours: number;
  /** Hosts that get it besides the console's own. */
  readonly domain: string | undefined;
}

/** Not readable by scripts, not sent from other sites' forms, only over https when people use https. */
export function sessionCookieOptions({ isHttps, hours, domain }: CookieFacts): CookieSerializeOptions {
  const rest = domain === undefined ? {} : { domain };
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps, maxAge: Math.round(hours * 3600), ...rest };
}
