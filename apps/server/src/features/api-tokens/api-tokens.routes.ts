import * as contract from '@gatewarden/contract/api-tokens';
import type { Router } from '../../platform/http/router.ts';
import { presentApiToken } from './api-tokens.present.ts';
import type { ApiTokensService } from './api-tokens.service.ts';

export function addApiTokensRoutes(router: Router, tokens: ApiTokensService): void {
  router.add(contract.listApiTokens, async ({ params }) => (await tokens.listOf(params.username)).map(presentApiToken));
  router.add(contract.addApiToken, async ({ origin, params, body: { name, scopes, expires_at } }) => {
    const expiresAt = expires_at ? new Date(expires_at) : undefined;
    const { id, secret } = await tokens.add(origin, { username: params.username, name, scopes, expiresAt });
    return { token: secret, id };
  });
  router.add(contract.renameApiToken, async ({ origin, params, body }) => {
    await tokens.rename(origin, params, body.name);
    return {};
  });
  router.add(contract.deleteApiToken, async ({ origin, params }) => {
    await tokens.remove(origin, params);
    return {};
  });
}
