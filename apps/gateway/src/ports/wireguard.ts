import type { Secret } from '../platform/secret.ts';

/** Who does the encryption: the kernel's own WireGuard or a wireguard-go process. */
export type Backend = 'kernel' | 'userspace';

export interface Peer {
  /** 32 bytes in canonical base64; names the peer. */
  readonly publicKey: string;
  /** Canonical `address/prefix`, sorted as text, none twice, none at another peer. */
  readonly allowedIps: readonly string[];
  /** 0 when off. */
  readonly keepaliveSeconds: number;
  /** 32 bytes in canonical base64; undefined for none. */
  readonly presharedKey: Secret | undefined;
}

export interface TunnelSettings {
  /** 32 bytes in canonical base64. */
  readonly privateKey: Secret;
  /** Canonical `address/prefix` with the host part kept, sorted as text; the prefix is also the route to the peers. */
  readonly addresses: readonly string[];
  /** UDP, 1 to 65535. */
  readonly listenPort: number;
}

/** By public key. */
export type Peers = ReadonlyMap<string, Peer>;

export interface TunnelState {
  readonly settings: TunnelSettings;
  readonly peers: Peers;
}

/** What is at the interface; settings are absent as long as nobody set them. */
export interface TunnelReading {
  readonly settings: Partial<TunnelSettings>;
  readonly peers: Peers;
}

/** What leads from one state to another. Peers that it does not name stay as they are. */
export interface TunnelDifference {
  /** Only the fields that change. */
  readonly settings: Partial<TunnelSettings>;
  readonly removedKeys: readonly string[];
  /** New peers and peers with new values, whole. */
  readonly upserted: readonly Peer[];
}

export interface PeerTraffic {
  readonly publicKey: string;
  /** Cumulative since the interface exists, or since the peer was added when that was later. */
  readonly receivedBytes: bigint;
  readonly sentBytes: bigint;
  /** Unix seconds; 0n when there was none. */
  readonly latestHandshake: bigint;
  /** `address:port`, IPv6 in brackets; empty when unknown. */
  readonly endpoint: string;
}

export interface OpenedTunnel {
  readonly backend: Backend;
  /** The interface was there already, made by an earlier run: traffic may be flowing through it. */
  readonly adopted: boolean;
}

/** The machine could not do it. The message is one sentence for the administrator and holds no secrets. */
export class TunnelError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'TunnelError';
  }
}

/**
 * One WireGuard interface, by name. Calls must not overlap; every one may throw TunnelError.
 */
export interface Wireguard {
  /**
   * Makes the interface and brings it up, or takes over the one that an earlier run with the same mark made.
   * Safe to repeat. Refuses an interface of that name without the mark, and does not touch it.
   */
  open(): Promise<OpenedTunnel>;
  /** Undefined when the interface is not there, or is not ours. */
  read(): Promise<TunnelReading | undefined>;
  /** When it throws, part of the difference may be in force. An allowed address ends at the peer that names it last. */
  change(difference: TunnelDifference): Promise<void>;
  /** Every peer once, in no order; throws when the interface is not there. */
  readTraffic(): Promise<readonly PeerTraffic[]>;
  /** Removes the interface if it is ours; nothing happens when it is not there. */
  remove(): Promise<void>;
}
