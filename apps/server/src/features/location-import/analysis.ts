import type { InterfaceAddress } from '@gatewarden/net/subnet';
import { type PlacedPeer, placePeers } from '@gatewarden/net/wireguard-file/place-peers';
import { type FileInterface, readServerFile, type ServerFile } from '@gatewarden/net/wireguard-file/server-file';
import { type Candidate, createUserMatcher, type Suggestions } from './suggest-users.ts';

export interface AnalysisInput {
  readonly config: string;
  /** The interface to import; needed for a backup with several. */
  readonly interfaceLine: number | undefined;
  /** In place of the networks of the file. */
  readonly networks: readonly InterfaceAddress[] | undefined;
  /** Users to suggest; none if no suggestions are needed. */
  readonly users: readonly Candidate[];
}

/** A file with the addresses and the probable owners of its peers. */
export interface Analysis extends Pick<ServerFile, 'interfaces' | 'problems' | 'notes'> {
  readonly interface: FileInterface | undefined;
  readonly peers: readonly (PlacedPeer & Suggestions)[];
}

/** Cost: the length of the file and the number of users. */
export function analyze({ config, interfaceLine, networks, users }: AnalysisInput): Analysis {
  const file = readServerFile(config, interfaceLine);
  const known = networks ?? file.interface?.networks ?? [];
  const placed = known.length > 0 ? placePeers(file.peers, known) : withoutNetworks(file);
  const suggest = createUserMatcher(users);
  const byLine = (a: { line: number }, b: { line: number }) => a.line - b.line;
  return {
    interfaces: file.interfaces,
    interface: file.interface,
    peers: placed.peers.map((peer) => ({ ...peer, ...suggest(peer.peer.name) })),
    problems: [...file.problems, ...placed.problems].toSorted(byLine),
    notes: [...file.notes.filter(({ kind }) => !networks || !isAboutAddress(kind)), ...placed.notes].toSorted(byLine),
  };
}

/** Notes that do not apply when an administrator entered the addresses. */
function isAboutAddress(kind: ServerFile['notes'][number]['kind']): boolean {
  return kind === 'address_missing' || kind === 'address_from_comment';
}

function withoutNetworks({ peers }: ServerFile): ReturnType<typeof placePeers> {
  return { peers: peers.map((peer) => ({ peer, addresses: [] })), problems: [], notes: [] };
}
