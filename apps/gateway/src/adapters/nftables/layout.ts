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

/** The blocks are the entries that the same profiles have, unless a profile would have more than `maxBlocks`. */
export function createLayout(profiles: Profiles): Layout {
  return completeLayout(shareEntries(profiles), new Map(), profiles);
}

/** Keeps the division of profiles that exist. The blocks of others are existing ones and at most one more. */
export function changeLayout(before: Layout, profiles: Profiles): Layout {
  const kept = new Map([...before.profiles].filter(([id]) => profiles.has(id)));
  return completeLayout(before.blocks, kept, profiles);
}

function shareEntries(profiles: Profiles): Map<string, readonly AccessEntry[]> {
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
  const shared = new Map<string, AccessEntry[]>();
  for (const { entry, profiles: indexes } of occurrences.values()) {
    const key = indexes.join();
    const same = shared.get(key);
    if (same) same.push(entry);
    else shared.set(key, [entry]);
  }
  return new Map([...shared.values()].map((entries) => [idOf(entries), entries]));
}

/** Divides the profiles that are not divided yet. */
function completeLayout(known: Layout['blocks'], divided: Layout['profiles'], profiles: Profiles): Layout {
  const blocksOf = indexBlocks(known);
  const added = new Map<string, readonly AccessEntry[]>();
  const complete = new Map(divided);
  for (const [id, entries] of profiles) {
    if (complete.has(id)) continue;
    const { blocks, remaining } = divideProfile(entries, known, blocksOf);
    if (remaining.length > 0) added.set(idOf(remaining), remaining);
    complete.set(id, remaining.length > 0 ? [...blocks, idOf(remaining)] : blocks);
  }
  const used = new Set([...complete.values()].flat());
  return { blocks: new Map([...known, ...added].filter(([id]) => used.has(id))), profiles: complete };
}

/** Ids of blocks by the key of an entry. */
function indexBlocks(blocks: Layout['blocks']): ReadonlyMap<string, readonly string[]> {
  const index = new Map<string, string[]>();
  for (const [id, entries] of blocks) {
    for (const entry of entries) {
      const others = index.get(keyOf(entry));
      if (others) others.push(id);
      else index.set(keyOf(entry), [id]);
    }
  }
  return index;
}

/** The largest blocks that have entries of the profile alone, and the entries that they leave. */
function divideProfile(
  entries: readonly AccessEntry[],
  known: Layout['blocks'],
  blocksOf: ReadonlyMap<string, readonly string[]>,
) {
  const contained = new Map<string, number>();
  for (const entry of entries) {
    for (const id of blocksOf.get(keyOf(entry)) ?? []) contained.set(id, (contained.get(id) ?? 0) + 1);
  }
  const usable = [...contained]
    .filter(([id, count]) => count === known.get(id)?.length)
    .sort(([one, size], [other, otherSize]) => otherSize - size || (one < other ? -1 : 1));
  const isComplete = usable.length <= maxBlocks;
  const remaining = new Map(entries.map((entry) => [keyOf(entry), entry]));
  const blocks: string[] = [];
  for (const [id] of usable) {
    if (blocks.length === maxBlocks - (isComplete ? 0 : 1)) break;
    const own = known.get(id) ?? [];
    if (!own.some((entry) => remaining.has(keyOf(entry)))) continue;
    for (const entry of own) remaining.delete(keyOf(entry));
    blocks.push(id);
  }
  return { blocks, remaining: [...remaining.values()] };
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
