import * as bulk from '@gatewarden/contract/bulk-users';
import * as contract from '@gatewarden/contract/users';
import type { Router } from '../../platform/http/router.ts';
import { presentListedUser, presentUser } from './users.present.ts';
import type { UsersService } from './users.service.ts';

export function addUsersRoutes(router: Router, users: UsersService): void {
  router.addList(contract.listUsers, async function* () {
    for await (const part of users.list()) yield part.map(presentListedUser);
  });
  router.add(contract.addUser, async ({ actor, origin, body }) => presentUser(await users.add(actor, origin, body)));
  router.add(contract.checkUsername, async ({ body }) => {
    await users.requireFreeUsername(body.username);
    return {};
  });
  router.add(contract.updateUser, async ({ actor, origin, params, body }) => {
    await users.update(actor, origin, params.username, body);
    return null;
  });
  router.add(contract.deleteUser, async ({ actor, origin, params }) => {
    await users.remove(actor, origin, params.username);
    return null;
  });
  router.add(bulk.setUsersStatus, async ({ actor, origin, body }) => ({
    changed: await users.setStatus(actor, origin, body.users, body.is_active),
  }));
  router.add(bulk.deleteUsers, async ({ actor, origin, body }) => {
    await users.removeMany(actor, origin, body.users);
    return {};
  });
  router.add(contract.setUserPassword, async ({ actor, origin, params, body }) => {
    await users.setPassword(actor, origin, params.username, {
      password: body.new_password,
      revokesApiTokens: body.revoke_api_tokens,
    });
    return null;
  });
}
