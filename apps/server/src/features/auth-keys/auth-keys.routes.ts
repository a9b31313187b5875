import * as contract from '@gatewarden/contract/auth-keys';
import { removeSshKeysToken, replaceSshKeysToken } from '@gatewarden/contract/settings';
import type { Router } from '../../platform/http/router.ts';
import { presentAuthKey, presentAuthorizedKey } from './auth-keys.present.ts';
import type { AuthKeysService } from './auth-keys.service.ts';
import type { KeyAccess } from './key-access.ts';
import { requireKeyReader } from './key-readers.ts';

export function addAuthKeysRoutes(router: Router, keys: AuthKeysService, access: KeyAccess): void {
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
  router.add(contract.deleteAuthKey, async ({ actor, origin, params }) => {
    await keys.remove(actor, origin, params);
    return {};
  });
  router.add(contract.listAuthorizedKeys, async ({ query: { username, group }, origin: { ip }, authorization }) => {
    requireKeyReader(await access.get(), { ip, authorization });
    const lines = (await keys.listAuthorized({ username, group })).map(presentAuthorizedKey);
    return lines.map((line) => `${line}\n`).join('');
  });
  router.add(replaceSshKeysToken, async ({ origin }) => ({ token: await access.replaceToken(origin) }));
  router.add(removeSshKeysToken, async ({ origin }) => {
    await access.removeToken(origin);
    return null;
  });
}
