import * as contract from '@gatewarden/contract/groups';
import type { Router } from '../../platform/http/router.ts';
import type { GroupsService } from './groups.service.ts';

export function addGroupsRoutes(router: Router, groups: GroupsService): void {
  router.add(contract.listGroupNames, async () => ({ groups: await groups.listNames() }));
  router.addList(contract.listGroups, () => groups.list());
  router.add(contract.getGroup, ({ params }) => groups.get(params.name));
  router.add(contract.addGroup, async ({ actor, origin, body }) => {
    const members = body.members ?? [];
    const id = await groups.add(actor, origin, { name: body.name, members, isAdmin: body.is_admin });
    return { id, name: body.name, members, is_admin: body.is_admin };
  });
  router.add(contract.updateGroup, async ({ actor, origin, params, body }) => {
    await groups.update(actor, origin, params.name, { name: body.name, members: body.members, isAdmin: body.is_admin });
    return null;
  });
  router.add(contract.deleteGroup, async ({ actor, origin, params }) => {
    await groups.remove(actor, origin, params.name);
    return null;
  });
  router.add(contract.restoreGroup, async ({ actor, origin, params }) => {
    await groups.restore(actor, origin, params.name);
    return groups.get(params.name);
  });
  router.add(contract.assignGroups, async ({ actor, origin, body }) => {
    await groups.assign(actor, origin, body.groups, body.users);
    return {};
  });
  router.add(contract.addGroupMember, async ({ actor, origin, params, body }) => {
    await groups.addMember(actor, origin, params.name, body.username);
    return null;
  });
  router.add(contract.removeGroupMember, async ({ actor, origin, params }) => {
    await groups.removeMember(actor, origin, params.name, params.username);
    return {};
  });
}
