import { z } from 'zod';
import { documented } from './documented.ts';
import { Empty, endpoint } from './endpoint.ts';
import { Id, line, lineSchema, Name, pathText } from './primitives.ts';
import { ManagedBy, UsernameParam } from './users.ts';

export const GroupInfo = z.object({
  id: Id,
  name: z.string(),
  members: z.array(z.string()),
  vpn_locations: z.array(z.string()),
  is_admin: z.boolean(),
  /** Ours: the system that manages its name and members; its administrator rights are always managed here. */
  managed_by: ManagedBy,
});
export type GroupInfo = z.infer<typeof GroupInfo>;

/**
 * Browsers and proxies resolve `.` and `..` in a path, encoded or not (RFC 3986 §5.2.4): removing a user from a group
 * with such a name would call the deletion of the account.
 */
export const GroupName = documented(
  Name.refine((name) => !name.split(/[/\\]/).some((part) => part === '.' || part === '..'), { error: 'invalid' }),
  { ...lineSchema(128, 1), allOf: [{ pattern: '^(?!\\s*(?:.*[\\/\\\\])?\\.{1,2}\\s*(?:[\\/\\\\]|$))' }] },
);

const Members = z.array(line(254, 1)).max(20_000);
/** If `members` is absent: none for a new group, unchanged for an existing one. */
export const EditGroup = z.object({
  name: GroupName,
  members: Members.optional(),
  is_admin: z.boolean().default(false),
});
const EditGroupInfo = z.object({ id: Id, name: z.string(), members: z.array(z.string()), is_admin: z.boolean() });

const GroupParam = z.object({ name: pathText(128) });

export const listGroupNames = endpoint({
  method: 'GET',
  path: '/group',
  access: 'admin',
  area: 'groups',
  summary: 'List the names of all groups',
  response: z.object({ groups: z.array(z.string()) }),
});

export const listGroups = endpoint({
  method: 'GET',
  path: '/group-info',
  access: 'admin',
  area: 'groups',
  summary: 'List all groups with members and locations',
  response: z.array(GroupInfo),
});

export const getGroup = endpoint({
  method: 'GET',
  path: '/group/:name',
  access: 'admin',
  area: 'groups',
  summary: 'Show a group with members and locations',
  params: GroupParam,
  response: GroupInfo,
  errors: ['group_not_found'],
});

export const addGroup = endpoint({
  method: 'POST',
  path: '/group',
  access: 'admin',
  area: 'groups',
  mayChangeAdminRights: true,
  summary: 'Add a group',
  body: EditGroup,
  response: EditGroupInfo,
  status: 201,
  errors: ['username_unknown', 'group_name_taken', 'address_pool_exhausted', 'managed_elsewhere'],
  errorStatus: { username_unknown: 404 },
});

export const updateGroup = endpoint({
  method: 'PUT',
  path: '/group/:name',
  access: 'admin',
  area: 'groups',
  mayChangeAdminRights: true,
  summary: 'Rename a group, replace its members or change its administrator flag',
  params: GroupParam,
  body: EditGroup.extend({ is_admin: z.boolean().optional() }),
  response: z.null(),
  errors: [
    'group_not_found',
    'username_unknown',
    'group_name_taken',
    'last_admin_group',
    'last_admin',
    'address_pool_exhausted',
    'managed_elsewhere',
  ],
});

export const deleteGroup = endpoint({
  method: 'DELETE',
  path: '/group/:name',
  access: 'admin',
  area: 'groups',
  mayChangeAdminRights: true,
  summary:
    'Delete a group; refused while it is the only allowed group of a location, which would become open to all users',
  params: GroupParam,
  response: z.null(),
  errors: ['group_not_found', 'last_admin_group', 'last_admin', 'group_restricts_locations', 'managed_elsewhere'],
});

/**
 * With its members, its administrator flag and the locations that it could use, where these still exist and have other
 * allowed groups: a location that is open to all users meanwhile stays open. Only the session that deleted the group can
 * restore it, for two minutes.
 */
export const restoreGroup = endpoint({
  method: 'POST',
  path: '/group/:name/restore',
  access: 'admin',
  area: 'groups',
  mayChangeAdminRights: true,
  summary: 'Restore a group that this session deleted in the last two minutes',
  params: GroupParam,
  response: GroupInfo,
  status: 201,
  errors: ['undo_expired', 'group_name_taken', 'address_pool_exhausted', 'managed_elsewhere'],
});

export const assignGroups = endpoint({
  method: 'POST',
  path: '/groups-assign',
  access: 'admin',
  area: 'groups',
  mayChangeAdminRights: true,
  summary: 'Add every listed user to every listed group',
  body: z.object({ groups: z.array(line(128)).max(1000), users: z.array(Id).max(20_000) }),
  response: Empty,
  errors: ['group_name_unknown', 'group_not_found', 'user_not_found', 'address_pool_exhausted', 'managed_elsewhere'],
  errorStatus: { group_name_unknown: 400, group_not_found: 400, user_not_found: 400 },
});

export const addGroupMember = endpoint({
  method: 'POST',
  path: '/group/:name',
  access: 'admin',
  area: 'groups',
  mayChangeAdminRights: true,
  summary: 'Add a user to a group; no effect if already a member',
  params: GroupParam,
  body: z.object({ username: line(254, 1) }),
  response: z.null(),
  errors: ['group_not_found', 'user_not_found', 'address_pool_exhausted', 'managed_elsewhere'],
});

export const removeGroupMember = endpoint({
  method: 'DELETE',
  path: '/group/:name/user/:username',
  access: 'admin',
  area: 'groups',
  mayChangeAdminRights: true,
  summary: 'Remove a user from a group; no effect if not a member',
  params: GroupParam.extend(UsernameParam.shape),
  response: Empty,
  errors: ['group_not_found', 'user_not_found', 'last_admin', 'managed_elsewhere'],
});
