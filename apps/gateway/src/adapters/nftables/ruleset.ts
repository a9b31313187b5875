import type { AccessEntry, FirewallPolicy, ServiceRange } from '../../ports/firewall.ts';
import {
  addChain,
  addRule,
  addTable,
  type Commands,
  changeElements,
  deleteTable,
  family,
  match,
  versionOf,
} from './commands.ts';

interface TableName {
  readonly table: string;
  readonly interface: string;
}

const tcp = 6;
const lastPort = 65_535;
const lastProtocol = 255;

/** Replaces the table, or creates it. */
export function replaceTable(name: TableName, policy: FirewallPolicy): Commands {
  const { table } = name;
  return [
    ...deleteTable(table),
    addTable(table),
    ...['default', 'device'].map((chain) => addChain(table, chain)),
    ...addEntries(table, 'protected', policy.protected),
    ...[...policy.profiles].flatMap(([id, entries]) => addProfile(table, id, entries)),
    ...(['4', '6'] as const).map((version) => addSourceMap(table, version, policy.sources)),
    ...deviceRules(table),
    ...lookUpEntries(table, 'default', 'protected', policy.protected),
    addRule(table, 'default', policy.mode === 'deny' ? { drop: null } : { accept: null }),
    ...baseRules(name, policy.mode),
  ];
}

/** Sources and profiles that differ. The mode and what is protected must be equal. */
export function changeTable(table: string, before: FirewallPolicy, after: FirewallPolicy) {
  const added = [...after.profiles].filter(([id]) => !before.profiles.has(id));
  const removed = [...before.profiles].filter(([id]) => !after.profiles.has(id));
  const changed = [...after.sources].filter(([address, id]) => before.sources.get(address) !== id);
  const outdated = [...before.sources].filter(([address, id]) => after.sources.get(address) !== id);
  const commands: Commands = [
    ...added.flatMap(([id, entries]) => addProfile(table, id, entries)),
    ...setElements('delete', table, outdated),
    ...setElements('add', table, changed),
    ...removed.flatMap(([id, entries]) => deleteProfile(table, id, entries)),
  ];
  return { commands, addedParts: added.map(([id]) => id), removedParts: removed.map(([id]) => id) };
}

const iifname = (name: string) => match({ meta: { key: 'iifname' } }, name);
const oifname = (name: string) => match({ meta: { key: 'oifname' } }, name);
const direction = (which: 'original' | 'reply') => match({ ct: { key: 'direction' } }, which);
const isInvalid = { match: { op: 'in', left: { ct: { key: 'state' } }, right: 'invalid' } };
const toDevice = { goto: { target: 'device' } };

/**
 * Every packet is judged by the first packet of its connection (`ct original`), so replies pass with their connection,
 * and a right that is withdrawn ends connections. Packets that belong to no connection cannot be judged.
 */
function baseRules({ table, interface: name }: TableName, mode: FirewallPolicy['mode']): Commands {
  const byMode = mode === 'deny' ? { drop: null } : { accept: null };
  const hook = (which: string) => ({ type: 'filter', hook: which, prio: 0, policy: 'accept' });
  return [
    addChain(table, 'forward', hook('forward')),
    addRule(table, 'forward', iifname(name), isInvalid, { drop: null }),
    addRule(table, 'forward', oifname(name), isInvalid, { drop: null }),
    addRule(table, 'forward', iifname(name), direction('original'), toDevice),
    addRule(table, 'forward', oifname(name), direction('reply'), toDevice),
    addRule(table, 'forward', iifname(name), byMode),
    addRule(table, 'forward', oifname(name), byMode),
    addChain(table, 'input', hook('input')),
    addRule(table, 'input', iifname(name), isInvalid, { drop: null }),
    addRule(table, 'input', iifname(name), direction('original'), toDevice),
  ];
}

function addSourceMap(table: string, version: '4' | '6', sources: FirewallPolicy['sources']) {
  const elem = [...sources].filter(([address]) => versionOf(address) === version).map(toSourceElement);
  const type = version === '4' ? 'ipv4_addr' : 'ipv6_addr';
  const map = { family, table, name: `sources${version}`, type, map: 'verdict' };
  return { add: { map: elem.length > 0 ? { ...map, elem } : map } };
}

function setElements(
  command: 'add' | 'delete',
  table: string,
  sources: readonly (readonly [string, string])[],
): Commands {
  return (['4', '6'] as const).flatMap((version) => {
    const elem = sources.filter(([address]) => versionOf(address) === version).map(toSourceElement);
    return changeElements(command, table, `sources${version}`, elem);
  });
}

function toSourceElement([address, id]: readonly [string, string]) {
  return [address, { goto: { target: profileChain(id) } }];
}

function deviceRules(table: string): Commands {
  const lookUp = (key: string, map: string) => ({ vmap: { key: { ct: { key, dir: 'original' } }, data: `@${map}` } });
  return [
    addRule(table, 'device', lookUp('ip saddr', 'sources4')),
    addRule(table, 'device', lookUp('ip6 saddr', 'sources6')),
    addRule(table, 'device', { goto: { target: 'default' } }),
  ];
}

const profilePrefix = 'profile_';

function profileChain(id: string): string {
  return `${profilePrefix}${id}`;
}

/** The profile that a chain or map of this name belongs to; undefined for others. */
export function profileOf(name: string): string | undefined {
  return name.startsWith(profilePrefix) ? name.slice(profilePrefix.length).split('_')[0] : undefined;
}

function addProfile(table: string, id: string, entries: readonly AccessEntry[]): Commands {
  const chain = profileChain(id);
  return [
    addChain(table, chain),
    ...addEntries(table, chain, entries),
    ...lookUpEntries(table, chain, chain, entries),
    addRule(table, chain, { goto: { target: 'default' } }),
  ];
}

function deleteProfile(table: string, id: string, entries: readonly AccessEntry[]): Commands {
  const chain = profileChain(id);
  return [
    { flush: { chain: { family, table, name: chain } } },
    { delete: { chain: { family, table, name: chain } } },
    ...mapsOf(chain, entries).map(({ name }) => ({ delete: { map: { family, table, name } } })),
  ];
}

type MapKind = 'tcp' | 'udp' | 'protocol';

interface EntryMap {
  readonly name: string;
  readonly kind: MapKind;
  readonly version: 4 | 6;
  readonly elements: readonly object[];
}

/** Up to six maps, by address family: for ports of TCP, ports of UDP, and whole protocols. Maps without elements are left out. */
function mapsOf(prefix: string, entries: readonly AccessEntry[]): EntryMap[] {
  return ([4, 6] as const)
    .flatMap((version) => (['tcp', 'udp', 'protocol'] as const).map((kind) => ({ version, kind })))
    .map(({ version, kind }) => ({
      name: `${prefix}_${kind}${version}`,
      kind,
      version,
      elements: entries.filter((entry) => entry.family === version).flatMap((entry) => elementsOf(entry, kind)),
    }))
    .filter(({ elements }) => elements.length > 0);
}

const everything: ServiceRange = { firstProtocol: 0, lastProtocol, firstPort: 0, lastPort };

function elementsOf({ first, last, services, allow, rule }: AccessEntry, kind: MapKind) {
  const all = services.length === 0 ? [everything] : services;
  const address = range(first, last);
  return all
    .filter((service) => kindOf(service) === kind)
    .map(({ firstProtocol, lastProtocol: end, firstPort, lastPort: lastOfPorts }) => {
      const service = kind === 'protocol' ? range(firstProtocol, end) : range(firstPort, lastOfPorts);
      const counted = { val: { concat: [address, service] }, counter: { packets: 0, bytes: 0 } };
      return [
        { elem: rule === '' ? counted : { ...counted, comment: rule } },
        allow ? { accept: null } : { drop: null },
      ];
    });
}

function kindOf({ firstProtocol, firstPort, lastPort: last }: ServiceRange): MapKind {
  if (firstPort === 0 && last === lastPort) return 'protocol';
  return firstProtocol === tcp ? 'tcp' : 'udp';
}

function range<Bound extends string | number>(first: Bound, last: Bound): Bound | { readonly range: [Bound, Bound] } {
  return first === last ? first : { range: [first, last] };
}

function addEntries(table: string, prefix: string, entries: readonly AccessEntry[]): Commands {
  return mapsOf(prefix, entries).map(({ name, kind, version, elements }) => {
    const type = [`ipv${version}_addr`, kind === 'protocol' ? 'inet_proto' : 'inet_service'];
    const definition = { family, table, name, type, map: 'verdict', flags: ['interval'], stmt: [{ counter: null }] };
    return { add: { map: { ...definition, elem: elements } } };
  });
}

/** Looks up the destination of the connection in each map of the entries. */
function lookUpEntries(table: string, chain: string, prefix: string, entries: readonly AccessEntry[]): Commands {
  return mapsOf(prefix, entries).map(({ name, kind, version }) => {
    const address = { ct: { key: version === 4 ? 'ip daddr' : 'ip6 daddr', dir: 'original' } };
    const l4proto = { meta: { key: 'l4proto' } };
    const data = `@${name}`;
    if (kind === 'protocol') return addRule(table, chain, { vmap: { key: { concat: [address, l4proto] }, data } });
    const port = { ct: { key: 'proto-dst', dir: 'original' } };
    // nft needs the protocol to know that the connection has ports
    const isProtocol = match(l4proto, kind);
    return addRule(table, chain, isProtocol, { vmap: { key: { concat: [address, port] }, data } });
  });
}
