import { createHash } from 'node:crypto';
import type { AccessEntry, FirewallPolicy } from '../../ports/firewall.ts';

/**
 * How profiles are divided into blocks of entries, so that profiles with entries in common share the maps of the kernel:
 * the time in which the kernel adds maps grows with the square of their number.
 */
export interface Layout {
  /** By id; equal blocks have equal ids. Each is part of a profile. */
  readonly blocks: ReadonlyMap<string, readonly AccessEntry[]>;
  /** Ids of blocks by id of the profile. Together they have the entries of the profile, and no others. */
  readonly profiles: ReadonlyMap<string, readonly string[]>;
}

/** Limits what a packet costs: each block of its profile is one look-up. */
const maxBlocks = 8;

type Profiles = FirewallPolicy['profiles'];

/** The fewest blocks that profiles share, unless a profile would have more than `maxBlocks`. */
export function createLayout(profiles: Profiles): Layout {
  return completeLayout(joinShared(shareEntries(profiles)), new Map(), profiles);
}

/** Keeps the division of profiles that exist. The blocks of others are existing ones and at most one more. */
export function changeLayout(before: Layout, profiles: Profiles): Layout {
  const kept = new Map([...before.profiles].filter(([id]) => profiles.has(id)));
  const isUnchanged = kept.size === before.profiles.size && kept.size === profiles.size;
  return isUnchanged ? before : completeLayout(before.blocks, kept, profiles);
}

/** Entries that the same profiles have. */
interface SharedEntries {
  readonly entries: AccessEntry[];
  /** In the order of the profiles. */
  readonly profiles: ReadonlySet<number>;
}

function shareEntries(profiles: Profiles): SharedEntries[] {
  const occurrences = new Map<string, { readonly entry: AccessEntry; readonly profiles: number[] }>();
  let index = 0;
  for (const entries of profiles.values()) {
    for (const entry of entries) {
      const known = occurrences.get(keyOf(entry));
      if (known) known.profiles.push(index);
      else occurrences.set(keyOf(entry), { entry, profiles: [index] });
    }
    index += 1;
  }
  const shared = new Map<string, SharedEntries>();
  for (const { entry, profiles: indexes } of occurrences.values()) {
    const key = indexes.join();
    const same = shared.get(key);
    if (same) same.entries.push(entry);
    else shared.set(key, { entries: [entry], profiles: new Set(indexes) });
  }
  return [...shared.values()];
}

/**
 * Blocks: shared entries together with all others that the same profiles have, so that a profile needs fewer blocks.
 * What the rules of a group decide is one block, for example, even if some of them name a second group.
 */
function joinShared(shared: readonly SharedEntries[]): Map<string, readonly AccessEntry[]> {
  const byProfile = new Map<number, SharedEntries[]>();
  for (const each of shared) {
    for (const profile of each.profiles) {
      const others = byProfile.get(profile);
      if (others) others.push(each);
      else byProfile.set(profile, [each]);
    }
  }
  const othersOf = (own: SharedEntries) => {
    const [first = 0] = own.profiles;
    return (byProfile.get(first) ?? []).filter((other) => other !== own && hasAll(other, own.profiles));
  };
  return new Map(
    shared.map((own) => {
      // own entries first: they tell blocks apart
      const joined = own.profiles.size > 1 ? [own, ...othersOf(own)] : [own];
      const entries = joined.flatMap((each) => each.entries);
      return [idOf(entries), entries];
    }),
  );
}

function hasAll({ profiles }: SharedEntries, others: ReadonlySet<number>): boolean {
  return profiles.size >= others.size && others.isSubsetOf(profiles);
}

/** Divides the profiles that are not divided yet. */
function completeLayout(known: Layout['blocks'], divided: Layout['profiles'], profiles: Profiles): Layout {
  const blocksAt = indexByFirstEntry(known);
  const added = new Map<string, readonly AccessEntry[]>();
  const complete = new Map(divided);
  for (const [id, entries] of profiles) {
    if (complete.has(id)) continue;
    const { blocks, remaining } = divideProfile(entries, known, blocksAt);
    if (remaining.length > 0) {
      const own = idOf(remaining);
      added.set(own, remaining);
      blocks.push(own);
    }
    complete.set(id, blocks);
  }
  const used = new Set<string>();
  for (const blocks of complete.values()) {
    for (const id of blocks) used.add(id);
  }
  return { blocks: new Map([...known, ...added].filter(([id]) => used.has(id))), profiles: complete };
}

/** Ids of blocks by the key of their first entry. */
function indexByFirstEntry(blocks: Layout['blocks']): ReadonlyMap<string, readonly string[]> {
  const index = new Map<string, string[]>();
  for (const [id, [first]] of blocks) {
    if (!first) continue;
    const others = index.get(keyOf(first));
    if (others) others.push(id);
    else index.set(keyOf(first), [id]);
  }
  return index;
}

/** The largest blocks that have entries of the profile alone, and the entries that they leave. */
function divideProfile(
  entries: readonly AccessEntry[],
  known: Layout['blocks'],
  blocksAt: ReadonlyMap<string, readonly string[]>,
) {
  const own = new Map(entries.map((entry) => [keyOf(entry), entry]));
  const usable = [...own.keys()]
    .flatMap((key) => blocksAt.get(key) ?? [])
    .map((id) => ({ id, block: known.get(id) ?? [] }))
    .filter(({ block }) => block.every((entry) => own.has(keyOf(entry))))
    .sort((one, other) => other.block.length - one.block.length || (one.id < other.id ? -1 : 1));
  const chosen: typeof usable = [];
  const remaining = new Map(own);
  for (const each of usable) {
    if (!each.block.some((entry) => remaining.has(keyOf(entry)))) continue;
    chosen.push(each);
    for (const entry of each.block) remaining.delete(keyOf(entry));
  }
  const isComplete = remaining.size === 0 && chosen.length <= maxBlocks;
  const blocks = isComplete ? chosen : chosen.slice(0, maxBlocks - 1);
  const rest = new Map(isComplete ? [] : own);
  for (const { block } of blocks) {
    for (const entry of block) rest.delete(keyOf(entry));
  }
  return { blocks: blocks.map(({ id }) => id), remaining: [...rest.values()] };
}

const keys = new WeakMap<AccessEntry, string>();

function keyOf(entry: AccessEntry): string {
  const known = keys.get(entry);
  if (known !== undefined) return known;
  const { first, last, services, allow, rule } = entry;
  const ranges = services.map(({ firstProtocol, lastProtocol, firstPort, lastPort }) =>
    [firstProtocol, lastProtocol, firstPort, lastPort].join('-'),
  );
  const key = `${first}-${last} ${ranges.join()} ${allow} ${rule}`;
  keys.set(entry, key);
  return key;
}

/** Independent of the order of the entries. */
function idOf(entries: readonly AccessEntry[]): string {
  const text = entries.map(keyOf).sort().join(';');
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
