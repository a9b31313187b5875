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

export function fullState(version: bigint, ...peers: ReturnType<typeof wirePeer>[]) {
  return { case: 'full' as const, value: { version, interface: wireInterface, peers } };
}

export function stateChange(
  baseVersion: bigint,
  { upsert = [], remove = [] }: { upsert?: ReturnType<typeof wirePeer>[]; remove?: string[] },
) {
  const removedPublicKeys = remove.map(keyBytes);
  return {
    case: 'change' as const,
    value: { baseVersion, version: baseVersion + 1n, upsertedPeers: upsert, removedPublicKeys },
  };
}
