import { expect, it } from 'vitest';
import { within } from './within.ts';

it('resolves or rejects like the promise', async () => {
  expect(await within('the answer', Promise.resolve(42))).toBe(42);
  await expect(within('the answer', Promise.reject(new Error('refused')))).rejects.toThrow('refused');
});

it('rejects with the title when the promise does not settle in time', async () => {
  const never = new Promise<void>(() => undefined);
  await expect(within('the removed peer', never, 1)).rejects.toThrow('the removed peer did not arrive within 0.001 s');
});
