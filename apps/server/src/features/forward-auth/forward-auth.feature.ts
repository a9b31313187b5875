import type { Config } from '../../platform/config/config.ts';
import type { AuthService, SessionCookie } from '../auth/index.ts';
import type { Feature } from '../feature.ts';
import { addForwardAuthRoutes } from './forward-auth.routes.ts';

interface Dependencies {
  readonly config: Pick<Config, 'cookieDomain'>;
  /** `url` is filled in once the port is known. */
  readonly address: { readonly url: string };
  readonly auth: Pick<AuthService, 'authenticate'> & { readonly sessionCookie: SessionCookie };
}

/** Lets a reverse proxy ask whether a browser is signed in. */
export function createForwardAuth({ config, address, auth }: Dependencies): { readonly feature: Feature } {
  const { sessionCookie } = auth;
  const { cookieDomain } = config;
  return {
    feature: {
      name: 'forward-auth',
      addRoutes: (router) => addForwardAuthRoutes(router, { auth, sessionCookie, address, cookieDomain }),
    },
  };
}
