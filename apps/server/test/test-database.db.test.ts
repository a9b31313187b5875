import { expect, it } from 'vitest';
import { createTestDatabase } from './test-database.ts';

it.each([
  ['ended with 7', async () => 7],
  [
    'failed',
    async () => {
      throw new Error('refused');
    },
  ],
])('rejects when work %s instead of being blocked', async (outcome, work) => {
  await using database = await createTestDatabase();
  await expect(database.untilBlocked(work())).rejects.toThrow(`expected to be blocked, but ${outcome}`);
});
