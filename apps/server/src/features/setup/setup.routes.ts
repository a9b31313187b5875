import * as contract from '@gatewarden/contract/setup';
import type { Router } from '../../platform/http/router.ts';
import { type SessionCookie, setBrowserCookie } from '../auth/index.ts';
import { presentUser } from '../users/index.ts';
import type { SetupService } from './setup.service.ts';

interface Dependencies {
  readonly setup: SetupService;
  readonly sessionCookie: SessionCookie;
}

export function addSetupRoutes(router: Router, { setup, sessionCookie }: Dependencies): void {
  router.add(contract.getSetup, async ({ query }) => {
    const required = await setup.isRequired();
    return { required, token_valid: required && query.token !== undefined && (await setup.isValidToken(query.token)) };
  });
  router.add(contract.completeSetup, async ({ origin, body, cookies }) => {
    const { token: link, ...admin } = body;
    const { user, token, browserToken } = await setup.complete(origin, link, admin);
    sessionCookie.set(cookies, token);
    setBrowserCookie(cookies, browserToken, sessionCookie);
    return { user: presentUser(user), url: null };
  });
}
