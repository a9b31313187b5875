import { lastPort, lastProtocol, tcp, udp } from '@gatewarden/net/protocols';
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
import type { Layout } from './layout.ts';
import type { TableChange } from './own-table.ts';

interface TableName {
  readonly table: string;
  readonly interface: string;
}

const otherProtocols = [
  [0, tcp - 1],
  [tcp + 1, udp - 1],
  [udp + 1, lastProtocol],
] as const;

/** A policy, and how its profiles are divided. */
export interface DividedPolicy {
  readonly policy: FirewallPolicy;
  readonly layout: Layout;
}

/** Replaces the table, or creates it. */
export function replaceTable(name: TableName, { policy, layout }: DividedPolicy): Commands {
  const { table } = name;
  return [
    ...deleteTable(table),
    addTable(table),
    ...['default', 'device'].map((chain) => addChain(table, chain)),
    ...addEntries(table, 'protected', policy.protected),
    ...[...layout.blocks].flatMap(([id, entries]) => addBlock(table, id, entries)),
    ...[...layout.profiles].flatMap(([id, blocks]) => addProfile(table, id, blocks)),
    ...(['4', '6'] as const).map((version) => addSourceMap(table, version, policy.sources)),
    ...deviceRules(table),
    ...lookUpEntries(table, 'default', policy.protected, 'protected'),
    addRule(table, 'default', policy.mode === 'deny' ? { drop: null } : { accept: null }),
    ...baseRules(name, policy.mode),
  ];
}

/** Sources, profiles and blocks that differ. The mode and what is protected must be equal. */
export function changeTable(table: string, before: DividedPolicy, after: DividedPolicy): TableChange {
  const profiles = differenceOf(before.layout.profiles, after.layout.profiles);
  const blocks = differenceOf(before.layout.blocks, after.layout.blocks);
  const changed = withoutEqual(after.policy.sources, before.policy.sources);
  const outdated = withoutEqual(before.policy.sources, after.policy.sources);
  const commands: Commands = [
    ...blocks.added.flatMap(([id, entries]) => addBlock(table, id, entries)),
    ...profiles.added.flatMap(([id, own]) => addProfile(table, id, own)),
    ...setElements('delete', table, outdated),
    ...setElements('add', table, changed),
    ...profiles.removed.flatMap(([id]) => deleteChain(table, profileChain(id))),
    ...blocks.removed.flatMap(([id, entries]) => deleteBlock(table, id, entries)),
  ];
  const partsOf = (which: 'added' | 'removed') => [
    ...profiles[which].map(([id]) => profileChain(id)),
    ...blocks[which].map(([id]) => blockChain(id)),
  ];
  return { commands, addedParts: partsOf('added'), removedParts: partsOf('removed') };
}

type Sources = FirewallPolicy['sources'];

/** The sources that the others do not have with the same profile. */
function withoutEqual(sources: Sources, others: Sources): [address: string, profile: string][] {
  const different: [string, string][] = [];
  for (const [address, id] of sources) {
    if (others.get(address) !== id) different.push([address, id]);
  }
  return different;
}

function differenceOf<Value>(before: ReadonlyMap<string, Value>, after: ReadonlyMap<string, Value>) {
  return {
    added: [...after].filter(([id]) => !before.has(id)),
    removed: [...before].filter(([id]) => !after.has(id)),
  };
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

function profileChain(id: string): string {
  return `profile_${id}`;
}

function blockChain(id: string): string {
  return `block_${id}`;
}

/** The chain of the profile or block that a chain or map of this name belongs to; undefined for others. */
export function partOf(name: string): string | undefined {
  return /^(?:profile|block)_[^_]+/.exec(name)?.[0];
}

/** The id of the block that a map of this name belongs to; undefined for others. */
export function blockOf(name: string): string | undefined {
  return /^block_([^_]+)/.exec(name)?.[1];
}

/** Blocks of a profile decide about no packet in common, so their order does not matter. */
function addProfile(table: string, id: string, blocks: readonly string[]): Commands {
  const chain = profileChain(id);
  return [
    addChain(table, chain),
    ...blocks.map((block) => addRule(table, chain, { jump: { target: blockChain(block) } })),
    addRule(table, chain, { goto: { target: 'default' } }),
  ];
}

function addBlock(table: string, id: string, entries: readonly AccessEntry[]): Commands {
  const chain = blockChain(id);
  return [addChain(table, chain), ...addEntries(table, chain, entries), ...lookUpEntries(table, chain, entries)];
}

function deleteBlock(table: string, id: string, entries: readonly AccessEntry[]): Commands {
  const chain = blockChain(id);
  return [
    ...deleteChain(table, chain),
    ...mapsOf(chain, entries).map(({ name }) => ({ delete: { map: { family, table, name } } })),
  ];
}

function deleteChain(table: string, name: string): Commands {
  return [{ flush: { chain: { family, table, name } } }, { delete: { chain: { family, table, name } } }];
}

type MapKind = 'tcp' | 'udp' | 'protocol';

interface EntryMap {
  readonly name: string;
  readonly kind: MapKind;
  readonly version: 4 | 6;
  readonly elements: readonly object[];
}

/**
 * Up to six maps, by address family: for ports of TCP, ports of UDP, and other protocols. A packet is looked up in one
 * of them. Maps without elements are left out.
 */
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
    .flatMap((service) => keysOf(service, kind))
    .map(([low, high]) => {
      const counted = { val: { concat: [address, range(low, high)] }, counter: { packets: 0, bytes: 0 } };
      return [
        { elem: rule === '' ? counted : { ...counted, comment: rule } },
        allow ? { accept: null } : { drop: null },
      ];
    });
}

type Bounds = readonly [first: number, last: number];

/** The ports of TCP or UDP, or the other protocols, that the services contain. */
function keysOf(services: ServiceRange, kind: MapKind): readonly Bounds[] {
  const { firstProtocol: from, lastProtocol: to, firstPort, lastPort: lastOfPorts } = services;
  if (kind !== 'protocol') {
    const protocol = kind === 'tcp' ? tcp : udp;
    return from <= protocol && protocol <= to ? [[firstPort, lastOfPorts]] : [];
  }
  return otherProtocols
    .map(([first, last]): Bounds => [Math.max(first, from), Math.min(last, to)])
    .filter(([first, last]) => first <= last);
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
function lookUpEntries(table: string, chain: string, entries: readonly AccessEntry[], prefix = chain): Commands {
  return mapsOf(prefix, entries).map(({ name, kind, version }) => {
    const address = { ct: { key: version === 4 ? 'ip daddr' : 'ip6 daddr', dir: 'original' } };
    const l4proto = { meta: { key: 'l4proto' } };
    const data = `@${name}`;
    if (kind === 'protocol') {
      const isOther = (['tcp', 'udp'] as const).map((protocol) => match(l4proto, protocol, '!='));
      return addRule(table, chain, ...isOther, { vmap: { key: { concat: [address, l4proto] }, data } });
    }
    const port = { ct: { key: 'proto-dst', dir: 'original' } };
    // nft needs the protocol to know that the connection has ports
    const isProtocol = match(l4proto, kind);
    return addRule(table, chain, isProtocol, { vmap: { key: { concat: [address, port] }, data } });
  });
}
