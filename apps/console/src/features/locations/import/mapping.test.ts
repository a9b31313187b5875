import { expect, it } from 'vitest';
import { givenPeer, givenPreview } from '../../../../test/given-import.ts';
import { suggestMapping, toDevices, unnamedPeers } from './mapping.ts';

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
  const earlier = new Map([['key3', { userId: null, name: 'renamed' }]]);
  expect([...suggestMapping(preview, earlier, (line) => `Device ${line}`)]).toEqual([
    ['key1', { userId: 7, name: 'una' }],
    ['key2', { userId: null, name: 'Device 2' }],
    ['key3', { userId: null, name: 'renamed' }],
  ]);
});

it('gives devices of one user different names, and leaves out skipped peers', () => {
  const mapping = new Map([
    ['a', { userId: 7, name: 'phone ' }],
    ['b', { userId: 7, name: 'phone' }],
    ['c', { userId: 8, name: 'phone' }],
    ['d', { userId: null, name: 'phone' }],
    ['e', { userId: 8, name: ' ' }],
  ]);
  expect(toDevices(mapping).map(({ user_id, name }) => [user_id, name])).toEqual([
    [7, 'phone'],
    [7, 'phone 2'],
    [8, 'phone'],
    [8, ''],
  ]);
  expect(unnamedPeers(mapping)).toEqual(['e']);
});
