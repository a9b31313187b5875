import * as contract from '@gatewarden/contract/forward-auth';
import { lookupOwnerOf } from '../../platform/http/guard.ts';
import type { BareAnswer, Router } from '../../platform/http/router.ts';
import { runAsOwner } from '../../platform/limits/work-owner.ts';
import type { AuthService, SessionCookie } from '../auth/index.ts';
import { requestedAddress, resolveReturnAddress } from './return-address.ts';

interface Dependencies {
  readonly auth: Pick<AuthService, 'authenticate'>;
  readonly sessionCookie: SessionCookie;
  /** `url` is filled in once the port is known. */
  readonly address: { readonly url: string };
  readonly cookieDomain: string | undefined;
}

export function addForwardAuthRoutes(
  router: Router,
  { auth, sessionCookie, address, cookieDomain }: Dependencies,
): void {
  const allowedOrigins = () => ({ url: address.url, cookieDomain });

  /** Undefined without a complete sign-in. */
  async function findSignedInUser(cookies: string | undefined, ip: string | undefined): Promise<string | undefined> {
    const holder = await runAsOwner(lookupOwnerOf(ip, 'session'), () =>
      auth.authenticate(sessionCookie.readTokens(cookies)),
    );
    return holder && holder.state !== 'password' ? holder.actor.username : undefined;
  }

  router.addBare(contract.forwardAuth, async ({ query, cookies, origin }, header): Promise<BareAnswer> => {
    const username = await findSignedInUser(cookies.header, origin.ip);
    if (username !== undefined) return { status: 200, headers: { 'remote-user': username } };
    const requested = requestedAddress(
      { proto: header('x-forwarded-proto'), host: header('x-forwarded-host'), uri: header('x-forwarded-uri') },
      allowedOrigins(),
    );
    const location = `${address.url}/sign-in${requested === undefined ? '' : `?r=${encodeURIComponent(requested)}`}`;
    // 303 and not 307: a browser that posted a form must not post it to the sign-in page
    return { status: query.refuse_with === '401' ? 401 : 303, headers: { location } };
  });
  router.addBare(contract.returnFromSignIn, async ({ query }) => ({
    status: 303,
    headers: { location: resolveReturnAddress(query.r, allowedOrigins()) ?? `${address.url}/` },
  }));
}
