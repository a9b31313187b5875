import { type Destination, resolveDestinations } from '@gatewarden/access/destination';
import type { AccessRule, Source, SourceNames } from '@gatewarden/access/rule';
import { parseDestinationList } from '@gatewarden/net/destination-list';
import { parsePortList } from '@gatewarden/net/port-list';
import type { Tx } from '../../platform/database/database.ts';
import type { Clock } from '../../ports/clock.ts';
import { type ActiveRuleRow, type ListsRow, listActiveRules, type NamedSources } from './active-rules.queries.ts';

/** Rules that are deployed, enabled and not expired. */
export function createActiveRules({ clock }: { readonly clock: Clock }) {
  return {
    /** Those of a location; with sources, those that name any of them. In ascending order of ids. */
    async list(
      tx: Tx,
      { locationId, sources }: { readonly locationId: number; readonly sources?: readonly Source[] | undefined },
    ): Promise<AccessRule[]> {
      const rows = await listActiveRules(tx, { at: clock.now(), locationId, sources: sources && idsOf(sources) });
      return rows.map(toAccessRule);
    },
  };
}

function idsOf(sources: readonly Source[]): NamedSources {
  const ids = { users: new Set<number>(), groups: new Set<number>(), devices: new Set<number>() };
  for (const source of sources) {
    if (source.kind === 'network-device') ids.devices.add(source.id);
    else {
      ids.users.add(source.id);
      for (const group of source.groups) ids.groups.add(group);
    }
  }
  return { users: [...ids.users], groups: [...ids.groups], devices: [...ids.devices] };
}

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
