import { z } from 'zod';
import { Empty, endpoint } from './endpoint.ts';
import { Id } from './primitives.ts';

/** The users of a bulk change. */
const ManyUsers = z.array(Id).max(20_000);

/** All or none. Returns the users whose status changed, so that exactly this change can be undone. */
export const setUsersStatus = endpoint({
  method: 'PUT',
  path: '/users/status',
  access: 'admin',
  area: 'users',
  mayChangeAdminRights: true,
  endsAccess: true,
  summary: 'Enable or disable many users, all or none',
  body: z.object({ users: ManyUsers, is_active: z.boolean() }),
  response: z.object({ changed: z.array(Id) }),
  errors: ['user_not_found', 'own_account', 'last_admin', 'address_pool_exhausted', 'managed_elsewhere'],
  errorStatus: { user_not_found: 400 },
});

export const deleteUsers = endpoint({
  method: 'POST',
  path: '/users/delete',
  access: 'admin',
  area: 'users',
  summary: 'Delete many users with devices, keys and sessions, all or none',
  body: z.object({ users: ManyUsers }),
  response: Empty,
  errors: ['user_not_found', 'own_account', 'last_admin', 'proof_required', 'managed_elsewhere'],
  errorStatus: { user_not_found: 400 },
});
