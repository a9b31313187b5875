import type { PaletteItem } from './palette-items.tsx';

/** How well an item matches, best first: exactly, its beginning, the beginning of a word, a part, letters in order. */
export type Rank = 0 | 1 | 2 | 3 | 4;

export interface RankedItem {
  readonly item: PaletteItem;
  readonly rank: Rank;
}

const withoutMark: Readonly<Record<string, string>> = { ł: 'l', đ: 'd', ð: 'd', ø: 'o', ß: 'ss', æ: 'ae', œ: 'oe' };

/** Small letters without accents; syllables of Korean as their letters, so that an unfinished one is found. */
function foldText(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .replaceAll(/[łđðøßæœ]/g, (letter) => withoutMark[letter] ?? letter);
}

/** The rank of the query in the texts of the item; undefined if they do not match. All words must be in them. */
export function rankOf(item: PaletteItem, query: string): Rank | undefined {
  const wanted = foldText(query.trim());
  const label = foldText(item.label);
  if (label === wanted) return 0;
  if (label.startsWith(wanted)) return 1;
  const texts = [label, ...[item.description ?? '', ...(item.keywords ?? [])].map(foldText)];
  if (texts.some((text) => text === wanted)) return 1;
  if (texts.some((text) => startsWord(text, wanted))) return 2;
  if (wanted.split(/\s+/).every((word) => texts.some((text) => text.includes(word)))) return 3;
  return hasLettersInOrder(label, wanted) ? 4 : undefined;
}

function startsWord(text: string, wanted: string): boolean {
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text.charAt(at - 1))) return true;
  }
  return false;
}

const fewestLetters = 3;

/** The first letter begins a word, and the letters are close to each other. */
function hasLettersInOrder(text: string, query: string): boolean {
  const wanted = query.replaceAll(/\s+/g, '');
  if (wanted.length < fewestLetters) return false;
  for (let start = 0; start < text.length; start += 1) {
    if (text[start] !== wanted[0] || (start > 0 && /[\p{L}\p{N}]/u.test(text.charAt(start - 1)))) continue;
    const end = endOfLetters(text, start, wanted);
    if (end !== undefined && end - start <= wanted.length * 3) return true;
  }
  return false;
}

function endOfLetters(text: string, start: number, wanted: string): number | undefined {
  let at = start;
  for (const letter of wanted) {
    const found = text.indexOf(letter, at);
    if (found < 0) return undefined;
    at = found + 1;
  }
  return at;
}

const shownPerGroup = 6;

/** The best items of each group. Groups with better items first; groups and items of one rank in the given order. */
export function orderByRank(ranked: readonly RankedItem[]): PaletteItem[] {
  const groups = [...Map.groupBy(ranked, ({ item }) => item.group).values()].map((members) =>
    members.toSorted((one, other) => one.rank - other.rank).slice(0, shownPerGroup),
  );
  const best = (members: readonly RankedItem[]) => members[0]?.rank ?? 0;
  return groups.toSorted((one, other) => best(one) - best(other)).flatMap((members) => members.map(({ item }) => item));
}
