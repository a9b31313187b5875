import type { Secret } from '@gatewarden/process/secret';
import type { Backend } from '@gatewarden/tunnel/tunnel-error';

export { type Backend, TunnelError } from '@gatewarden/tunnel/tunnel-error';

export interface Peer {
  /** 32 bytes in canonical base64; identifies the peer. */
  readonly publicKey: string;
  /** Canonical `address/prefix`, sorted as text, without duplicates, none shared with another peer. */
  readonly allowedIps: readonly string[];
  /** 0 when off. */
  readonly keepaliveSeconds: number;
  /** 32 bytes in canonical base64; undefined for none. */
  readonly presharedKey: Secret | undefined;
}

export interface TunnelSettings {
  /** 32 bytes in canonical base64. */
  readonly privateKey: Secret;
  /** Canonical `address/prefix` with the host part, sorted as text; the prefix is also the route to the peers. */
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

/** The configuration of the interface; settings that were never set are absent. */
export interface TunnelReading {
  readonly settings: Partial<TunnelSettings>;
  readonly peers: Peers;
}

/** The change from one state to another. Peers that it does not contain remain unchanged. */
export interface TunnelDifference {
  /** Only the fields that change. */
  readonly settings: Partial<TunnelSettings>;
  readonly removedKeys: readonly string[];
  /** New and changed peers, each with all its values. */
  readonly upserted: readonly Peer[];
}

export interface PeerTraffic {
  readonly publicKey: string;
  /** Cumulative since the creation of the interface, or since the peer was added if that was later. */
  readonly receivedBytes: bigint;
  readonly sentBytes: bigint;
  /** Unix seconds; 0n when there was none. */
  readonly latestHandshake: bigint;
  /** `address:port`, IPv6 in brackets; empty when unknown. */
  readonly endpoint: string;
}

export interface OpenedTunnel {
  readonly backend: Backend;
  /** The interface existed already, created by an earlier run: it may carry traffic. */
  readonly adopted: boolean;
}

/** One WireGuard interface, identified by its name. Calls must not overlap; each may throw TunnelError. */
export interface Wireguard {
  /**
   * Creates the interface and brings it up, or takes over the one that an earlier run with the same mark created.
   * Idempotent. Throws for an interface of that name without the mark, and does not change it.
   */
  open(): Promise<OpenedTunnel>;
  /** Undefined if the interface does not exist or does not have the mark. */
  read(): Promise<TunnelReading | undefined>;
  /** If it throws, part of the difference may be applied. An allowed address moves to the peer that was set last. */
  change(difference: TunnelDifference): Promise<void>;
  /** Every peer once, in any order; throws if the interface does not exist. */
  readTraffic(): Promise<readonly PeerTraffic[]>;
  /** Removes the interface if it has the mark; does nothing if it does not exist. */
  remove(): Promise<void>;
}
