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

/** When a rule ends, as text. */
export interface RuleEnd {
  readonly time: string;
  readonly isPast: boolean;
}

/** Says in sentences what the rule does. Whom it denies is not among those whom it allows. */
export function describeRule(rule: DescribedRule, describing: Describing, end?: RuleEnd): string {
  const { t } = describing;
  const what = describeDestination(rule, describing);
  const where = describeLocations(rule, describing);
  const allowed = describeOthers(rule, describing);
  const denied = describeSources(rule, 'denied', describing);
  return [
    ...(denied ? [capitalized(t('says.deny', { who: denied, what, where }), describing)] : []),
    ...(allowed ? [capitalized(t('says.allow', { who: allowed, what, where }), describing)] : []),
    t('says.rest'),
    ...(end ? [t(end.isPast ? 'says.expired' : 'says.until', { time: end.time })] : []),
    ...(rule.enabled ? [] : [t('says.disabled')]),
  ].join(' ');
}

function withoutDenied(rule: DescribedRule): DescribedRule {
  const { deny_all_users: noUser, deny_all_network_devices: noDevice } = rule;
  return {
    ...rule,
    ...(noUser && { allow_all_users: false, allowed_groups: [], allowed_users: [] }),
    ...(noDevice && { allow_all_network_devices: false, allowed_devices: [] }),
  };
}

/** With an upper-case first letter, unless the text begins with a name. */
export function capitalized(text: string, { language, names }: Pick<Describing, 'language' | 'names'>): string {
  const [first = ''] = text;
  const upper = first.toLocaleUpperCase(language);
  return upper === first || beginsWithName(text, names) ? text : upper + text.slice(first.length);
}

function beginsWithName(text: string, names: AccessNames): boolean {
  return Object.values(names).some((each: ReadonlyMap<number, string>) =>
    [...each.values()].some(
      (name) => name !== '' && text.startsWith(name) && !/^[\p{L}\p{N}]/u.test(text.slice(name.length)),
    ),
  );
}

/** A user, or anything else that has access. */
interface Source {
  readonly text: string;
  readonly isUser: boolean;
}

/** Names of users, groups and network devices. */
export function sourcesOf(
  { groups, users, devices }: Readonly<Record<'groups' | 'users' | 'devices', readonly number[]>>,
  { t, names }: Describing,
): Source[] {
  const other = (text: string) => ({ text, isUser: false });
  return [
    ...groups.map((id) => other(t('says.group', { group: names.groups.get(id) ?? `#${id}` }))),
    ...users.map((id) => ({ text: names.users.get(id) ?? `#${id}`, isUser: true })),
    ...devices.map((id) => other(t('says.device', { device: names.devices.get(id) ?? `#${id}` }))),
  ];
}

/** What all users and all network devices are called. */
interface EveryoneNames {
  readonly users: string;
  readonly devices: string;
}

/** Whom one side of the rule names. */
export function ruleSources(
  rule: DescribedRule,
  side: 'allowed' | 'denied',
  describing: Describing,
  everyone: EveryoneNames = {
    users: describing.t('everyone'),
    devices: describing.t('every_network_device'),
  },
): Source[] {
  const isAllowed = side === 'allowed';
  const hasUsers = isAllowed ? rule.allow_all_users : rule.deny_all_users;
  const hasDevices = isAllowed ? rule.allow_all_network_devices : rule.deny_all_network_devices;
  return [
    ...(hasUsers ? [{ text: everyone.users, isUser: false }] : []),
    ...sourcesOf({ groups: rule[`${side}_groups`], users: rule[`${side}_users`], devices: [] }, describing),
    ...(hasDevices ? [{ text: everyone.devices, isUser: false }] : []),
    ...sourcesOf({ groups: [], users: [], devices: rule[`${side}_devices`] }, describing),
  ];
}

/** Whom one side of the rule names; undefined if it names no source. */
export function describeSources(
  rule: DescribedRule,
  side: 'allowed' | 'denied',
  describing: Describing,
  everyone?: EveryoneNames,
): string | undefined {
  const sources = ruleSources(rule, side, describing, everyone);
  return sources.length === 0 ? undefined : listedSources(sources, describing);
}

/** Whom the rule allows, with the exceptions from all users; undefined if it allows no source. */
export function describeAllowed(rule: DescribedRule, describing: Describing): string | undefined {
  const { t } = describing;
  const exceptions = exceptionsOf(rule, describing);
  const except = (listOf: readonly Source[], all: string) =>
    listOf.length === 0 ? all : t('says.except', { all, exceptions: listedSources(listOf, describing) });
  return describeSources(withoutDenied(rule), 'allowed', describing, {
    users: except(exceptions.users, t('everyone')),
    devices: except(exceptions.devices, t('every_network_device')),
  });
}

/** Whom the rule allows, after a sentence that names whom it denies; undefined if it allows no source. */
function describeOthers(rule: DescribedRule, describing: Describing): string | undefined {
  const { t } = describing;
  const { users, devices } = exceptionsOf(rule, describing);
  return describeSources(withoutDenied(rule), 'allowed', describing, {
    users: users.length > 0 ? t('everyone_else') : t('everyone'),
    devices: devices.length > 0 ? t('every_other_network_device') : t('every_network_device'),
  });
}

function exceptionsOf(rule: DescribedRule, describing: Describing): Record<'users' | 'devices', Source[]> {
  const { denied_groups: groups, denied_users: users, denied_devices: devices } = rule;
  return {
    users: sourcesOf({ groups, users, devices: [] }, describing),
    devices: sourcesOf({ groups: [], users: [], devices }, describing),
  };
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

/** Names of the locations of the rule. */
export function nameLocations(
  { all_networks: isEverywhere, networks }: DescribedRule,
  { t, names }: Describing,
): string {
  if (isEverywhere) return t('all_locations');
  return networks.map((id) => names.locations.get(id) ?? `#${id}`).join(', ') || '–';
}

function describeLocations(rule: DescribedRule, { t, language, names }: Describing): string {
  if (rule.all_networks) return t('says.where_all');
  if (rule.networks.length === 0) return t('says.where_none');
  const locations = listed(
    rule.networks.map((id) => names.locations.get(id) ?? `#${id}`),
    t,
    language,
  );
  return t('says.where_some', { locations, count: rule.networks.length });
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
const protocolNames: Readonly<Record<number, string>> = {
  1: 'ICMP',
  2: 'IGMP',
  6: 'TCP',
  17: 'UDP',
  47: 'GRE',
  50: 'ESP',
  51: 'AH',
  58: 'ICMPv6',
  89: 'OSPF',
  132: 'SCTP',
};

export function protocolName(number: number, t: TFunction<'access'>): string {
  return protocolNames[number] ?? t('protocol.other', { number });
}

/** Of a list, more items are counted. */
export const maxNamed = 5;

interface ListOptions {
  /** Of the items, if they are not all of them. */
  readonly total?: number;
  readonly max?: number;
  /** What the items are; absent: anything. */
  readonly rest?: 'more' | 'more_users';
}

/** At most `max` of the items, and how many more there are in total. */
export function listed(
  items: readonly string[],
  t: TFunction<'access'>,
  language: string,
  { total = items.length, max = maxNamed, rest = 'more' }: ListOptions = {},
): string {
  const shown = items.slice(0, max);
  const hidden = total - shown.length;
  const all = hidden > 0 ? [...shown, t(rest, { count: hidden })] : shown;
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(all);
}

/** At most `max` of the sources, and how many more there are. */
export function listedSources(sources: readonly Source[], { t, language }: Describing, max = maxNamed): string {
  const rest = sources.slice(max).every(({ isUser }) => isUser) ? 'more_users' : 'more';
  return listed(
    sources.map(({ text }) => text),
    t,
    language,
    { max, rest },
  );
}
