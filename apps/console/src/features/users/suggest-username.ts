import { latinLetters } from '@gatewarden/net/latin-letters';

/** As the contract has it: a user name has 63 characters at most. */
const maxLength = 63;

/**
 * A user name for a new person: `first.last` in Latin letters, with the lowest number behind it that makes it free.
 * Upper and lower case are the same name. Empty as long as the names give nothing to make one of.
 */
export function suggestUsername(names: { first: string; last: string }, taken: ReadonlySet<string>): string {
  const stem = [names.first, names.last]
    .map((name) =>
      latinLetters(name)
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, ''),
    )
    .filter((part) => part !== '')
    .join('.');
  if (stem === '') return '';
  for (let number = 1; ; number += 1) {
    const ending = number === 1 ? '' : String(number);
    const username = stem.slice(0, maxLength - ending.length) + ending;
    if (!taken.has(username)) return username;
  }
}
