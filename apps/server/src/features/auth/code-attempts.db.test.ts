import { expect, it } from 'vitest';
import { createTestDatabase } from '../../../test/test-database.ts';
import { openDatabase, openPool } from '../../platform/database/database.ts';
import { deleteOldCodeAttempts, recordCodeAttempt, refundCodeAttempt } from './code-attempts.queries.ts';

const start = new Date('2030-01-01T00:00:00Z');

async function openAttempts() {
  const database = await createTestDatabase();
  const pool = openPool({ connection: database.connection, maxConnections: 4, onIdleError: () => undefined });
  const db = openDatabase(pool);
  const [row] = await database.query(
    `insert into "user" (username, first_name, last_name, email) values ('una', 'U', 'U', 'una@example.com') returning id`,
  );
  const userId = Number(row?.['id']);
  return {
    db,
    refund: (failures: number) => refundCodeAttempt(db, { key: `${userId}:other`, failures }),
    record: (now: Date) => recordCodeAttempt(db, { key: `${userId}:other`, userId, now }),
    async [Symbol.asyncDispose]() {
      await pool.end();
      await database[Symbol.asyncDispose]();
    },
  };
}

const after = (from: Date, seconds: number) => new Date(from.getTime() + seconds * 1000);

it('allows at most 137 codes in a year when each is tried as soon as possible', async () => {
  await using attempts = await openAttempts();
  let [now, allowed] = [start, 0];
  const end = after(start, 365 * 86_400);
  while (now < end) {
    const { isAllowed, waitSeconds } = await attempts.record(now);
    expect(isAllowed).toBe(true);
    allowed += 1;
    if (waitSeconds > 0) expect((await attempts.record(after(now, waitSeconds - 1))).isAllowed).toBe(false);
    now = after(now, waitSeconds);
  }
  // each guesses one of a million codes in three time steps: 0.04 %
  expect(allowed).toBeLessThanOrEqual(137);
});

it('allows five of many concurrent attempts', async () => {
  await using attempts = await openAttempts();
  const outcomes = await Promise.all(Array.from({ length: 40 }, () => attempts.record(start)));
  expect(outcomes.filter(({ isAllowed }) => isAllowed)).toHaveLength(5);
});

it('does not count a refunded attempt, and ends only the wait that it caused', async () => {
  await using attempts = await openAttempts();
  for (let failures = 1; failures <= 5; failures += 1) expect(await attempts.record(start)).toMatchObject({ failures });
  expect(await attempts.record(start)).toMatchObject({ isAllowed: false });
  await attempts.refund(5);
  expect(await attempts.record(start)).toMatchObject({ isAllowed: true, failures: 5 });
  // of an earlier one: four remain
  await attempts.refund(2);
  expect(await attempts.record(start)).toMatchObject({ isAllowed: true, failures: 5 });
  const later = after(start, 300);
  expect(await attempts.record(later)).toMatchObject({ isAllowed: true, failures: 6 });
  await attempts.refund(1);
  expect(await attempts.record(later)).toMatchObject({ isAllowed: false });
});

it('limits the wait to the maximum after the clock was set back', async () => {
  await using attempts = await openAttempts();
  const ahead = after(start, 365 * 86_400);
  for (let attempt = 0; attempt < 5; attempt += 1) await attempts.record(ahead);
  expect(await attempts.record(start)).toEqual({ isAllowed: false, waitSeconds: 3 * 86_400 });
  expect((await attempts.record(after(start, 3 * 86_400))).isAllowed).toBe(true);
});

it('resets the count after a month without attempts', async () => {
  await using attempts = await openAttempts();
  for (let attempt = 0; attempt < 5; attempt += 1) await attempts.record(start);
  const later = after(start, 31 * 86_400);
  expect(await attempts.record(later)).toMatchObject({ isAllowed: true, failures: 1 });
  await deleteOldCodeAttempts(attempts.db, after(later, 29 * 86_400));
  expect(await attempts.record(after(later, 29 * 86_400))).toMatchObject({ failures: 2 });
  await deleteOldCodeAttempts(attempts.db, after(later, 60 * 86_400));
  expect(await attempts.record(after(later, 60 * 86_400))).toMatchObject({ failures: 1 });
});
