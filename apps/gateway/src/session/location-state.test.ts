import type { MessageInitShape } from '@bufbuild/protobuf';
import { create } from '@bufbuild/protobuf';
import { type FullState, FullStateSchema, type StateChange, StateChangeSchema } from '@gatewarden/contract/gateway/v1';
import { describe, expect, it } from 'vitest';
import { key, keyBytes, plain } from '../../test/given/tunnel.ts';
import { type LocationState, planFullState, planStateChange, type StatePlan } from './location-state.ts';

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

describe('a full state', () => {
  it('is taken over whole, with addresses in their canonical spelling', () => {
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

  it('names only what differs from the state that is held', () => {
    const before = currentState(full({ peers: [wirePeer('a', '10.1.0.2/32'), wirePeer('b', '10.1.0.3/32')] }));
    const step = planFullState(before, full({ version: 2n, peers: [wirePeer('a', '10.1.0.2/32')] }));
    expect(step.kind === 'apply' && step.difference).toEqual({ settings: {}, removedKeys: [key('b')], upserted: [] });
  });

  it('has the private key as WireGuard will show it', () => {
    const privateKey = new Uint8Array(32).fill(255);
    const shown = Buffer.alloc(32, 255);
    shown.writeUInt8(248, 0);
    shown.writeUInt8(127, 31);
    const state = currentState(full({ interface: { ...wireInterface, privateKey } }));
    expect(plain(state.tunnel)?.settings.privateKey).toBe(shown.toString('base64'));
  });

  it('takes a preshared key of zeros for none, as WireGuard does', () => {
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
  ])('is rejected as a whole for %s', (_, changes, reason) => {
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
  ])('leaves out %s and names it', (_, { peers = [] }, reason) => {
    const step = planFullState(undefined, full({ peers: [...peers, wirePeer('good', '10.1.0.99/32')] }));
    expect(problemsOf(step)).toEqual([expect.stringContaining(reason)]);
    expect(step.kind === 'apply' && step.next.tunnel.peers.has(key('good'))).toBe(true);
  });

  it('with an unusable interface leaves the former one in force, so that removals are applied', () => {
    const before = currentState(full({ peers: [wirePeer('a', '10.1.0.2/32')] }));
    const step = planFullState(before, full({ version: 2n, interface: { ...wireInterface, listenPort: 0 } }));
    expect(problemsOf(step)).toEqual([expect.stringContaining('0 is not a port')]);
    expect(step.kind === 'apply' && step.difference).toMatchObject({ settings: {}, removedKeys: [key('a')] });
  });

  it('is rejected without its secrets in the reason', () => {
    const secret = Buffer.alloc(31, 'k');
    const step = planFullState(undefined, full({ interface: { ...wireInterface, privateKey: secret } }));
    expect(reasonOf(step)).not.toContain(secret.toString('base64').slice(0, 8));
  });
});

describe('a change', () => {
  const before = currentState(full({ peers: [wirePeer('a', '10.1.0.2/32'), wirePeer('b', '10.1.0.3/32')] }));

  it('leads from the version held to the next one and keeps what it does not name', () => {
    const step = planStateChange(
      before,
      change({ upsertedPeers: [wirePeer('c', '10.1.0.2/32')], removedPublicKeys: [keyBytes('a')] }),
    );
    expect(step.kind === 'apply' && step.next.version).toBe(2n);
    expect(step.kind === 'apply' && [...step.next.tunnel.peers.keys()]).toEqual([key('b'), key('c')]);
    expect(step.kind === 'apply' && step.difference).toMatchObject({ settings: {}, removedKeys: [key('a')] });
  });

  it('leaves the state that is held as it was', () => {
    planStateChange(before, change({ removedPublicKeys: [keyBytes('a'), keyBytes('b')] }));
    expect([...before.tunnel.peers.keys()]).toEqual([key('a'), key('b')]);
  });

  it('of the interface names only the settings that changed', () => {
    const step = planStateChange(before, change({ interface: { ...wireInterface, listenPort: 51821 } }));
    expect(step.kind === 'apply' && step.difference).toEqual({
      settings: { listenPort: 51821 },
      removedKeys: [],
      upserted: [],
    });
  });

  it('moves an address from one peer to another', () => {
    const step = planStateChange(
      before,
      change({ upsertedPeers: [wirePeer('a', '10.1.0.3/32'), wirePeer('b', '10.1.0.2/32')] }),
    );
    expect(step.kind).toBe('apply');
  });

  it('names nothing when it brings nothing new', () => {
    const same = { upsertedPeers: [wirePeer('a', '10.1.0.2/32')], interface: wireInterface };
    const step = planStateChange(before, change(same));
    expect(step.kind === 'apply' && step.difference).toEqual({ settings: {}, removedKeys: [], upserted: [] });
  });

  it('may remove a peer that is gone already', () => {
    const step = planStateChange(before, change({ removedPublicKeys: [keyBytes('nobody')] }));
    expect(step.kind === 'apply' && step.difference.removedKeys).toEqual([]);
  });

  it.each([0n, 2n, 9n])('from version %s is out of step with version 1', (baseVersion) => {
    expect(planStateChange(before, change({ baseVersion })).kind).toBe('out-of-step');
  });

  it('is out of step where nothing is held', () => {
    expect(planStateChange(undefined, change({ baseVersion: 0n })).kind).toBe('out-of-step');
  });

  it('from a state of the same version and another id is out of step', () => {
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
  ])('names the problem when it %s, and errs on the side of less access', (_, changes, problem, left) => {
    const step = planStateChange(before, change(changes));
    expect(problemsOf(step)).toEqual([expect.stringContaining(problem)]);
    expect(step.kind === 'apply' && [...step.next.tunnel.peers.keys()]).toEqual(left.map(key));
  });

  it('is rejected when it removes a key of the wrong length', () => {
    expect(reasonOf(planStateChange(before, change({ removedPublicKeys: [new Uint8Array(4)] })))).toContain(
      'not 32 bytes',
    );
  });
});
