import type { CookieSerializeOptions } from '@fastify/cookie';
import { signInWithPasskey, startPasskeySignIn } from '@gatewarden/contract/security-keys';
import { newToken } from '../../platform/crypto/tokens.ts';
import type { Router } from '../../platform/http/router.ts';
import { preferredLanguage } from '../mail/index.ts';
import { type Passkeys, passkeyMinutes } from '../mfa/index.ts';
import { presentUser } from '../users/index.ts';
import { readBrowserToken, setBrowserCookie } from './browser-cookie.ts';
import type { PasskeySignIn } from './passkey-sign-in.ts';
import type { SessionCookie } from './session-cookie.ts';

interface Dependencies {
  readonly passkeys: Pick<Passkeys, 'createRequest'>;
  readonly signIn: PasskeySignIn;
  readonly sessionCookie: SessionCookie;
}

/** Binds a challenge to the browser that requested it. */
const browserCookie = 'gatewarden_passkey';

export function addPasskeyRoutes(router: Router, { passkeys, signIn, sessionCookie }: Dependencies): void {
  const browserOptions: CookieSerializeOptions = {
    ...sessionCookie.options,
    path: '/api/v1/auth/passkey',
    sameSite: 'strict',
    maxAge: passkeyMinutes * 60,
  };

  router.add(startPasskeySignIn, async ({ cookies }) => {
    // the browser may have several sign-in pages open, each with its own challenge
    const browser = parseBrowserToken(cookies.get(browserCookie)) ?? newToken();
    cookies.set(browserCookie, browser, browserOptions);
    return passkeys.createRequest(browser);
  });
  router.add(signInWithPasskey, async ({ origin, body, cookies, acceptLanguage }) => {
    const { user, token, browserToken } = await signIn(origin, {
      response: body,
      browser: parseBrowserToken(cookies.get(browserCookie)),
      formerToken: sessionCookie.readTokens(cookies.header)[0],
      browserToken: readBrowserToken(cookies),
      language: preferredLanguage(acceptLanguage),
    });
    cookies.clear(browserCookie, browserOptions);
    sessionCookie.set(cookies, token);
    setBrowserCookie(cookies, browserToken, sessionCookie);
    return { user: presentUser(user), url: null };
  });
}

function parseBrowserToken(cookie: string | undefined): string | undefined {
  return cookie && /^[A-Za-z0-9_-]{43}$/.test(cookie) ? cookie : undefined;
}
