import { type InterfaceAddress, parseInterfaceAddress, parseSubnet, type Subnet } from './subnet.ts';

/** The items of a comma-separated list in order, or the text of its first invalid item. */
export type ParsedList<Item> = { kind: 'list'; items: Item[] } | { kind: 'bad-item'; item: string };

/**
 * The gateway addresses of a location, with their host parts. Blanks around items and empty items are ignored; a text
 * without items gives an empty list. Duplicates remain: `checkNetworks` reports them as an overlap.
 */
export function parseInterfaceAddressList(text: string): ParsedList<InterfaceAddress> {
  return parseList(text, parseInterfaceAddress);
}

/** Networks routed to clients: host parts cleared, each network once. Blanks and empty items are ignored. */
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
