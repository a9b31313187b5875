import type { FilePreview, PreviewedPeer } from '@gatewarden/contract/location-import';
import type { ImportRequest } from './location-import.queries.ts';

/** Who gets a peer: a user, by id, or the location, as a network device. */
type PeerOwner = number | 'network';

/** What becomes of a peer: a device of its owner, or nothing. */
export interface PeerChoice {
  readonly owner: PeerOwner | null;
  readonly name: string;
}
/** By public key. */
export type Mapping = ReadonlyMap<string, PeerChoice>;

/** Peers that are not devices yet. */
export function openPeers({ peers }: FilePreview): PreviewedPeer[] {
  return peers.filter(({ device }) => device === null);
}

/** Retains earlier choices; other peers go to the user whom their name certainly means. */
export function suggestMapping(preview: FilePreview, earlier: Mapping, defaultName: (line: number) => string): Mapping {
  return new Map(
    openPeers(preview).map(({ wireguard_pubkey, line, name, suggestions, is_certain }) => {
      const suggested = is_certain ? (suggestions[0]?.user_id ?? null) : null;
      const choice = earlier.get(wireguard_pubkey) ?? { owner: suggested, name: name ?? defaultName(line) };
      return [wireguard_pubkey, choice];
    }),
  );
}

export function mappedPeers(mapping: Mapping): (readonly [string, PeerChoice & { readonly owner: PeerOwner }])[] {
  return [...mapping].flatMap(([key, { owner, name }]) => (owner === null ? [] : [[key, { owner, name }] as const]));
}

/** Devices of the request. Those of one owner have different names: a number is added to those that repeat. */
export function toDevices(mapping: Mapping): NonNullable<ImportRequest['devices']> {
  const taken = new Set<string>();
  return mappedPeers(mapping).map(([wireguard_pubkey, { owner, name }]) => {
    const free = freeName(name.trim(), (candidate) => taken.has(`${owner} ${candidate}`));
    taken.add(`${owner} ${free}`);
    return { user_id: owner === 'network' ? null : owner, name: free, wireguard_pubkey };
  });
}

function freeName(name: string, isTaken: (candidate: string) => boolean): string {
  if (!isTaken(name)) return name;
  for (let number = 2; ; number += 1) if (!isTaken(`${name} ${number}`)) return `${name} ${number}`;
}

/** Keys of mapped peers without a name. */
export function unnamedPeers(mapping: Mapping): string[] {
  return mappedPeers(mapping)
    .filter(([, { name }]) => name.trim() === '')
    .map(([key]) => key);
}
