import type { Signer } from '../../platform/crypto/signer.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import { toNaive } from '../../platform/http/naive-timestamp.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Feature, FindAttention, FindNotice } from '../feature.ts';
import type { ManagedGroups } from '../groups/index.ts';
import type { SettingsService } from '../settings/index.ts';
import type { ManagedUsers, UserAccess } from '../users/index.ts';
import { readMembersJson } from './groups/scim-groups.queries.ts';
import { createScimGroupsService } from './groups/scim-groups.service.ts';
import { createDiscovery } from './protocol/discovery.ts';
import { discoveryRoutes, groupRoutes, userRoutes } from './protocol/resource-routes.ts';
import { addScimScope } from './protocol/scim-scope.ts';
import { createRemovalLimit } from './removals/removal-limit.ts';
import { countManaged, getRemovalLimit } from './removals/removals.queries.ts';
import { purgeScimRequests } from './requests/purge-requests.job.ts';
import { createScimRequests } from './requests/requests.ts';
import { scimEvents } from './scim.events.ts';
import { addScimRoutes } from './scim.routes.ts';
import { createFindSummary, noticeMilliseconds } from './scim-summary.ts';
import { createAuthentication } from './tokens/authenticate-client.ts';
import { revokeRecentTokensOnStop } from './tokens/revoke-on-stop.ts';
import { createScimTokenText } from './tokens/token-text.ts';
import { listExpiringTokens } from './tokens/tokens.queries.ts';
import { createScimTokensService } from './tokens/tokens.service.ts';
import { createScimUsersService } from './users/scim-users.service.ts';
import { trackStatus } from './users/track-status.ts';

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly clock: Clock;
  readonly log: Log;
  readonly signer: Signer;
  readonly address: { readonly url: string };
  readonly settings: Pick<SettingsService, 'get'>;
  readonly users: { readonly managed: ManagedUsers; readonly access: UserAccess };
  readonly groups: { readonly managed: ManagedGroups };
}

/** Accounts and groups that an identity provider manages over SCIM 2.0 (RFC 7643, RFC 7644). */
export function createScim(dependencies: Dependencies) {
  const { db, clock, signer, address, log } = dependencies;
  // a client must not choose it by its Host header
  const base = () => `${address.url.replace(/\/$/, '')}/scim/v2`;
  const text = createScimTokenText(signer);
  const tokens = createScimTokensService({ ...dependencies, text });
  const authenticate = createAuthentication({ ...dependencies, text });
  const removals = createRemovalLimit(dependencies);
  const requests = createScimRequests(dependencies);
  const { managed: users, access } = dependencies.users;
  const { managed: groups } = dependencies.groups;
  const routes = [
    ...discoveryRoutes(createDiscovery(base)),
    ...userRoutes(createScimUsersService({ ...dependencies, users, access, removals, base })),
    ...groupRoutes(createScimGroupsService({ ...dependencies, users, groups, base }), (groupId) =>
      readMembersJson(db, groupId, `${base()}/Users/`),
    ),
  ];

  revokeRecentTokensOnStop(dependencies.events, clock);
  trackStatus(dependencies.events, users);

  const findExpiring: FindAttention = async () => {
    const now = clock.now();
    const rows = await listExpiringTokens(db, { now, until: new Date(now.getTime() + noticeMilliseconds) });
    return rows.flatMap(({ id, name, expires_at }) => {
      if (!expires_at) return [];
      const subject = { type: 'scim_token', id: String(id), name } as const;
      const details = { expires_at: toNaive(expires_at) };
      return [{ severity: 'warning', since: null, subject, details, occurrence: expires_at } as const];
    });
  };
  const findStop: FindNotice = async () => {
    const { stopped_at, removed, managed, refused } = await getRemovalLimit(db);
    return stopped_at ? { since: stopped_at, details: { removed, managed, refused } } : undefined;
  };

  const feature: Feature = {
    name: 'scim',
    addRoutes: (router) =>
      addScimRoutes(router, { tokens, removals, requests, countManaged: () => countManaged(db), base, clock }),
    addHttpScope: (app, tools) => addScimScope(app, tools, routes, { authenticate, requests, log }),
    jobs: [purgeScimRequests],
    events: scimEvents,
    notices: { scim_removals_stopped: findStop },
    attention: { scim_token_expires: findExpiring },
  };
  return { findSummary: createFindSummary({ clock, tokens, requests, removals }), feature };
}
