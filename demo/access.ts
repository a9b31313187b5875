import {
  addAccessAlias,
  addAccessRule,
  deployAccess,
  type EditAccessAlias,
  type EditAccessRule,
} from '@gatewarden/contract/access';
import { addAccessTest, type EditAccessTest } from '@gatewarden/contract/access-tests';
import type { Caller } from '../apps/server/test/caller.ts';
import { type GroupName, sites } from './company.ts';

const tcp = 6;
const site = sites[0];

/** Ids of groups by name. */
type GroupIds = ReadonlyMap<GroupName, number>;

/**
 * Access rules of the first location: the live clients reach the web server at the gateway because of the first one. One
 * rule is not deployed yet.
 */
export async function addAccessRules(admin: Caller, groupIds: GroupIds, locationId: number): Promise<void> {
  const idsOf = (...names: GroupName[]) => names.flatMap((name) => groupIds.get(name) ?? []);
  const { id: aliasId } = await admin.call(addAccessAlias, { body: databases });
  const here = { all_networks: false, networks: [locationId] };
  const deployed = [
    rule({
      ...here,
      ...{ name: 'Intranet', allowed_groups: idsOf('engineering', 'support'), protocols: [tcp] },
      destination: hostOf(site?.networks[0]),
    }),
    rule({ ...here, name: 'Finance databases', priority: 10, allowed_groups: idsOf('finance'), aliases: [aliasId] }),
    rule({
      ...here,
      ...{ name: 'Office network', priority: 20, allow_all_users: true, denied_groups: idsOf('contractors') },
      destination: site?.internalNetwork ?? '',
    }),
  ];
  const ids: number[] = [];
  for (const body of deployed) ids.push((await admin.call(addAccessRule, { body })).id);
  await admin.call(deployAccess, { body: { rules: ids, aliases: [] } });
  for (const body of tests(idsOf)) await admin.call(addAccessTest, { body });
  await admin.call(addAccessRule, {
    body: rule({
      ...here,
      ...{ name: 'Build servers', priority: 5, allowed_groups: idsOf('engineering', 'operations') },
      ...{ destination: '172.20.8.0/24', ports: '22, 443', protocols: [tcp] },
    }),
  });
}

const databases: EditAccessAlias = {
  ...{ name: 'Databases', kind: 'Destination', destination: '172.20.5.10-172.20.5.20', ports: '5432' },
  protocols: [tcp],
};

function rule(changes: Partial<EditAccessRule>): EditAccessRule {
  return {
    ...{ name: '', all_networks: true, networks: [], expires: null, enabled: true, priority: 0 },
    ...{ allow_all_users: false, deny_all_users: false },
    ...{ allow_all_network_devices: false, deny_all_network_devices: false },
    ...{ allowed_users: [], denied_users: [], allowed_groups: [], denied_groups: [] },
    ...{ allowed_devices: [], denied_devices: [], destination: '', aliases: [], ports: '', protocols: [] },
    ...changes,
  };
}

function tests(idsOf: (name: GroupName) => number[]): EditAccessTest[] {
  const common = { source_kind: 'group' as const, location_id: null, ports: '5432', protocols: [tcp] };
  const [finance = null] = idsOf('finance');
  const [contractors = null] = idsOf('contractors');
  return [
    {
      ...{ ...common, name: 'Finance reaches the databases', expectation: 'allowed', source_id: finance },
      destination: '172.20.5.10',
    },
    {
      ...{ ...common, name: 'Contractors reach no database', expectation: 'denied', source_id: contractors },
      destination: '172.20.5.10-172.20.5.20',
    },
  ];
}

function hostOf(network = ''): string {
  return network.slice(0, network.indexOf('/'));
}
