import { expect, it } from 'vitest';
import { createSerialQueue } from './serial-queue.ts';

it('starts a task after the previous one has ended, and returns the result of each', async () => {
  const runSerially = createSerialQueue();
  const events: string[] = [];
  let release = (): void => undefined;
  const first = runSerially(async () => {
    await new Promise<void>((resolve) => {
      release = resolve;
    });
    events.push('first');
    return 1;
  });
  const second = runSerially(async () => {
    events.push('second');
    return 2;
  });
  await Promise.resolve();
  release();
  expect(await Promise.all([first, second])).toEqual([1, 2]);
  expect(events).toEqual(['first', 'second']);
});

it('continues after a failed task', async () => {
  const runSerially = createSerialQueue();
  const failed = runSerially(() => Promise.reject(new Error('no')));
  await expect(failed).rejects.toThrow('no');
  expect(await runSerially(async () => 'next')).toBe('next');
});
