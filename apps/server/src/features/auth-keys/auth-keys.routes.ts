import * as contract from '@gatewarden/contract/auth-keys';
import type { Router } from '../../platform/http/router.ts';
import { presentAuthKey, presentAuthorizedKey } from './auth-keys.present.ts';
import type { AuthKeysService } from './auth-keys.service.ts';

export function addAuthKeysRoutes(router: Router, keys: AuthKeysService): void {
  router.add(contract.listAuthKeys, async ({ params }) => (await keys.listOf(params.username)).map(presentAuthKey));
  router.add(contract.addAuthKey, async ({ origin, params, body }) => {
    await keys.add(origin, { username: params.username, name: body.name, key: body.key, kind: body.key_type });
    return {};
  });
  router.add(contract.renameAuthKey, async ({ origin, params, body }) => {
    await keys.rename(origin, params, body.name);
    return {};
  });
  router.add(contract.restoreAuthKey, async ({ origin, params }) => {
    await keys.restore(origin, params);
    return {};
  });
  router.add(contract.deleteAuthKey, async ({ origin, params }) => {
    await keys.remove(origin, params);
    return {};
  });
  router.add(contract.listAuthorizedKeys, async ({ query: { username, group } }) =>
    (await keys.listAuthorized({ username, group })).map(presentAuthorizedKey).join('\n'),
  );
}
