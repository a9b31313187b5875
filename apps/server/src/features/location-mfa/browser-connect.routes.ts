import * as contract from '@gatewarden/contract/browser-connect';
import { toNaive } from '../../platform/http/naive-timestamp.ts';
import type { Router } from '../../platform/http/router.ts';
import type { BrowserConnect } from './browser-connect.ts';
import type { BrowserRequests } from './browser-requests.ts';
import type { ExternalAuthorization } from './external-authorization.ts';
import type { OwnConnectionRow } from './shown-sessions.queries.ts';

interface Dependencies {
  readonly connect: BrowserConnect;
  readonly requests: BrowserRequests;
  readonly external: ExternalAuthorization;
}

export function addBrowserConnectRoutes(router: Router, { connect, requests, external }: Dependencies): void {
  router.add(contract.listOwnConnections, async ({ actor }) => {
    const rows = await connect.list(actor);
    const isAsked = rows.some(({ mfa_mode }) => mfa_mode === 'external');
    const provider = isAsked ? await external.providerNameOf(actor) : null;
    return rows.map((row) => present(row, provider));
  });
  router.add(contract.authorizeDevice, async ({ actor, origin, params, body }) => {
    const wanted = { deviceId: params.deviceId, locationId: params.id, withoutClient: body.without_client };
    return { expires_at: toNaive(await connect.authorize({ actor, origin }, wanted, body.proof)) };
  });
  router.add(contract.startExternalAuthorization, async ({ actor, origin, cookies, params, body }) => {
    const wanted = { deviceId: params.deviceId, locationId: params.id, withoutClient: body.without_client };
    return { url: await external.begin({ actor, origin, cookies }, wanted) };
  });
  router.add(contract.finishExternalAuthorization, async ({ actor, origin, cookies, body: { code, state, iss } }) => {
    const answer = { code, state, iss: iss ?? undefined };
    const { deviceId, locationId, expiresAt } = await external.finish({ actor, origin, cookies }, answer);
    return { device_id: deviceId, location_id: locationId, expires_at: toNaive(expiresAt) };
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

function present(
  { method, expires_at, has_preshared_key, is_connected, ...row }: OwnConnectionRow,
  provider: string | null,
) {
  const session = method !== null && expires_at !== null;
  return {
    ...row,
    provider: row.mfa_mode === 'external' ? provider : null,
    session: session ? { method, expires_at: toNaive(expires_at), has_preshared_key, is_connected } : null,
  };
}
