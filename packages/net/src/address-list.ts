import { type InterfaceAddress, parseInterfaceAddress, parseSubnet, type Subnet } from './subnet.ts';

/** What a comma-separated list holds, in its order, or the first item of it that cannot be read, as it was written. */
export type ParsedList<Item> = { kind: 'list'; items: Item[] } | { kind: 'bad-item'; item: string };

/**
 * A location's own addresses, host part kept. Blanks around items and empty items are ignored, so a text of neither
 * gives an empty list. The same network twice stays twice: `checkNetworks` names it as an overlap.
 */
export function parseInterfaceAddressList(text: string): ParsedList<InterfaceAddress> {
  return parseList(text, parseInterfaceAddress);
}

/** Networks routed to clients: host part cleared, each network once. Blanks and empty items are ignored. */
export function parseSubnetList(text: string): ParsedList<Subnet> {
  const list = parseList(text, parseSubnet);
  if (list.kind === 'bad-item') return list;
  const byText = new Map(list.items.map((subnet) => [subnet.text, subnet]));
  return { kind: 'list', items: [...byText.values()] };
}

function parseList<Item>(text: string, parseItem: (text: string) => Item | undefined): ParsedList<Item> {
  const items: Item[] = [];
  for (const piece of text.split(',')) {
    const item = piece.trim();
    if (item === '') continue;
    const parsed = parseItem(item);
    if (parsed === undefined) return { kind: 'bad-item', item };
    items.push(parsed);
  }
  return { kind: 'list', items };
}
