import { type RawBuilder, sql } from 'kysely';

/** Characters of `searchable` after which a word begins. Listed, because trigrams do not support negated classes. */
const nonWordCharacters = String.raw`][\n !"#$%&'()*+,/;<=>?@\\^_\`{|}~-`;
/** Dots and colons, as `search_key` encodes them. With one letter after them, a trigram would be incomplete. */
const encodedMarks = 'XY';
const trigramLength = 3;

/**
 * Whether an entry contains the text. Trigrams find three characters anywhere. One or two ASCII characters are searched
 * for at the start of words, for which there are trigrams too. A single character of another alphabet is long enough.
 */
export function containsText(search: string): RawBuilder<boolean> {
  const isShort = search.length < trigramLength && /^[\x20-\x7e]+$/.test(search);
  // no trigram matches a text without a letter: the search would read the whole log, mostly without a result
  if (!/[a-z0-9.:]|[^\x20-\x7e]/i.test(search)) return sql`false`;
  if (!isShort) return sql`searchable like ${'%'} || search_key(${search.replaceAll(/[\\%_]/g, '\\$&')}) || ${'%'}`;
  const start = search.length === 1 ? `[${nonWordCharacters}]` : `[${nonWordCharacters.slice(0, -1)}${encodedMarks}-]`;
  return sql`searchable ~ (${start} || search_key(${search.replaceAll(/[^a-z0-9.: ]/gi, '\\$&')}))`;
}
