import { expect, it } from 'vitest';
import { createRoundRobinQueue } from './round-robin-queue.ts';

const anyOwner = () => true;

function createQueue(entries: string) {
  const queue = createRoundRobinQueue<string>();
  for (const entry of entries.split(' ')) queue.add(entry.slice(0, 1), entry);
  const takeAll = (mayTake: (owner: string) => boolean = anyOwner) => {
    const taken: string[] = [];
    for (let next = queue.take(mayTake); next; next = queue.take(mayTake)) taken.push(next.entry);
    return taken.join(' ');
  };
  return { queue, takeAll };
}

it('serves owners in turn, each in the order of its entries', () => {
  expect(createQueue('a1 a2 a3 b1 c1 c2').takeAll()).toBe('a1 b1 c1 a2 c2 a3');
});

it('skips an owner who may not be served without losing the turn', () => {
  const { queue, takeAll } = createQueue('a1 b1 b2');
  expect(takeAll((owner) => owner !== 'a')).toBe('b1 b2');
  queue.add('b', 'b3');
  expect(takeAll()).toBe('a1 b3');
  expect(queue.size).toBe(0);
});

it('takes the newest entry of the owner with the most entries if it has more than the given number', () => {
  const { queue } = createQueue('a1 b1 b2 b3');
  expect(queue.takeFromLongest(2)).toBe('b3');
  expect(queue.takeFromLongest(2)).toBeUndefined();
  queue.remove('b', 'b3');
  expect(queue.size).toBe(3);
});
