import { expect, it } from 'vitest';
import { createTestDatabase } from '../../../test/test-database.ts';
import { inTransaction, openDatabase, openPool } from '../../platform/database/database.ts';
import { claimComparison, getState, requestComparison, saveComparison } from './export-state.queries.ts';

it('compares once for a request that two processes have read', async () => {
  await using database = await createTestDatabase();
  const pool = openPool({ connection: database.connection, maxConnections: 2, onIdleError: () => undefined });
  const db = openDatabase(pool);
  const now = new Date('2026-11-02T10:00:00Z');
  await inTransaction(db, (tx) => requestComparison(tx, now));
  const due = await getState(db);
  expect(await claimComparison(db, due, now)).toBe(true);
  expect(await claimComparison(db, due, now)).toBe(false);
  const comparison = {
    counts: { users: 1, groups: 0, missing: 1, changed: 0, extra: 0 },
    differences: { missing: [{ kind: 'user' as const, name: 'ada' }], changed: [], extra: [] },
  };
  await inTransaction(db, (tx) => saveComparison(tx, now, comparison));
  // what the first comparison found remains
  expect(await claimComparison(db, due, now)).toBe(false);
  const later = new Date('2026-11-02T11:00:00Z');
  await inTransaction(db, (tx) => requestComparison(tx, later));
  expect(await claimComparison(db, due, later)).toBe(false);
  expect(await claimComparison(db, await getState(db), later)).toBe(true);
  await pool.end();
});
