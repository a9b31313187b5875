import { expect, it } from 'vitest';
import { createTestClock } from '../../../test/test-clock.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { openDatabase, openPool } from '../database/database.ts';
import { createEdgeLimits } from './edge-limits.ts';

it('stores a bounded number of rows for tokens, however many different ones are shown', async () => {
  await using database = await createTestDatabase();
  const pool = openPool({ connection: database.connection, maxConnections: 4, onIdleError: () => undefined });
  await using _pool = { [Symbol.asyncDispose]: () => pool.end() };
  const limits = createEdgeLimits(createTestClock(), openDatabase(pool), { maxTokenRows: 8 });
  for (let nth = 0; nth < 100; nth += 1)
    await limits.refuseShared({ ip: '198.51.100.1', edge: undefined, isRepeated: false }, `token ${nth}`);
  const rows = await database.query(`select key from shared_limit where key like 'token %'`);
  expect(rows).toHaveLength(8);
});
