import * as contract from '@gatewarden/contract/browser-connect';
import { toNaive } from '../../platform/http/naive-timestamp.ts';
import type { Router } from '../../platform/http/router.ts';
import type { BrowserConnect } from './browser-connect.ts';
import type { BrowserRequests } from './browser-requests.ts';
import type { OwnConnectionRow } from './shown-sessions.queries.ts';

export function addBrowserConnectRoutes(router: Router, connect: BrowserConnect, requests: BrowserRequests): void {
  router.add(contract.listOwnConnections, async ({ actor }) => (await connect.list(actor)).map(present));
  router.add(contract.authorizeDevice, async ({ actor, origin, params, body }) => {
    const wanted = { deviceId: params.deviceId, locationId: params.id, withoutClient: body.without_client };
    return { expires_at: toNaive(await connect.authorize({ actor, origin }, wanted, body.proof)) };
  });
  router.add(contract.openConnectRequest, async ({ actor, origin, body }) => {
    const { expiresAt, ...opened } = await requests.open({ actor, origin }, body.request);
    return { ...opened, expires_at: toNaive(expiresAt) };
  });
  router.add(contract.approveConnectRequest, async ({ actor, origin, body }) => {
    await requests.approve({ actor, origin }, body.request, body.proof);
    return {};
  });
  router.add(contract.refuseConnectRequest, async ({ actor, origin, body }) => {
    await requests.refuse({ actor, origin }, body.request);
    return {};
  });
}

function present({ method, expires_at, has_preshared_key, is_connected, ...row }: OwnConnectionRow) {
  const session = method !== null && expires_at !== null;
  return {
    ...row,
    session: session ? { method, expires_at: toNaive(expires_at), has_preshared_key, is_connected } : null,
  };
}
