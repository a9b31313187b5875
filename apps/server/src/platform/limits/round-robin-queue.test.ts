import { expect, it } from 'vitest';
import { createRoundRobinQueue } from './round-robin-queue.ts';

const anyOwner = () => true;

function givenTurns(entries: string) {
  const turns = createRoundRobinQueue<string>();
  for (const entry of entries.split(' ')) turns.add(entry.slice(0, 1), entry);
  const takeAll = (mayTake: (owner: string) => boolean = anyOwner) => {
    const taken: string[] = [];
    for (let next = turns.take(mayTake); next; next = turns.take(mayTake)) taken.push(next.entry);
    return taken.join(' ');
  };
  return { turns, takeAll };
}

it('serves owners in turns, each in the order of its entries', () => {
  expect(givenTurns('a1 a2 a3 b1 c1 c2').takeAll()).toBe('a1 b1 c1 a2 c2 a3');
});

it('passes over an owner who may not be served, without a loss of the turn', () => {
  const { turns, takeAll } = givenTurns('a1 b1 b2');
  expect(takeAll((owner) => owner !== 'a')).toBe('b1 b2');
  turns.add('b', 'b3');
  expect(takeAll()).toBe('a1 b3');
  expect(turns.size).toBe(0);
});

it('takes the newest of the owner with the most, and nothing when none has more', () => {
  const { turns } = givenTurns('a1 b1 b2 b3');
  expect(turns.takeFromLongest(2)).toBe('b3');
  expect(turns.takeFromLongest(2)).toBeUndefined();
  turns.remove('b', 'b3');
  expect(turns.size).toBe(3);
});
