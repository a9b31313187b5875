import { z } from 'zod';
import { AccessDiff, AccessRule } from './access.ts';
import { endpoint } from './endpoint.ts';
import { Id, NaiveTimestamp, PathId, pathInteger } from './primitives.ts';

/** What was deployed from a time on, until the next version. */
export const AccessVersion = z.object({
  id: Id,
  at: NaiveTimestamp,
  /**
   * - `deployed`: a deployment.
   * - `expired`: rules expired.
   * - `location`: a location began or ceased to enforce access rules, or its default changed.
   * - `group`: a group that rules name was deleted or restored.
   */
  kind: z.enum(['deployed', 'expired', 'location', 'group']),
  /** Null for the product itself. */
  username: z.string().nullable(),
  /** Why the deployment overrode failing access tests. */
  override_reason: z.string().nullable(),
  /** At most 50. */
  changes: z.array(
    z.object({
      object: z.enum(['rule', 'alias', 'location', 'group']),
      id: Id,
      name: z.string(),
      change: z.enum(['added', 'modified', 'deleted', 'expired']),
    }),
  ),
  change_count: z.int(),
});
export type AccessVersion = z.infer<typeof AccessVersion>;

const Named = z.array(z.object({ id: Id, name: z.string() }));

export const AccessVersionDetails = AccessVersion.extend({
  /** In the order of evaluation. */
  rules: z.array(AccessRule),
  /** Names at that time of what the rules refer to, which may be deleted meanwhile. */
  names: z.object({ users: Named, groups: Named, devices: Named, locations: Named, aliases: Named }),
});
export type AccessVersionDetails = z.infer<typeof AccessVersionDetails>;

const common = { access: 'admin', area: 'access', enterprise: 'access_rules' } as const;
const params = z.object({ id: PathId });

/** Ours. */
export const listAccessVersions = endpoint({
  ...common,
  method: 'GET',
  path: '/acl/history',
  summary: 'List what was deployed when, 50 versions a page, newest first',
  query: z.object({ page: pathInteger(9_999_999, 'page').prefault('1') }),
  response: z.object({ versions: z.array(AccessVersion), total: z.int() }),
});

/** Ours. */
export const getAccessVersion = endpoint({
  ...common,
  method: 'GET',
  path: '/acl/history/:id',
  summary: 'Show the access rules of a version',
  params,
  response: AccessVersionDetails,
  errors: ['access_version_not_found'],
});

/** Ours. */
export const diffAccessVersions = endpoint({
  ...common,
  method: 'GET',
  path: '/acl/history/:id/diff',
  summary: 'Show who gained or lost access to what since a version, today’s members of groups assumed',
  params,
  /** Until this version; absent: until now. */
  query: z.object({ to: PathId.optional() }),
  response: AccessDiff,
  errors: ['access_version_not_found', 'access_rules_too_complex', 'rate_limited'],
});

/** Ours. */
export const restoreAccessVersion = endpoint({
  ...common,
  method: 'POST',
  path: '/acl/history/:id/restore',
  summary: 'Prepare pending changes that restore the access rules of a version when they are deployed',
  params,
  response: z.object({
    /** Ids of the pending changes. */
    rules: z.array(Id),
  }),
  errors: ['access_version_not_found', 'access_changes_pending', 'access_rules_too_large'],
});
