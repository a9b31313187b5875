import type { CookieSerializeOptions } from '@fastify/cookie';
import * as contract from '@gatewarden/contract/auth';
import type { Authenticated, Router } from '../../platform/http/router.ts';
import { presentUser, type UsersService } from '../users/index.ts';
import type { AuthService } from './auth.service.ts';
import { sessionCookie } from './session-cookie.ts';

interface Dependencies {
  readonly auth: AuthService;
  readonly users: Pick<UsersService, 'changeOwnPassword'>;
  readonly cookieOptions: () => CookieSerializeOptions;
}

export function addAuthRoutes(router: Router, { auth, users, cookieOptions }: Dependencies): void {
  router.add(contract.signIn, async ({ origin, body, cookies }) => {
    const former = cookies.get(sessionCookie);
    const { user, token } = await auth.signIn(origin, body.username, body.password, former);
    cookies.set(sessionCookie, token, cookieOptions());
    return { user: presentUser(user), url: null };
  });
  router.add(contract.signOut, async ({ actor, origin, cookies }) => {
    await auth.signOut(origin, actor);
    cookies.clear(sessionCookie, cookieOptions());
    return null;
  });
  router.add(contract.getMe, async ({ actor }) => presentUser(await auth.userOf(actor)));
  router.add(contract.changeOwnPassword, async ({ actor, origin, body }) => {
    await auth.confirmPassword(actor, body.old_password);
    await users.changeOwnPassword(actor, origin, body.new_password);
    return {};
  });
}

/** Who the session cookie names. */
export async function authenticateCookie(
  auth: AuthService,
  cookies: Readonly<Record<string, string | undefined>>,
): Promise<Authenticated | undefined> {
  const token = cookies[sessionCookie];
  return token ? auth.authenticate(token) : undefined;
}
