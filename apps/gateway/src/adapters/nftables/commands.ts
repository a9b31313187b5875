/** Commands of libnftables-json(5), in order; nft runs all of them or none. */
export type Commands = readonly object[];

export const family = 'inet';

export function addTable(table: string) {
  return { add: { table: { family, name: table } } };
}

/** Does nothing if the table does not exist. */
export function deleteTable(table: string): Commands {
  return [addTable(table), { delete: { table: { family, name: table } } }];
}

/** Shows the table; with the option `--terse` without the elements of its maps. */
export function listTable(table: string): Commands {
  return [{ list: { table: { family, name: table } } }];
}

export function addChain(table: string, name: string, hook?: object) {
  return { add: { chain: { family, table, name, ...hook } } };
}

export function addRule(table: string, chain: string, ...expr: object[]) {
  return { add: { rule: { family, table, chain, expr } } };
}

export function match(left: object, right: unknown, op: '==' | '!=' = '==') {
  return { match: { op, left, right } };
}

/** Adds or deletes elements of a map; none without elements. */
export function changeElements(
  command: 'add' | 'delete',
  table: string,
  map: string,
  elem: readonly unknown[],
): Commands {
  return elem.length > 0 ? [{ [command]: { element: { family, table, name: map, elem } } }] : [];
}

export function versionOf(address: string): '4' | '6' {
  return address.includes(':') ? '6' : '4';
}
