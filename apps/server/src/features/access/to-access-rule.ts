import { type Destination, resolveDestinations } from '@gatewarden/access/destination';
import type { AccessRule, SourceNames } from '@gatewarden/access/rule';
import { parseDestinationList } from '@gatewarden/net/destination-list';
import { parsePortList } from '@gatewarden/net/port-list';
import type { ActiveRuleRow, ListsRow } from './active-rules.queries.ts';

export function toAccessRule(row: ActiveRuleRow): AccessRule {
  const aliases = (kind: 'destination' | 'component') => row.aliases.filter((alias) => alias.kind === kind);
  return {
    id: row.id,
    priority: row.priority,
    locations: row.all_locations ? undefined : new Set(row.locations),
    destinations: resolveDestinations({
      manual: toDestination(row),
      componentAliases: aliases('component').map(toDestination),
      destinationAliases: aliases('destination').map(toDestination),
    }),
    allowed: namesOf(row, true),
    denied: namesOf(row, false),
  };
}

function namesOf(row: ActiveRuleRow, allow: boolean): SourceNames {
  const ids = (list: ActiveRuleRow['users']) =>
    new Set(list.filter((each) => each.allow === allow).map(({ id }) => id));
  return {
    everyUser: allow ? row.allow_all_users : row.deny_all_users,
    everyNetworkDevice: allow ? row.allow_all_network_devices : row.deny_all_network_devices,
    users: ids(row.users),
    groups: ids(row.groups),
    networkDevices: ids(row.devices),
  };
}

export function toDestination({ destination, ports, protocols }: ListsRow): Destination {
  const addressList = parseDestinationList(destination);
  const portList = parsePortList(ports);
  // an empty list would mean "any"
  if (addressList.kind !== 'list' || portList.kind !== 'list') throw new Error('a stored list of a rule is invalid');
  return { addresses: addressList.ranges, ports: portList.ranges, protocols };
}
