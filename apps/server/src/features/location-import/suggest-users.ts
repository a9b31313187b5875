import type { ImportSuggestion } from '@gatewarden/contract/location-import';
import { latinLetters } from '@gatewarden/net/latin-letters';

/** What peers are compared with. */
export interface Candidate {
  readonly id: number;
  readonly username: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
}

export interface Suggestions {
  readonly suggestions: readonly ImportSuggestion[];
  /** Whether no other user resembles the name as much as the first one. */
  readonly isCertain: boolean;
}

type Reason = ImportSuggestion['reason'];
/** A match of a user, the best with the lowest rank. */
interface Match {
  readonly reason: Reason;
  readonly rank: number;
}
const matches = {
  email: { reason: 'email', rank: 0 },
  username: { reason: 'username', rank: 1 },
  fullName: { reason: 'name', rank: 2 },
  partOfName: { reason: 'name', rank: 3 },
} as const satisfies Record<string, Match>;
const maxSuggestions = 3;
/** Words of a name that are compared, such as in `ada.lovelace-macbook-pro`. */
const maxWords = 6;
/** Shorter parts of names are too common. */
const minPartCharacters = 3;

/**
 * Returns a function that finds the users whom the name of a peer resembles: it contains their email address, their
 * username, or their name in either order, also without marks and romanized. The time per name does not grow with the users.
 */
export function createUserMatcher(users: readonly Candidate[]): (name: string | undefined) => Suggestions {
  const index = new Map<string, Map<Candidate, Match>>();
  for (const user of users) for (const [key, match] of keysOf(user)) addKey(index, key, user, match);
  return (name) => {
    const found = new Map<Candidate, Match>();
    for (const part of partsOf(name ?? '')) {
      for (const [user, match] of index.get(part) ?? []) found.set(user, better(found.get(user), match));
    }
    const sorted = [...found].toSorted(([a, one], [b, two]) => one.rank - two.rank || a.id - b.id);
    const [first, second] = sorted;
    return {
      suggestions: sorted.slice(0, maxSuggestions).map(toSuggestion),
      isCertain: first !== undefined && (!second || first[1].rank < second[1].rank),
    };
  };
}

function toSuggestion([user, { reason }]: readonly [Candidate, Match]): ImportSuggestion {
  const { id, username, first_name, last_name } = user;
  return { user_id: id, username, first_name, last_name, reason };
}

function keysOf({ username, first_name, last_name, email }: Candidate): [string, Match][] {
  const [first, last] = [simplified(first_name), simplified(last_name)];
  const local = email.slice(0, email.lastIndexOf('@'));
  return [
    [email.toLowerCase(), matches.email],
    [simplified(local), matches.email],
    [simplified(username), matches.username],
    [first + last, matches.fullName],
    [last + first, matches.fullName],
    [first.slice(0, 1) + last, matches.fullName],
    ...`${first_name} ${last_name}`
      .split(/[\s-]+/u)
      .concat(first, last)
      .map(simplified)
      .filter((part) => part.length >= minPartCharacters)
      .map((part): [string, Match] => [part, matches.partOfName]),
  ];
}

function addKey(index: Map<string, Map<Candidate, Match>>, key: string, user: Candidate, match: Match): void {
  if (key === '') return;
  const users = index.get(key) ?? new Map<Candidate, Match>();
  users.set(user, better(users.get(user), match));
  index.set(key, users);
}

/** The whole name and every run of its words, as `adalovelace` in `Ada Lovelace (laptop)`. */
function partsOf(name: string): Set<string> {
  const words = name
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter(Boolean)
    .slice(0, maxWords)
    .map(simplified);
  const runs = words.flatMap((_, from) =>
    words.slice(from).map((__, length) => words.slice(from, from + length + 1).join('')),
  );
  const addresses = name.toLowerCase().match(/[^\s<>()]+@[^\s<>()]+/g) ?? [];
  return new Set([...addresses, ...runs]);
}

function simplified(text: string): string {
  return latinLetters(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

function better(a: Match | undefined, b: Match): Match {
  return a && a.rank <= b.rank ? a : b;
}
