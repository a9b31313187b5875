import * as contract from '@gatewarden/contract/security-keys';
import type { SecurityKey } from '@gatewarden/contract/users';
import { reviveDates } from '../../platform/database/json-rows.ts';
import { toNaive } from '../../platform/http/naive-timestamp.ts';
import type { Router } from '../../platform/http/router.ts';
import type { SecurityKeyJson } from './security-keys.queries.ts';
import type { SecurityKeys } from './security-keys.ts';

export function addSecurityKeyRoutes(router: Router, keys: SecurityKeys): void {
  router.add(contract.startAddingSecurityKey, ({ actor }) => keys.offer(actor));
  router.add(contract.addSecurityKey, async ({ actor, origin, body }) => ({
    codes: await keys.add(actor, origin, body.name, body.rpkc),
  }));
  router.add(contract.startSecurityKeySignIn, ({ actor }) => keys.createRequest(actor));
  router.add(contract.renameSecurityKey, async ({ origin, params, body }) => {
    await keys.rename(origin, params, body.name);
    return {};
  });
  router.add(contract.restoreSecurityKey, async ({ origin, params }) => {
    await keys.restore(origin, params);
    return {};
  });
  router.add(contract.removeSecurityKey, async ({ actor, origin, params }) => {
    await keys.remove(actor, origin, params);
    return null;
  });
}

export function presentSecurityKey(key: SecurityKeyJson): SecurityKey {
  const dated = reviveDates(key, 'created_at', 'last_used_at', 'suspended_at');
  const { id, name, created_at, last_used_at, suspended_at, is_passkey, is_synced } = dated;
  const last_used = last_used_at && toNaive(last_used_at);
  const suspended = suspended_at && toNaive(suspended_at);
  return { id, name, created: toNaive(created_at), last_used, suspended_at: suspended, is_passkey, is_synced };
}
