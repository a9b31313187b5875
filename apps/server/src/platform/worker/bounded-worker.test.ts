import { DomainError } from '@gatewarden/contract/errors';
import { expect, it } from 'vitest';
import type { Hostility } from '../../../test/workers/hostile.worker.ts';
import { createBoundedWorker, WorkerLimitError } from './bounded-worker.ts';

function createHostile(maxWaiting = 8) {
  return createBoundedWorker<Hostility, string>({
    script: new URL('../../../test/workers/hostile.worker.ts', import.meta.url),
    limitMilliseconds: 300,
    memoryMegabytes: 32,
    maxWaiting,
  });
}

it('ends work that takes too long, and goes on with the next', async () => {
  const worker = createHostile();
  const [looping, next] = await Promise.allSettled([worker.run('a', 'loop'), worker.run('b', 'none')]);
  expect(looping).toMatchObject({ status: 'rejected', reason: expect.any(WorkerLimitError) });
  expect(next).toEqual({ status: 'fulfilled', value: 'done' });
});

it('ends work that takes too much memory, or a limit of time if that comes first', async () => {
  await expect(createHostile().run('a', 'hoard')).rejects.toBeInstanceOf(WorkerLimitError);
});

it('passes a failure on, and notices a thread that ends without an answer', async () => {
  await expect(createHostile().run('a', 'throw')).rejects.toThrow('no good');
  await expect(createHostile().run('a', 'exit')).rejects.toThrow('without an answer');
});

it('refuses work while too many are waiting', async () => {
  const worker = createHostile(2);
  const outcomes = await Promise.allSettled(Array.from({ length: 5 }, (_, nth) => worker.run(`owner ${nth}`, 'none')));
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected']);
  const refused = outcomes.at(-1);
  expect(refused).toMatchObject({ reason: expect.any(DomainError) });
  expect(await worker.run('a', 'none')).toBe('done');
});

it('lets owners take turns, and refuses what one owner asks for beyond a few', async () => {
  const worker = createHostile();
  const done: string[] = [];
  const ask = (owner: string) =>
    worker.run(owner, 'none').then(
      () => done.push(owner),
      ({ code }) => code,
    );
  const outcomes = [ask('a'), ask('a'), ask('a'), ask('a'), ask('a'), ask('b')];
  expect(await outcomes[4]).toBe('rate_limited');
  await Promise.all(outcomes);
  expect(done).toEqual(['a', 'b', 'a', 'a', 'a']);
});
