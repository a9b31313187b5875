import { type RawBuilder, sql } from 'kysely';

/** Where a word begins in `searchable`: after what no word is made of. Listed, for trigrams know no negated class. */
const nonWordCharacters = String.raw`][\n !"#$%&'()*+,/;<=>?@\\^_\`{|}~-`;
/** Dots and colons, as `search_key` writes them. One letter after them would be too little for a trigram. */
const encodedMarks = 'XY';
const trigramLength = 3;

/**
 * Whether an entry contains the text. Trigrams find three characters anywhere; one or two of ASCII are looked for where
 * words begin, for which there are trigrams too. Characters of other alphabets are long enough one by one.
 */
export function containsText(search: string): RawBuilder<boolean> {
  const isShort = search.length < trigramLength && /^[\x20-\x7e]+$/.test(search);
  // no trigram knows a text without a letter: it would mean reading the whole log, most often for nothing
  if (!/[a-z0-9.:]|[^\x20-\x7e]/i.test(search)) return sql`false`;
  if (!isShort) return sql`searchable like ${'%'} || search_key(${search.replaceAll(/[\\%_]/g, '\\$&')}) || ${'%'}`;
  const start = search.length === 1 ? `[${nonWordCharacters}]` : `[${nonWordCharacters.slice(0, -1)}${encodedMarks}-]`;
  return sql`searchable ~ (${start} || search_key(${search.replaceAll(/[^a-z0-9.: ]/gi, '\\$&')}))`;
}
