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
  const [looping, next] = await Promise.allSettled([worker.run('loop'), worker.run('none')]);
  expect(looping).toMatchObject({ status: 'rejected', reason: expect.any(WorkerLimitError) });
  expect(next).toEqual({ status: 'fulfilled', value: 'done' });
});

it('ends work that takes too much memory, or a limit of time if that comes first', async () => {
  await expect(createHostile().run('hoard')).rejects.toBeInstanceOf(WorkerLimitError);
});

it('passes a failure on, and notices a thread that ends without an answer', async () => {
  await expect(createHostile().run('throw')).rejects.toThrow('no good');
  await expect(createHostile().run('exit')).rejects.toThrow('without an answer');
});

it('refuses work while too many are waiting', async () => {
  const worker = createHostile(2);
  const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => worker.run('none')));
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected']);
  const refused = outcomes.at(-1);
  expect(refused).toMatchObject({ reason: expect.any(DomainError) });
  expect(await worker.run('none')).toBe('done');
});
