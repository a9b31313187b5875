import { lastPort } from './protocols.ts';

/** Both bounds included. */
export interface PortRange {
  readonly first: number;
  readonly last: number;
}

/**
 * The ranges of a list in their order, and the list in canonical spelling; or the first item that is no port or range,
 * or that contains a port for the second time.
 */
export type PortList =
  | { readonly kind: 'list'; readonly ranges: readonly PortRange[]; readonly text: string }
  | { readonly kind: 'bad-item' | 'repeated'; readonly item: string };

/** Reads ports 0 to 65535 and ranges `first-last`, separated by commas or blanks. The empty text is the empty list. */
export function parsePortList(text: string): PortList {
  const ranges: PortRange[] = [];
  const items = text.replaceAll(/\s*-\s*/g, '-').split(/[,\s]+/);
  for (const item of items.filter((each) => each !== '')) {
    const range = parseItem(item);
    if (!range) return { kind: 'bad-item', item };
    if (ranges.some(({ first, last }) => range.first <= last && first <= range.last)) return { kind: 'repeated', item };
    ranges.push(range);
  }
  const spelled = ranges.map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`));
  return { kind: 'list', ranges, text: spelled.join(', ') };
}

function parseItem(item: string): PortRange | undefined {
  const digits = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(item);
  if (!digits) return undefined;
  const first = Number(digits[1]);
  const last = Number(digits[2] ?? digits[1]);
  if (last > lastPort || first > last || (digits[2] !== undefined && first === last)) return undefined;
  return { first, last };
}
