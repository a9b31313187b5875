import type {
  FilePreview,
  ImportFileNote,
  ImportFileProblem,
  PreviewedPeer,
} from '@gatewarden/contract/location-import';
import { formatAddress } from '@gatewarden/net/address';
import type { FileNote, FileProblem } from '@gatewarden/net/wireguard-file/file-problem';
import type { KeyOwner } from '../devices/index.ts';
import type { Analysis } from './analysis.ts';

/** As many as a person reads. */
const maxRemarks = 100;

export interface CheckedFile extends Analysis {
  /** Devices with keys of peers, by key. */
  readonly known: ReadonlyMap<string, KeyOwner>;
}

export function presentPreview(file: CheckedFile): FilePreview {
  return {
    interfaces: file.interfaces.map(({ line, name }) => ({ line, name: name ?? null })),
    name: file.interface?.name ?? null,
    address: (file.interface?.networks ?? []).map(({ text }) => text),
    port: file.interface?.port ?? null,
    dns: file.interface?.dns ?? null,
    peers: file.peers.map((peer) => presentPeer(peer, file.known)),
    problems: file.problems.slice(0, maxRemarks).map(presentProblem),
    problem_count: file.problems.length,
    notes: file.notes.slice(0, maxRemarks).map(presentNote),
    note_count: file.notes.length,
  };
}

function presentPeer(
  { peer, addresses, suggestions, isCertain }: CheckedFile['peers'][number],
  known: CheckedFile['known'],
): PreviewedPeer {
  const device = known.get(peer.publicKey);
  return {
    line: peer.line,
    name: peer.name ?? null,
    wireguard_pubkey: peer.publicKey,
    wireguard_ips: addresses.map(({ address }) => formatAddress(address)),
    device: device ? { id: device.id, name: device.name, username: device.username } : null,
    suggestions: device ? [] : [...suggestions],
    is_certain: !device && isCertain,
  };
}

/** A peer that became no device. */
export function presentRemaining(
  peer: CheckedFile['peers'][number]['peer'],
  addresses: CheckedFile['peers'][number]['addresses'],
) {
  return {
    user_id: null,
    name: peer.publicKey,
    wireguard_pubkey: peer.publicKey,
    wireguard_ips: addresses.map(({ address }) => formatAddress(address)),
  };
}

function presentProblem({ line, kind, key, value, otherLine }: FileProblem): ImportFileProblem {
  return { line, problem: kind, key: key ?? null, value: value ?? null, other_line: otherLine ?? null };
}

function presentNote({ line, kind, key, value }: FileNote): ImportFileNote {
  return { line, note: kind, key: key ?? null, value: value ?? null };
}
