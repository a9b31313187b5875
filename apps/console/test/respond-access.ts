import { listAccessAliases, listAccessRules, listRuleHits } from '@gatewarden/contract/access';
import { listAccessTests, runAccessTests } from '@gatewarden/contract/access-tests';
import { listGroups } from '@gatewarden/contract/groups';
import { listLocations } from '@gatewarden/contract/locations';
import { listNetworkDevices } from '@gatewarden/contract/network-devices';
import { listUsers } from '@gatewarden/contract/users';
import type { HttpHandler } from 'msw';
import { given } from './given.ts';
import { givenAccess } from './given-access.ts';
import { givenNetwork } from './given-network.ts';
import { respond } from './respond.ts';

/** Lists of the pages about access rules: one deployed rule for the group 2, and one user, group, alias and location. */
export function respondAccess(): HttpHandler[] {
  return [
    respond(listAccessRules, [givenAccess.rule()]),
    respond(listAccessAliases, [givenAccess.alias()]),
    respond(listRuleHits, []),
    respond(listAccessTests, []),
    respond(runAccessTests, []),
    respond(listNetworkDevices, []),
    respond(listGroups, [given.group({ id: 2, name: 'staff' })]),
    respond(listUsers, [given.user({ id: 7, username: 'bob', first_name: 'Bob', last_name: 'Stone' })]),
    respond(listLocations, [givenNetwork.location({ acl_enabled: true })]),
  ];
}
