import type { NatPolicy } from '../../ports/nat.ts';
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

const versions = ['4', '6'] as const;
/** Where other programs translate source addresses too. */
const srcnat = 100;

/**
 * Devices are recognized by their source address: kernels before 5.7 do not know in this chain through which interface a
 * packet came.
 */
export function replaceNatTable(table: string, interfaceName: string, { masqueraded, bindings }: NatPolicy): Commands {
  const leaves = match({ meta: { key: 'oifname' } }, interfaceName, '!=');
  return [
    ...deleteTable(table),
    addTable(table),
    ...versions.map((version) => addBindingMap(table, version, bindings)),
    addChain(table, 'postrouting', { type: 'nat', hook: 'postrouting', prio: srcnat, policy: 'accept' }),
    ...versions.map((version) => addRule(table, 'postrouting', leaves, translate(version))),
    ...masqueraded.map((network) => addRule(table, 'postrouting', isFrom(network), leaves, { masquerade: null })),
  ];
}

/** Bindings that differ. What is masqueraded must be equal. */
export function changeNatTable(table: string, before: NatPolicy, after: NatPolicy): Commands {
  const differing = (own: NatPolicy, other: NatPolicy) =>
    [...own.bindings].filter(([source, address]) => other.bindings.get(source) !== address);
  const change = (command: 'add' | 'delete', bindings: readonly (readonly [string, string])[]) =>
    versions.flatMap((version) =>
      changeElements(
        command,
        table,
        `bindings${version}`,
        bindings.filter(([source]) => versionOf(source) === version),
      ),
    );
  return [...change('delete', differing(before, after)), ...change('add', differing(after, before))];
}

function addBindingMap(table: string, version: '4' | '6', bindings: NatPolicy['bindings']) {
  const elem = [...bindings].filter(([source]) => versionOf(source) === version);
  const type = version === '4' ? 'ipv4_addr' : 'ipv6_addr';
  const map = { family, table, name: `bindings${version}`, type, map: type };
  return { add: { map: elem.length > 0 ? { ...map, elem } : map } };
}

/** Does not match sources without a binding. */
function translate(version: '4' | '6') {
  const addr = { map: { key: source(version), data: `@bindings${version}` } };
  return { snat: { family: version === '4' ? 'ip' : 'ip6', addr } };
}

function isFrom(network: string) {
  const [addr = '', prefix = ''] = network.split('/');
  return match(source(versionOf(network)), { prefix: { addr, len: Number(prefix) } });
}

function source(version: '4' | '6') {
  return { payload: { protocol: version === '4' ? 'ip' : 'ip6', field: 'saddr' } };
}
