import {
  type Peer,
  type PeerTraffic,
  type TunnelDifference,
  TunnelError,
  type TunnelSettings,
  type Wireguard,
} from '../../ports/wireguard.ts';

/** The interfaces of a machine, by name. */
export type InMemoryMachine = Map<string, InMemoryInterface>;

export interface InMemoryInterface {
  readonly mark: string;
  settings: Partial<TunnelSettings>;
  readonly peers: Map<string, Peer>;
  readonly traffic: Map<string, PeerTraffic>;
}

export interface InMemoryOptions {
  readonly machine: InMemoryMachine;
  readonly name: string;
  readonly mark: string;
  /** Called before each change; if it throws, the change throws the same error and has no effect. */
  readonly beforeChange?: (difference: TunnelDifference) => void | Promise<void>;
}

/** WireGuard without a network: stores the configuration and returns the traffic that a test has set. */
export function createInMemoryWireguard({ machine, name, mark, beforeChange }: InMemoryOptions): Wireguard {
  const findOwn = () => {
    const link = machine.get(name);
    return link?.mark === mark ? link : undefined;
  };
  const getOwn = () => {
    const link = findOwn();
    if (!link) throw new TunnelError(`There is no interface ${name}.`);
    return link;
  };
  return {
    open: async () => {
      const present = machine.get(name);
      if (present && present.mark !== mark) throw new TunnelError(`There is an interface ${name} already.`);
      if (!present) machine.set(name, { mark, settings: { addresses: [] }, peers: new Map(), traffic: new Map() });
      return { backend: 'userspace', adopted: present !== undefined };
    },
    read: async () => {
      const link = findOwn();
      return link && { settings: { ...link.settings }, peers: new Map(link.peers) };
    },
    change: async (difference) => {
      await beforeChange?.(difference);
      const link = getOwn();
      link.settings = { ...link.settings, ...difference.settings };
      for (const key of difference.removedKeys) removePeer(link, key);
      for (const peer of difference.upserted) setPeer(link, peer);
    },
    readTraffic: async () => [...getOwn().traffic.values()],
    remove: async () => {
      if (findOwn()) machine.delete(name);
    },
  };
}

function removePeer({ peers, traffic }: InMemoryInterface, key: string): void {
  peers.delete(key);
  traffic.delete(key);
}

function setPeer({ peers, traffic }: InMemoryInterface, peer: Peer): void {
  for (const other of peers.values()) {
    const allowedIps = other.allowedIps.filter((address) => !peer.allowedIps.includes(address));
    peers.set(other.publicKey, { ...other, allowedIps });
  }
  peers.set(peer.publicKey, peer);
  const { publicKey } = peer;
  const silent = { publicKey, receivedBytes: 0n, sentBytes: 0n, latestHandshake: 0n, endpoint: '' };
  if (!traffic.has(publicKey)) traffic.set(publicKey, silent);
}
