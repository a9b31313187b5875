import { addressesWithPrefix } from '@gatewarden/net/address-prefix';
import type { Search } from './search.queries.ts';

/** Fewer characters are the beginning of too many keys. */
const keyStart = /^[A-Za-z0-9+/]{4,43}=?$/;

/** Reads a text that is not blank. */
export function parseSearch(text: string): Search {
  // as databases store names; keyboards of some systems produce letters with separate accents
  const typed = text.normalize('NFC').trim();
  return {
    text: typed,
    words: [...new Set(typed.split(/\s+/))],
    ranges: addressesWithPrefix(typed),
    key: keyStart.test(typed) ? typed : undefined,
  };
}
