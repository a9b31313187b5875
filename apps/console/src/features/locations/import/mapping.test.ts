import { expect, it } from 'vitest';
import { givenPeer, givenPreview } from '../../../../test/given-import.ts';
import { type PeerChoice, suggestMapping, toDevices, unnamedPeers } from './mapping.ts';

const una = { user_id: 7, username: 'una', first_name: 'Una', last_name: 'Weir', reason: 'username' } as const;

it('assigns peers to users of whom it is certain, and retains earlier choices', () => {
  const preview = givenPreview({
    peers: [
      givenPeer(1, { name: 'una', suggestions: [una], is_certain: true }),
      givenPeer(2, { suggestions: [una], is_certain: false }),
      givenPeer(3, { name: 'chosen', suggestions: [una], is_certain: true }),
      givenPeer(4, { device: { id: 1, name: 'Laptop', username: 'una' } }),
    ],
  });
  const earlier = new Map([['key3', { owner: null, name: 'renamed' }]]);
  expect([...suggestMapping(preview, earlier, (line) => `Device ${line}`)]).toEqual([
    ['key1', { owner: 7, name: 'una' }],
    ['key2', { owner: null, name: 'Device 2' }],
    ['key3', { owner: null, name: 'renamed' }],
  ]);
});

it('gives devices of one owner different names, and leaves out skipped peers', () => {
  const mapping = new Map<string, PeerChoice>([
    ['a', { owner: 7, name: 'phone ' }],
    ['b', { owner: 7, name: 'phone' }],
    ['c', { owner: 8, name: 'phone' }],
    ['d', { owner: null, name: 'phone' }],
    ['e', { owner: 8, name: ' ' }],
    ['f', { owner: 'network', name: 'printer' }],
    ['g', { owner: 'network', name: 'printer' }],
  ]);
  expect(toDevices(mapping).map(({ user_id, name }) => [user_id, name])).toEqual([
    [7, 'phone'],
    [7, 'phone 2'],
    [8, 'phone'],
    [8, ''],
    [null, 'printer'],
    [null, 'printer 2'],
  ]);
  expect(unnamedPeers(mapping)).toEqual(['e']);
});
