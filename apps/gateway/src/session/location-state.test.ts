import type { MessageInitShape } from '@bufbuild/protobuf';
import { create } from '@bufbuild/protobuf';
import {
  FirewallMode,
  type FullState,
  FullStateSchema,
  type StateChange,
  StateChangeSchema,
} from '@gatewarden/contract/gateway/v1';
import { describe, expect, it } from 'vitest';
import { key, keyBytes, plain } from '../../test/given/tunnel.ts';
import { type LocationState, planFullState, planStateChange, type StatePlan, toPolicy } from './location-state.ts';

type FullChanges = Exclude<MessageInitShape<typeof FullStateSchema>, FullState>;
type ChangeChanges = Exclude<MessageInitShape<typeof StateChangeSchema>, StateChange>;

const wireInterface = {
  privateKey: keyBytes('interface'),
  addresses: ['10.1.0.1/24', 'FD00::1/64'],
  listenPort: 51820,
};

function full(changes: FullChanges = {}): FullState {
  return create(FullStateSchema, { version: 1n, interface: wireInterface, ...changes });
}

function change(changes: ChangeChanges = {}): StateChange {
  return create(StateChangeSchema, { baseVersion: 1n, version: 2n, ...changes });
}

const wirePeer = (name: string, ...allowedIps: string[]) => ({ publicKey: keyBytes(name), allowedIps });

function currentState(message: FullState): LocationState {
  const step = planFullState(undefined, message);
  if (step.kind !== 'apply') throw new Error(`the given state is not usable: ${step.kind}`);
  return step.next;
}

function reasonOf(step: StatePlan): string {
  return step.kind === 'reject' ? step.reason : `it is not rejected but ${step.kind}`;
}

function problemsOf(step: StatePlan): readonly string[] {
  if (step.kind !== 'apply') throw new Error(`it is not applied but ${step.kind}`);
  return step.problems;
}

describe('planFullState', () => {
  it('accepts the state with canonical addresses', () => {
    const step = planFullState(
      undefined,
      full({ version: 7n, peers: [wirePeer('a', 'FD00:0::2/128', '10.1.0.2/32')] }),
    );
    expect(step.kind === 'apply' && step.next.version).toBe(7n);
    expect(step.kind === 'apply' && plain(step.next.tunnel)).toEqual({
      settings: { privateKey: key('interface'), addresses: ['10.1.0.1/24', 'fd00::1/64'], listenPort: 51820 },
      peers: [
        {
          publicKey: key('a'),
          allowedIps: ['10.1.0.2/32', 'fd00::2/128'],
          keepaliveSeconds: 0,
          presharedKey: undefined,
        },
      ],
    });
  });

  it('returns only the difference from the current state', () => {
    const before = currentState(full({ peers: [wirePeer('a', '10.1.0.2/32'), wirePeer('b', '10.1.0.3/32')] }));
    const step = planFullState(before, full({ version: 2n, peers: [wirePeer('a', '10.1.0.2/32')] }));
    expect(step.kind === 'apply' && step.difference).toEqual({ settings: {}, removedKeys: [key('b')], upserted: [] });
  });

  it('clamps the private key, as WireGuard does', () => {
    const privateKey = new Uint8Array(32).fill(255);
    const shown = Buffer.alloc(32, 255);
    shown.writeUInt8(248, 0);
    shown.writeUInt8(127, 31);
    const state = currentState(full({ interface: { ...wireInterface, privateKey } }));
    expect(plain(state.tunnel)?.settings.privateKey).toBe(shown.toString('base64'));
  });

  it('reads a preshared key of zeros as none, as WireGuard does', () => {
    const peer = { ...wirePeer('a', '10.1.0.2/32'), presharedKey: new Uint8Array(32) };
    expect(plain(currentState(full({ peers: [peer] })).tunnel)?.peers[0]?.presharedKey).toBeUndefined();
  });

  it.each<[string, FullChanges, string]>([
    ['no interface', { interface: undefined }, 'interface is missing'],
    ['no version', { version: 0n }, 'no version'],
    ['a short private key', { interface: { ...wireInterface, privateKey: new Uint8Array(31) } }, 'private key'],
    ['port 0', { interface: { ...wireInterface, listenPort: 0 } }, '0 is not a port'],
    ['port 65536', { interface: { ...wireInterface, listenPort: 65_536 } }, '65536 is not a port'],
    ['no address', { interface: { ...wireInterface, addresses: [] } }, 'no address'],
    ['a word for an address', { interface: { ...wireInterface, addresses: ['x; rm -rf /'] } }, '"x; rm -rf /"'],
    ['an address without prefix', { interface: { ...wireInterface, addresses: ['10.1.0.1'] } }, '"10.1.0.1"'],
    ['an address twice', { interface: { ...wireInterface, addresses: ['fd00::1/64', 'fd00:0::1/64'] } }, 'twice'],
  ])('rejects the whole state for %s', (_, changes, reason) => {
    expect(reasonOf(planFullState(undefined, full(changes)))).toContain(reason);
  });

  it.each<[string, FullChanges, string]>([
    ['a short public key', { peers: [{ publicKey: new Uint8Array(31) }] }, 'public key is not 32 bytes'],
    ['a peer twice', { peers: [wirePeer('a'), wirePeer('a')] }, `${key('a')} comes twice`],
    ['a malformed allowed address', { peers: [wirePeer('a', '10.1.0.2/33')] }, '"10.1.0.2/33"'],
    ['a whole network for a peer', { peers: [wirePeer('a', '0.0.0.0/0')] }, 'not one address'],
    [
      'one address at two peers',
      { peers: [wirePeer('a', 'fd00::2/128'), wirePeer('b', 'FD00::0:2/128')] },
      'both have fd00::2/128',
    ],
    ['a keepalive beyond 65535 s', { peers: [{ ...wirePeer('a'), keepaliveSeconds: 65_536 }] }, 'keepalive'],
    ['a short preshared key', { peers: [{ ...wirePeer('a'), presharedKey: new Uint8Array(3) }] }, 'preshared key'],
  ])('leaves out %s and reports it', (_, { peers = [] }, reason) => {
    const step = planFullState(undefined, full({ peers: [...peers, wirePeer('good', '10.1.0.99/32')] }));
    expect(problemsOf(step)).toEqual([expect.stringContaining(reason)]);
    expect(step.kind === 'apply' && step.next.tunnel.peers.has(key('good'))).toBe(true);
  });

  it('retains the current settings if the interface is invalid, so that removals are applied', () => {
    const before = currentState(full({ peers: [wirePeer('a', '10.1.0.2/32')] }));
    const step = planFullState(before, full({ version: 2n, interface: { ...wireInterface, listenPort: 0 } }));
    expect(problemsOf(step)).toEqual([expect.stringContaining('0 is not a port')]);
    expect(step.kind === 'apply' && step.difference).toMatchObject({ settings: {}, removedKeys: [key('a')] });
  });

  it('never includes secrets in the reason', () => {
    const secret = Buffer.alloc(31, 'k');
    const step = planFullState(undefined, full({ interface: { ...wireInterface, privateKey: secret } }));
    expect(reasonOf(step)).not.toContain(secret.toString('base64').slice(0, 8));
  });
});

describe('planStateChange', () => {
  const before = currentState(full({ peers: [wirePeer('a', '10.1.0.2/32'), wirePeer('b', '10.1.0.3/32')] }));

  it('plans the next version and retains peers that the change does not contain', () => {
    const step = planStateChange(
      before,
      change({ upsertedPeers: [wirePeer('c', '10.1.0.2/32')], removedPublicKeys: [keyBytes('a')] }),
    );
    expect(step.kind === 'apply' && step.next.version).toBe(2n);
    expect(step.kind === 'apply' && [...step.next.tunnel.peers.keys()]).toEqual([key('b'), key('c')]);
    expect(step.kind === 'apply' && step.difference).toMatchObject({ settings: {}, removedKeys: [key('a')] });
  });

  it('does not modify the current state', () => {
    planStateChange(before, change({ removedPublicKeys: [keyBytes('a'), keyBytes('b')] }));
    expect([...before.tunnel.peers.keys()]).toEqual([key('a'), key('b')]);
  });

  it('returns only the changed settings of the interface', () => {
    const step = planStateChange(before, change({ interface: { ...wireInterface, listenPort: 51821 } }));
    expect(step.kind === 'apply' && step.difference).toEqual({
      settings: { listenPort: 51821 },
      removedKeys: [],
      upserted: [],
    });
  });

  it('can move addresses between peers', () => {
    const step = planStateChange(
      before,
      change({ upsertedPeers: [wirePeer('a', '10.1.0.3/32'), wirePeer('b', '10.1.0.2/32')] }),
    );
    expect(step.kind).toBe('apply');
  });

  it('gives each address the access profile of the peer that has it after the change', () => {
    const firewall = { mode: FirewallMode.DENY, profiles: [{ id: 1n }, { id: 2n }] };
    const withProfile = (id: bigint, ...[name, ...addresses]: Parameters<typeof wirePeer>) => ({
      ...wirePeer(name, ...addresses),
      accessProfileId: id,
    });
    const current = currentState(
      full({
        firewall,
        peers: [
          withProfile(1n, 'a', '10.1.0.2/32', 'fd00::2/128'),
          withProfile(2n, 'b', '10.1.0.3/32'),
          withProfile(1n, 'c', '10.1.0.4/32'),
          wirePeer('d', '10.1.0.5/32'),
          withProfile(2n, 'e', '10.1.0.6/32'),
        ],
      }),
    );
    const step = planStateChange(
      current,
      change({
        removedPublicKeys: [keyBytes('b')],
        upsertedPeers: [
          withProfile(2n, 'a', '10.1.0.3/32'),
          wirePeer('c', '10.1.0.4/32'),
          withProfile(1n, 'd', '10.1.0.5/32'),
        ],
      }),
    );
    expect(step.kind === 'apply' && toPolicy(step.next)?.sources).toEqual(
      new Map([
        ['10.1.0.3', '2'],
        ['10.1.0.5', '1'],
        ['10.1.0.6', '2'],
      ]),
    );
  });

  it('returns no difference for unchanged values', () => {
    const same = { upsertedPeers: [wirePeer('a', '10.1.0.2/32')], interface: wireInterface };
    const step = planStateChange(before, change(same));
    expect(step.kind === 'apply' && step.difference).toEqual({ settings: {}, removedKeys: [], upserted: [] });
  });

  it('ignores the removal of a missing peer', () => {
    const step = planStateChange(before, change({ removedPublicKeys: [keyBytes('missing')] }));
    expect(step.kind === 'apply' && step.difference.removedKeys).toEqual([]);
  });

  it.each([0n, 2n, 9n])('returns out-of-step for base version %s with current version 1', (baseVersion) => {
    expect(planStateChange(before, change({ baseVersion })).kind).toBe('out-of-step');
  });

  it('returns out-of-step without a current state', () => {
    expect(planStateChange(undefined, change({ baseVersion: 0n })).kind).toBe('out-of-step');
  });

  it('returns out-of-step for the same base version with another id', () => {
    const [one, other] = [Buffer.alloc(16, 1), Buffer.alloc(16, 2)];
    const state = currentState(full({ stateId: one }));
    expect(planStateChange(state, change({ baseStateId: other })).kind).toBe('out-of-step');
    expect(planStateChange(state, change({ baseStateId: one })).kind).toBe('apply');
  });

  it.each<[string, ChangeChanges, string, string[]]>([
    [
      'gives one peer the address of another',
      { upsertedPeers: [wirePeer('c', '10.1.0.3/32')] },
      'both have 10.1.0.3/32',
      ['a', 'b'],
    ],
    [
      'removes and sets the same peer',
      { upsertedPeers: [wirePeer('a')], removedPublicKeys: [keyBytes('a')] },
      'removed and set in one change',
      ['b'],
    ],
    ['makes a known peer unusable', { upsertedPeers: [wirePeer('a', '0.0.0.0/0')] }, 'not one address', ['b']],
  ])('reports the problem if the change %s, and grants less access', (_, changes, problem, left) => {
    const step = planStateChange(before, change(changes));
    expect(problemsOf(step)).toEqual([expect.stringContaining(problem)]);
    expect(step.kind === 'apply' && [...step.next.tunnel.peers.keys()]).toEqual(left.map(key));
  });

  it('rejects the removal of a key with the wrong length', () => {
    expect(reasonOf(planStateChange(before, change({ removedPublicKeys: [new Uint8Array(4)] })))).toContain(
      'not 32 bytes',
    );
  });
});
