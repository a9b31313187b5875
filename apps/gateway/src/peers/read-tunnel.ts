import type { Interface, Peer as PeerMessage } from '@gatewarden/contract/gateway/v1';
import { parseInterfaceAddress } from '@gatewarden/net/subnet';
import { Secret } from '@gatewarden/process/secret';
import type { Peer, Peers, TunnelSettings } from '../ports/wireguard.ts';

/** A state from core cannot be applied. The message is one sentence for the administrator, without secrets. */
export class UnusableState extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnusableState';
  }
}

/** @throws UnusableState with the invalid field in its message */
export function readSettings(message: Interface | undefined): TunnelSettings {
  if (!message) throw new UnusableState('The interface is missing from the state.');
  const { privateKey, addresses, listenPort } = message;
  if (privateKey.length !== keyBytes) throw new UnusableState('The private key of the interface is not 32 bytes long.');
  if (listenPort < 1 || listenPort > maxPort) throw new UnusableState(`${listenPort} is not a port to listen at.`);
  if (addresses.length === 0) throw new UnusableState('The interface has no address.');
  const texts = addresses.map((text) => readAddress(text, 'The interface').text).toSorted();
  if (new Set(texts).size < texts.length) throw new UnusableState('The interface has an address twice.');
  return { privateKey: new Secret(base64(clamp(privateKey))), addresses: texts, listenPort };
}

/** By public key. Invalid peers are left out, with one sentence for each in `problems`. */
export function readPeers(messages: readonly PeerMessage[], problems: string[]): Map<string, Peer> {
  const peers = new Map<string, Peer>();
  for (const message of messages) {
    try {
      const peer = readPeer(message);
      if (peers.has(peer.publicKey)) throw new UnusableState(`Peer ${peer.publicKey} comes twice.`);
      peers.set(peer.publicKey, peer);
    } catch (error) {
      if (!(error instanceof UnusableState)) throw error;
      problems.push(error.message);
    }
  }
  return peers;
}

/** @throws UnusableState */
export function readPublicKey(bytes: Uint8Array): string {
  if (bytes.length !== keyBytes) throw new UnusableState('A public key is not 32 bytes long.');
  return base64(bytes);
}

/**
 * WireGuard assigns an address to the peer that was set last, so the result for two peers with the same address would
 * depend on the order. Candidates, which are new or changed, are left out if they share an address with another peer.
 */
export function excludeConflicts(peers: Peers, candidates: Peers, problems: string[]): Peers {
  const wanted = new Set([...candidates.values()].flatMap(({ allowedIps }) => allowedIps));
  const owners = new Map<string, string>();
  for (const { publicKey, allowedIps } of peers.values()) {
    if (candidates.has(publicKey)) continue;
    for (const address of allowedIps) if (wanted.has(address)) owners.set(address, publicKey);
  }
  const excluded = new Set<string>();
  for (const { publicKey, allowedIps } of candidates.values()) {
    const address = allowedIps.find((each) => owners.has(each));
    if (address === undefined) {
      for (const each of allowedIps) owners.set(each, publicKey);
    } else {
      problems.push(`Peers ${owners.get(address)} and ${publicKey} both have ${address}.`);
      excluded.add(publicKey);
    }
  }
  return excluded.size === 0 ? peers : new Map([...peers].filter(([key]) => !excluded.has(key)));
}

const keyBytes = 32;
const maxPort = 65_535;
const maxKeepaliveSeconds = 65_535;

function readPeer(message: PeerMessage): Peer {
  const publicKey = readPublicKey(message.publicKey);
  const { keepaliveSeconds, presharedKey } = message;
  if (keepaliveSeconds > maxKeepaliveSeconds) {
    throw new UnusableState(`Peer ${publicKey} has a keepalive interval of more than ${maxKeepaliveSeconds} s.`);
  }
  if (presharedKey.length !== 0 && presharedKey.length !== keyBytes) {
    throw new UnusableState(`The preshared key of peer ${publicKey} is not 32 bytes long.`);
  }
  const allowedIps = new Set(message.allowedIps.map((text) => readHost(text, publicKey)));
  return {
    publicKey,
    allowedIps: [...allowedIps].toSorted(),
    keepaliveSeconds,
    presharedKey: isZero(presharedKey) ? undefined : new Secret(base64(presharedKey)),
  };
}

/** The address of a host with its prefix, such as an entry of `allowedIps`. */
export function withoutPrefix(host: string): string {
  return host.slice(0, host.lastIndexOf('/'));
}

/** A network would send traffic for other peers to this one, so only single addresses are accepted. */
function readHost(text: string, publicKey: string): string {
  const { subnet, text: canonical } = readAddress(text, `Peer ${publicKey}`);
  if (subnet.first !== subnet.last) throw new UnusableState(`Peer ${publicKey} has ${text}, which is not one address.`);
  return canonical;
}

function readAddress(text: string, owner: string) {
  const address = text.includes('/') ? parseInterfaceAddress(text) : undefined;
  if (!address)
    throw new UnusableState(`${owner} has ${JSON.stringify(text.slice(0, 64))}, which is not an address with prefix.`);
  return address;
}

/** RFC 7748 §5. WireGuard clamps keys and shows the result, so keys must be clamped before a comparison. */
function clamp(privateKey: Uint8Array): Uint8Array {
  const last = privateKey.length - 1;
  return privateKey.map((byte, index) => (index === 0 ? byte & 248 : index === last ? (byte & 127) | 64 : byte));
}

/** In WireGuard, a preshared key of zeros means none, like an empty one. */
function isZero(key: Uint8Array): boolean {
  return key.every((byte) => byte === 0);
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}
