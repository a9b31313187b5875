import { expect, it } from 'vitest';
import { createSerialQueue } from './in-turn.ts';

it('starts a task only when the one before has ended, and gives each its own result', async () => {
  const inTurn = createSerialQueue();
  const events: string[] = [];
  let release = (): void => undefined;
  const first = inTurn(async () => {
    await new Promise<void>((resolve) => {
      release = resolve;
    });
    events.push('first');
    return 1;
  });
  const second = inTurn(async () => {
    events.push('second');
    return 2;
  });
  await Promise.resolve();
  release();
  expect(await Promise.all([first, second])).toEqual([1, 2]);
  expect(events).toEqual(['first', 'second']);
});

it('goes on after a task that fails', async () => {
  const inTurn = createSerialQueue();
  const failed = inTurn(() => Promise.reject(new Error('no')));
  await expect(failed).rejects.toThrow('no');
  expect(await inTurn(async () => 'next')).toBe('next');
});
