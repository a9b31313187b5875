import { latinLetters } from '@gatewarden/net/latin-letters';

/** Maximum length of a username in the contract. */
const maxLength = 63;

/**
 * Suggests a username for a new user: `first.last` in Latin letters, hyphens included, with the lowest number that makes it unique
 * without regard to case. Empty if the names have no usable letters.
 */
export function suggestUsername(names: { first: string; last: string }, taken: ReadonlySet<string>): string {
  const stem = [names.first, names.last]
    .map((name) =>
      latinLetters(name)
        .toLowerCase()
        .replace(/[^a-z0-9-]+/g, '')
        .replace(/^-+|-+$/g, ''),
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
