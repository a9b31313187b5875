import type { AccessRule } from '@gatewarden/contract/access';
import type { TFunction } from 'i18next';

/** What a sentence about a rule needs of it. */
export type DescribedRule = Pick<
  AccessRule,
  | 'all_networks'
  | 'networks'
  | 'allow_all_users'
  | 'deny_all_users'
  | 'allow_all_network_devices'
  | 'deny_all_network_devices'
  | 'allowed_users'
  | 'denied_users'
  | 'allowed_groups'
  | 'denied_groups'
  | 'allowed_devices'
  | 'denied_devices'
  | 'destination'
  | 'ports'
  | 'protocols'
  | 'aliases'
  | 'enabled'
>;

/** Names of what rules refer to, by id; undefined while unknown. */
export interface AccessNames {
  readonly users: ReadonlyMap<number, string>;
  readonly groups: ReadonlyMap<number, string>;
  readonly locations: ReadonlyMap<number, string>;
  readonly aliases: ReadonlyMap<number, string>;
  /** Network devices. */
  readonly devices: ReadonlyMap<number, string>;
}

export interface Describing {
  readonly t: TFunction<'access'>;
  readonly language: string;
  readonly names: AccessNames;
}

/** Says in sentences what the rule does. */
export function describeRule(rule: DescribedRule, describing: Describing): string {
  const { t, language } = describing;
  const what = describeDestination(rule, describing);
  const where = describeLocations(rule, describing);
  const allowed = describeSources(rule, 'allowed', describing);
  const denied = describeSources(rule, 'denied', describing);
  return [
    ...(denied ? [capitalized(t('says.deny', { who: denied, what, where }), language)] : []),
    ...(allowed ? [capitalized(t('says.allow', { who: allowed, what, where }), language)] : []),
    t('says.rest'),
    ...(rule.enabled ? [] : [t('says.disabled')]),
  ].join(' ');
}

export function capitalized(sentence: string, language: string): string {
  const [first = ''] = sentence;
  return first.toLocaleUpperCase(language) + sentence.slice(first.length);
}

const maxNamed = 5;

/** Whom one side of the rule names; undefined if it names no source. */
export function describeSources(
  rule: DescribedRule,
  side: 'allowed' | 'denied',
  { t, language, names }: Describing,
): string | undefined {
  const isAllowed = side === 'allowed';
  const devices = rule[`${side}_devices`];
  const sources = [
    ...((isAllowed ? rule.allow_all_users : rule.deny_all_users) ? [t('everyone')] : []),
    ...rule[`${side}_groups`].map((id) => t('says.group', { group: names.groups.get(id) ?? `#${id}` })),
    ...rule[`${side}_users`].map((id) => names.users.get(id) ?? `#${id}`),
    ...((isAllowed ? rule.allow_all_network_devices : rule.deny_all_network_devices)
      ? [t('every_network_device')]
      : []),
    ...devices.map((id) => t('says.device', { device: names.devices.get(id) ?? `#${id}` })),
  ];
  return sources.length === 0 ? undefined : listed(sources, t, language);
}

/** Addresses, services and aliases of the rule. */
export function describeDestination(rule: DescribedRule, { t, language, names }: Describing): string {
  const { aliases } = rule;
  const isEmpty = rule.destination === '' && describeServices(rule, t) === undefined;
  const own = describeAddresses(rule, { t, language, names });
  const parts = [
    // beside an alias, an empty rule does not mean "any"
    ...(isEmpty && aliases.length > 0 ? [] : [own]),
    ...aliases.map((id) => t('says.alias', { alias: names.aliases.get(id) ?? `#${id}` })),
  ];
  return listed(parts, t, language);
}

/** Addresses and services of lists; empty ones mean any. */
export function describeAddresses(
  lists: Pick<AccessRule, 'destination' | 'ports' | 'protocols'>,
  { t, language }: Describing,
): string {
  const services = describeServices(lists, t);
  if (lists.destination === '' && services === undefined) return t('says.everywhere');
  const addresses = lists.destination === '' ? t('says.at_any') : listed(lists.destination.split(', '), t, language);
  return services === undefined ? addresses : t('says.on', { addresses, services });
}

function describeLocations(rule: DescribedRule, { t, language, names }: Describing): string {
  if (rule.all_networks) return t('says.where_all');
  if (rule.networks.length === 0) return t('says.where_none');
  const locations = listed(
    rule.networks.map((id) => names.locations.get(id) ?? `#${id}`),
    t,
    language,
  );
  return t('says.where_some', { locations });
}

/** Undefined if the rule is about all protocols and ports. */
export function describeServices(
  { ports, protocols }: Pick<DescribedRule, 'ports' | 'protocols'>,
  t: TFunction<'access'>,
): string | undefined {
  const named = protocols.map((number) => protocolName(number, t)).join(', ');
  if (ports === '') return protocols.length === 0 ? undefined : named;
  const list = t('says.port', { ports, count: /[,-]/.test(ports) ? 2 : 1 });
  return t('says.ports', { protocols: protocols.length === 0 ? t('says.tcp_udp') : named, ports: list });
}

/** IANA names are the same in all languages. */
const protocolNames: Readonly<Record<number, string>> = { 1: 'ICMP', 6: 'TCP', 17: 'UDP', 58: 'ICMPv6' };

export function protocolName(number: number, t: TFunction<'access'>): string {
  return protocolNames[number] ?? t('protocol.other', { number });
}

/** At most five of the items, and how many more there are in total. */
export function listed(
  items: readonly string[],
  t: TFunction<'access'>,
  language: string,
  total: number = items.length,
): string {
  const shown = items.slice(0, maxNamed);
  const rest = total - shown.length;
  const all = rest > 0 ? [...shown, t('more', { count: rest })] : shown;
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(all);
}
