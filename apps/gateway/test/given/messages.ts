import { keyBytes } from './tunnel.ts';

/** A peer as core sends it. */
export function wirePeer(name: string, ...allowedIps: string[]) {
  return { publicKey: keyBytes(name), allowedIps };
}

const wireInterface = {
  privateKey: keyBytes('interface'),
  addresses: ['10.1.0.1/24', 'fd00:1::1/64'],
  listenPort: 51_820,
};

/** The id of the state with that version. */
export function stateId(version: bigint): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.alloc(16, Number(version)));
}

export function fullState(version: bigint, ...peers: ReturnType<typeof wirePeer>[]) {
  return { case: 'full' as const, value: { version, stateId: stateId(version), interface: wireInterface, peers } };
}

/** Like `fullState`, with these addresses of the interface. */
export function stateWithAddresses(version: bigint, addresses: string[], ...peers: ReturnType<typeof wirePeer>[]) {
  const { value, ...message } = fullState(version, ...peers);
  return { ...message, value: { ...value, interface: { ...wireInterface, addresses } } };
}

interface Change {
  readonly upsert?: ReturnType<typeof wirePeer>[];
  readonly remove?: string[];
  readonly listenPort?: number;
}

export function stateChange(baseVersion: bigint, { upsert = [], remove = [], listenPort }: Change) {
  const version = baseVersion + 1n;
  return {
    case: 'change' as const,
    value: {
      ...{ baseVersion, version, baseStateId: stateId(baseVersion), stateId: stateId(version) },
      ...(listenPort !== undefined && { interface: { ...wireInterface, listenPort } }),
      upsertedPeers: upsert,
      removedPublicKeys: remove.map(keyBytes),
    },
  };
}
