import { DomainError } from '@gatewarden/contract/errors';
import { expect, it } from 'vitest';
import type { Hostility } from '../../../test/workers/hostile.worker.ts';
import { createBoundedWorker, WorkerLimitError } from './bounded-worker.ts';

function createHostileWorker(maxWaiting = 8) {
  return createBoundedWorker<Hostility, string>({
    script: new URL('../../../test/workers/hostile.worker.ts', import.meta.url),
    limitMilliseconds: 300,
    memoryMegabytes: 32,
    maxWaiting,
  });
}

it('terminates work that takes too long and continues with the next', async () => {
  const worker = createHostileWorker();
  const [looping, next] = await Promise.allSettled([worker.run('a', 'loop'), worker.run('b', 'none')]);
  expect(looping).toMatchObject({ status: 'rejected', reason: expect.any(WorkerLimitError) });
  expect(next).toEqual({ status: 'fulfilled', value: 'done' });
});

it('terminates work that exceeds the memory limit', async () => {
  await expect(createHostileWorker().run('a', 'hoard')).rejects.toBeInstanceOf(WorkerLimitError);
});

it('rejects if the work fails or the thread ends without an answer', async () => {
  await expect(createHostileWorker().run('a', 'throw')).rejects.toThrow('no good');
  await expect(createHostileWorker().run('a', 'exit')).rejects.toThrow('without an answer');
});

it('refuses work while too many are waiting', async () => {
  const worker = createHostileWorker(2);
  const outcomes = await Promise.allSettled(Array.from({ length: 5 }, (_, nth) => worker.run(`owner ${nth}`, 'none')));
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected']);
  const refused = outcomes.at(-1);
  expect(refused).toMatchObject({ reason: expect.any(DomainError) });
  expect(await worker.run('a', 'none')).toBe('done');
});

it('serves owners in turn and refuses work over the limit of one owner', async () => {
  const worker = createHostileWorker();
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
