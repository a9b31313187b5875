import type { CookieSerializeOptions } from '@fastify/cookie';

export const sessionCookie = 'gatewarden_session';

/** Not readable by scripts, not sent from other sites' forms, only over https when people use https. */
export function sessionCookieOptions({ isHttps, hours }: { isHttps: boolean; hours: number }): CookieSerializeOptions {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps, maxAge: Math.round(hours * 3600) };
}
