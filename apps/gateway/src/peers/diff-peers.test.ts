import { Secret } from '@gatewarden/process/secret';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyPeers, key, peer, peers, plain } from '../../test/given/tunnel.ts';
import { changePeers, diffPeers } from './diff-peers.ts';

const comparable = (set: ReturnType<typeof peers>) => plain({ settings: {}, peers: set });

describe('diffPeers', () => {
  it('returns a change that turns the first set into the second', () => {
    fc.assert(
      fc.property(anyPeers(), anyPeers(), (a, b) => {
        expect(comparable(changePeers(a, diffPeers(a, b)))).toEqual(comparable(b));
      }),
    );
  });

  it('contains exactly the peers that differ', () => {
    fc.assert(
      fc.property(anyPeers(), anyPeers(), (a, b) => {
        const { removedKeys, upserted } = diffPeers(a, b);
        const named = new Set([...removedKeys, ...upserted.map(({ publicKey }) => publicKey)]);
        for (const publicKey of new Set([...a.keys(), ...b.keys()])) {
          const before = comparable(new Map([...a].filter(([each]) => each === publicKey)));
          const after = comparable(new Map([...b].filter(([each]) => each === publicKey)));
          expect(named.has(publicKey)).toBe(JSON.stringify(before) !== JSON.stringify(after));
        }
      }),
    );
  });

  it('returns no change for equal sets with distinct secret objects', () => {
    const withSecret = () => peers(peer('a', { presharedKey: new Secret(key('psk')) }));
    expect(diffPeers(withSecret(), withSecret())).toEqual({ removedKeys: [], upserted: [] });
  });

  it('detects a new, changed and removed preshared key', () => {
    const none = peers(peer('a'));
    const one = peers(peer('a', { presharedKey: new Secret(key('one')) }));
    const two = peers(peer('a', { presharedKey: new Secret(key('two')) }));
    for (const [from, to] of [
      [none, one],
      [one, two],
      [two, none],
    ] as const) {
      expect(diffPeers(from, to).upserted.map(({ publicKey }) => publicKey)).toEqual([key('a')]);
    }
  });
});
