import * as contract from '@gatewarden/contract/scim';
import type { Router } from '../../platform/http/router.ts';
import type { Clock } from '../../ports/clock.ts';
import type { RemovalLimit } from './removals/removal-limit.ts';
import type { ScimRequests } from './requests/requests.ts';
import { presentRemovals, presentScimRequest, presentScimToken } from './scim.present.ts';
import type { ScimTokensService } from './tokens/tokens.service.ts';

interface Services {
  readonly tokens: ScimTokensService;
  readonly removals: Pick<RemovalLimit, 'status' | 'resume'>;
  readonly requests: Pick<ScimRequests, 'list'>;
  readonly countManaged: () => Promise<{ readonly users: number; readonly groups: number }>;
  /** The address of the SCIM server. */
  readonly base: () => string;
  readonly clock: Pick<Clock, 'now'>;
}

/** The calls of administrators about SCIM. */
export function addScimRoutes(router: Router, services: Services): void {
  const { tokens, removals, requests, countManaged, base, clock } = services;
  router.add(contract.listScimTokens, async () =>
    (await tokens.list()).map((token) => presentScimToken(token, clock.now())),
  );
  router.add(contract.addScimToken, async ({ actor, origin, body: { name, expires_at } }) => {
    const expiresAt = expires_at ? new Date(expires_at) : null;
    const { id, secret } = await tokens.add(actor, origin, { name, expiresAt });
    return { id, token: secret };
  });
  router.add(contract.rotateScimToken, async ({ actor, origin, params, body: { overlap_hours, expires_at } }) => {
    const expiresAt = typeof expires_at === 'string' ? new Date(expires_at) : expires_at;
    const change = { overlapHours: overlap_hours, expiresAt };
    const { id, secret } = await tokens.rotate(actor, origin, params.id, change);
    return { id, token: secret };
  });
  router.add(contract.deleteScimToken, async ({ origin, params }) => {
    await tokens.remove(origin, params.id);
    return null;
  });
  router.add(contract.getScimStatus, async () => {
    const [status, managed] = await Promise.all([removals.status(), countManaged()]);
    return {
      base_url: base(),
      managed_users: managed.users,
      managed_groups: managed.groups,
      removals: presentRemovals(status, clock.now()),
    };
  });
  router.add(contract.resumeScimRemovals, async ({ origin, body }) => {
    await removals.resume(origin, body.without_limit);
    return null;
  });
  router.add(contract.listScimRequests, async ({ query }) => {
    const { rows, next } = await requests.list(query.before);
    return { requests: rows.map(presentScimRequest), next };
  });
}
