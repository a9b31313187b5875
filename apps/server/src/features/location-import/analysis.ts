import type { InterfaceAddress } from '@gatewarden/net/subnet';
import { limitProblems, maxRemarks } from '@gatewarden/net/wireguard-file/file-problem';
import { type PlacedPeer, placePeers } from '@gatewarden/net/wireguard-file/place-peers';
import {
  type FileInterface,
  type FilePeer,
  readServerFile,
  type ServerFile,
} from '@gatewarden/net/wireguard-file/server-file';
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

/** A file with the addresses and the probable owners of its peers. Problems and notes are limited to `maxRemarks`. */
export interface Analysis extends Pick<ServerFile, 'interfaces' | 'problems' | 'notes'> {
  readonly interface: FileInterface | undefined;
  readonly peers: readonly AnalyzedPeer[];
}

export interface AnalyzedPeer extends Suggestions {
  readonly peer: Omit<FilePeer, 'allowedIps'>;
  readonly addresses: PlacedPeer['addresses'];
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
    peers: placed.peers.map(({ peer: { line, name, publicKey }, addresses }) => ({
      peer: { line, name, publicKey },
      addresses,
      ...suggest(name),
    })),
    problems: limitProblems([...file.problems, ...placed.problems].toSorted(byLine)),
    notes: [...file.notes.filter(({ kind }) => !networks || !isAboutAddress(kind)), ...placed.notes]
      .toSorted(byLine)
      .slice(0, maxRemarks),
  };
}

/** Notes that do not apply when an administrator entered the addresses. */
function isAboutAddress(kind: ServerFile['notes'][number]['kind']): boolean {
  return kind === 'address_missing' || kind === 'address_from_comment';
}

function withoutNetworks({ peers }: ServerFile): ReturnType<typeof placePeers> {
  return { peers: peers.map((peer) => ({ peer, addresses: [] })), problems: [], notes: [] };
}
