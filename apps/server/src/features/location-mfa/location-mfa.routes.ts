import * as contract from '@gatewarden/contract/location-mfa';
import { toNaive } from '../../platform/http/naive-timestamp.ts';
import type { Router } from '../../platform/http/router.ts';
import type { LocationSessions } from './location-sessions.ts';

export function addLocationMfaRoutes(router: Router, sessions: LocationSessions): void {
  router.add(contract.listLocationSessions, async ({ params }) =>
    (await sessions.list(params.id)).map(({ authorized_at, expires_at, ...session }) => ({
      ...session,
      authorized_at: toNaive(authorized_at),
      expires_at: toNaive(expires_at),
    })),
  );
  router.add(contract.previewLocationMfa, ({ params }) => sessions.preview(params.id));
  router.add(contract.endLocationSession, async ({ actor, origin, params }) => {
    await sessions.end(actor, origin, { deviceId: params.deviceId, locationId: params.id });
    return {};
  });
}
