import type { EditAccessAlias, EditAccessRule } from '@gatewarden/contract/access';
import { DomainError } from '@gatewarden/contract/errors';
import { parseDestinationList } from '@gatewarden/net/destination-list';
import { parsePortList } from '@gatewarden/net/port-list';
import type { AliasFields } from './aliases.queries.ts';
import type { RuleFields, RuleRelations } from './rules.queries.ts';

export interface RuleInput {
  readonly fields: RuleFields;
  readonly relations: RuleRelations;
}

/**
 * Parses and validates a rule as an administrator entered it.
 * @throws access_rule_without_source, access_source_conflict, and what `readLists` throws
 */
export function readRule(body: EditAccessRule): RuleInput {
  requireSource(body);
  for (const kind of ['users', 'groups', 'devices'] as const) {
    const denied = new Set(body[`denied_${kind}`]);
    const id = body[`allowed_${kind}`].find((each) => denied.has(each));
    if (id !== undefined) throw new DomainError('access_source_conflict', { field: `denied_${kind}`, id });
  }
  return {
    fields: {
      name: body.name,
      priority: body.priority,
      enabled: body.enabled,
      expires_at: readExpiry(body.expires),
      all_locations: body.all_networks,
      allow_all_users: body.allow_all_users,
      deny_all_users: body.deny_all_users,
      allow_all_network_devices: body.allow_all_network_devices,
      deny_all_network_devices: body.deny_all_network_devices,
      ...readLists(body),
    },
    relations: {
      locations: body.all_networks ? [] : unique(body.networks),
      allowed_users: unique(body.allowed_users),
      denied_users: unique(body.denied_users),
      allowed_groups: unique(body.allowed_groups),
      denied_groups: unique(body.denied_groups),
      allowed_devices: unique(body.allowed_devices),
      denied_devices: unique(body.denied_devices),
      aliases: unique(body.aliases),
    },
  };
}

/** @throws what `readLists` throws */
export function readAlias(body: EditAccessAlias): AliasFields {
  return { kind: body.kind === 'Destination' ? 'destination' : 'component', name: body.name, ...readLists(body) };
}

/** @throws destination_invalid, destination_range_reversed, ports_invalid, ports_repeated; each names the item */
export function readLists({
  destination,
  ports,
  protocols,
}: Pick<EditAccessRule, 'destination' | 'ports' | 'protocols'>) {
  const addresses = parseDestinationList(destination);
  if (addresses.kind !== 'list') {
    const code = addresses.kind === 'bad-item' ? 'destination_invalid' : 'destination_range_reversed';
    throw new DomainError(code, { field: 'destination', item: shorten(addresses.item) });
  }
  const portList = parsePortList(ports);
  if (portList.kind !== 'list') {
    const code = portList.kind === 'bad-item' ? 'ports_invalid' : 'ports_repeated';
    throw new DomainError(code, { field: 'ports', item: shorten(portList.item) });
  }
  return { destination: addresses.text, ports: portList.text, protocols: unique(protocols) };
}

function requireSource(body: EditAccessRule): void {
  const isNamed =
    body.allow_all_users ||
    body.deny_all_users ||
    body.allow_all_network_devices ||
    body.deny_all_network_devices ||
    [body.allowed_users, body.allowed_groups, body.allowed_devices].some(({ length }) => length > 0) ||
    [body.denied_users, body.denied_groups, body.denied_devices].some(({ length }) => length > 0);
  if (!isNamed) throw new DomainError('access_rule_without_source', { field: 'allowed_users' });
}

/** Without a zone, UTC is meant. */
function readExpiry(text: string | null | undefined): Date | null {
  if (text === null || text === undefined) return null;
  return new Date(/(?:Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`);
}

function unique(ids: readonly number[]): number[] {
  return [...new Set(ids)];
}

/** An error shows enough of an item to find it. */
const maxItemLength = 100;

function shorten(item: string): string {
  return item.length <= maxItemLength ? item : `${item.slice(0, maxItemLength)}…`;
}
