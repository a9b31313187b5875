import { create } from '@bufbuild/protobuf';
import {
  type FullState,
  FullStateSchema,
  type Interface,
  InterfaceSchema,
  type Peer,
  PeerSchema,
  type StateChange,
  StateChangeSchema,
} from '@gatewarden/contract/gateway/v1';
import type { Secret } from '@gatewarden/process/secret';
import type { StateName, StateRow } from './location-state.queries.ts';
import type { PeerRow } from './peers.queries.ts';

/** The stored state of a location, with its private key in base64. */
export interface StoredState extends Pick<StateRow, 'version' | 'state_id' | 'addresses' | 'listen_port'> {
  readonly privateKey: Secret;
}

/** The full state that a gateway should run. */
export function toFullState(
  state: StoredState,
  peers: readonly PeerRow[],
  historyMark: Uint8Array<ArrayBuffer>,
): FullState {
  return create(FullStateSchema, {
    version: BigInt(state.version),
    stateId: idToBytes(state.state_id),
    interface: toInterface(state),
    peers: peers.map(toPeer),
    historyMark,
  });
}

interface Difference {
  /** Peers that differ, removed ones included. */
  readonly changed: readonly PeerRow[];
  /** Undefined if it does not differ. */
  readonly interface: StoredState | undefined;
  readonly historyMark: Uint8Array<ArrayBuffer>;
}

/** The difference from `base` to the state. */
export function toStateChange(
  base: StateName,
  state: StateName,
  { changed, interface: changedInterface, historyMark }: Difference,
): StateChange {
  return create(StateChangeSchema, {
    ...{ baseVersion: BigInt(base.version), baseStateId: idToBytes(base.stateId) },
    ...{ version: BigInt(state.version), stateId: idToBytes(state.stateId) },
    ...(changedInterface && { interface: toInterface(changedInterface) }),
    upsertedPeers: changed.filter((peer) => !peer.removed).map(toPeer),
    removedPublicKeys: changed.filter((peer) => peer.removed).map((peer) => toBytes(peer.public_key)),
    historyMark,
  });
}

/** The 16 bytes of a UUID. */
function idToBytes(id: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(id.replaceAll('-', ''), 'hex'));
}

/** The UUID of 16 bytes; empty for any other length. */
export function idFromBytes(bytes: Uint8Array): string {
  const hex = Buffer.from(bytes).toString('hex');
  const parts = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/.exec(hex)?.slice(1);
  return parts?.join('-') ?? '';
}

function toInterface({ privateKey, addresses, listen_port }: StoredState): Interface {
  return create(InterfaceSchema, { privateKey: toBytes(privateKey.reveal()), addresses, listenPort: listen_port });
}

function toPeer({ public_key, allowed_ips, keepalive_seconds }: PeerRow): Peer {
  return create(PeerSchema, {
    publicKey: toBytes(public_key),
    allowedIps: allowed_ips,
    keepaliveSeconds: keepalive_seconds,
  });
}

function toBytes(key: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(key, 'base64'));
}
