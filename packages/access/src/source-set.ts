import type { Source, SourceNames } from './rule.ts';

/** Everyone whom rules of a location can concern. */
export interface Population {
  readonly users: readonly { readonly id: number; readonly groups: readonly number[] }[];
  readonly networkDevices: readonly number[];
}

/** A set of sources of a population: a bit each, users first. */
export type SourceSet = Uint32Array;

const bitsPerWord = 32;

/** Sets of the sources of one population. */
export interface SourceSets {
  readonly everyone: SourceSet;
  readonly everyUser: SourceSet;
  /** The members of each group that has any. */
  readonly groups: ReadonlyMap<number, SourceSet>;
  empty(): SourceSet;
  /** The sources that are named. */
  of(names: SourceNames): SourceSet;
  /** In ascending order. */
  usersOf(set: SourceSet): number[];
  /** In ascending order. */
  networkDevicesOf(set: SourceSet): number[];
  has(set: SourceSet, source: Pick<Source, 'kind' | 'id'>): boolean;
}

export function createSourceSets(population: Population): SourceSets {
  const users = population.users.toSorted((a, b) => a.id - b.id);
  const networkDevices = population.networkDevices.toSorted((a, b) => a - b);
  const count = users.length + networkDevices.length;
  const userBits = new Map(users.map(({ id }, bit) => [id, bit]));
  const deviceBits = new Map(networkDevices.map((id, index) => [id, users.length + index]));
  const empty = () => new Uint32Array(Math.ceil(count / bitsPerWord));
  const everyUser = range(empty(), 0, users.length);
  const everyNetworkDevice = range(empty(), users.length, count);
  const groups = new Map<number, SourceSet>();
  for (const [bit, user] of users.entries()) {
    for (const group of user.groups) {
      const members = groups.get(group) ?? empty();
      groups.set(group, members);
      setBit(members, bit);
    }
  }
  const userIds = users.map(({ id }) => id);
  return {
    everyone: range(empty(), 0, count),
    everyUser,
    groups,
    empty,
    of(names) {
      const set = empty();
      if (names.everyUser) add(set, everyUser);
      if (names.everyNetworkDevice) add(set, everyNetworkDevice);
      for (const id of names.groups) add(set, groups.get(id));
      for (const id of names.users) setBit(set, userBits.get(id));
      for (const id of names.networkDevices) setBit(set, deviceBits.get(id));
      return set;
    },
    usersOf: (set) => pick(userIds, set, 0),
    networkDevicesOf: (set) => pick(networkDevices, set, users.length),
    has: (set, { kind, id }) => {
      const bit = (kind === 'user' ? userBits : deviceBits).get(id);
      return bit !== undefined && hasBit(set, bit);
    },
  };
}

/** Adds the sources of `other` to `set`. */
export function add(set: SourceSet, other: SourceSet | undefined): void {
  if (!other) return;
  for (let word = 0; word < set.length; word += 1) set[word] = at(set, word) | at(other, word);
}

/** Removes the sources of `other` from `set`. */
export function remove(set: SourceSet, other: SourceSet): void {
  for (let word = 0; word < set.length; word += 1) set[word] = at(set, word) & ~at(other, word);
}

/** Removes from `set` all sources that are not in `other`. */
export function retain(set: SourceSet, other: SourceSet): void {
  for (let word = 0; word < set.length; word += 1) set[word] = at(set, word) & at(other, word);
}

/** The sources of `a` that are not in `b`. */
export function difference(a: SourceSet, b: SourceSet): SourceSet {
  const rest = a.slice();
  remove(rest, b);
  return rest;
}

export function isEmpty(set: SourceSet): boolean {
  return set.every((word) => word === 0);
}

/** Whether each source of `a` is in `b`. */
export function isSubset(a: SourceSet, b: SourceSet): boolean {
  return a.every((word, index) => (word & ~at(b, index)) === 0);
}

export function sizeOf(set: SourceSet): number {
  let size = 0;
  for (const word of set) {
    for (let bits = word; bits !== 0; bits &= bits - 1) size += 1;
  }
  return size;
}

/** Returns a function that returns the same object for equal sets. */
export function createInterning(): (set: SourceSet) => SourceSet {
  const known = new Map<number, SourceSet[]>();
  return (set) => {
    let hash = 0;
    for (const word of set) hash = Math.imul(hash ^ word, 0x01000193);
    const candidates = known.get(hash) ?? [];
    known.set(hash, candidates);
    const found = candidates.find((each) => each.every((word, index) => word === set[index]));
    if (found) return found;
    candidates.push(set);
    return set;
  };
}

/** The ids whose bits are in the set; the first one has the bit `firstBit`. */
function pick(ids: readonly number[], set: SourceSet, firstBit: number): number[] {
  const picked: number[] = [];
  const endBit = firstBit + ids.length;
  for (let word = Math.floor(firstBit / bitsPerWord); word * bitsPerWord < endBit; word += 1) {
    for (let bits = at(set, word); bits !== 0; bits &= bits - 1) {
      const id = ids[(word + 1) * bitsPerWord - 1 - Math.clz32(bits & -bits) - firstBit];
      if (id !== undefined) picked.push(id);
    }
  }
  return picked;
}

function range(set: SourceSet, from: number, to: number): SourceSet {
  for (let bit = from; bit < to; bit += 1) setBit(set, bit);
  return set;
}

function setBit(set: SourceSet, bit: number | undefined): void {
  if (bit === undefined) return;
  const word = Math.floor(bit / bitsPerWord);
  set[word] = at(set, word) | (1 << (bit % bitsPerWord));
}

function hasBit(set: SourceSet, bit: number): boolean {
  return (at(set, Math.floor(bit / bitsPerWord)) & (1 << (bit % bitsPerWord))) !== 0;
}

function at(set: SourceSet, word: number): number {
  return set[word] ?? 0;
}
