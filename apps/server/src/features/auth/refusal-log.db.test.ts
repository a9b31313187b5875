import { pino } from 'pino';
import { expect, it } from 'vitest';
import { recordEvents } from '../../../test/recorded-events.ts';
import { createTestClock } from '../../../test/test-clock.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { bySystem } from '../../platform/actor.ts';
import { openDatabase, openPool } from '../../platform/database/database.ts';
import { createEvents } from '../../platform/events/events.ts';
import { toUserSnapshot } from '../users/index.ts';
import { createRefusalLog, logOmittedRefusals } from './refusal-log.ts';

async function openLog(limits = { perAccount: 10, inTotal: 1000 }) {
  const database = await createTestDatabase();
  const pool = openPool({ connection: database.connection, maxConnections: 8, onIdleError: () => undefined });
  const db = openDatabase(pool);
  const clock = createTestClock();
  const events = createEvents({ listen: () => () => undefined }, pino({ level: 'silent' }));
  const published = recordEvents(events);
  const log = createRefusalLog({ db, clock, limits });
  return {
    clock,
    async addUsers(count: number): Promise<number[]> {
      const rows = await database.query(
        `insert into "user" (username, first_name, last_name, email)
         select 'user' || n, 'U', 'U', 'user' || n || '@example.com' from generate_series(1, $1::integer) n returning id`,
        [count],
      );
      return rows.map(({ id }) => Number(id));
    },
    refuse: (userId: number | undefined) =>
      log.record(userId, (tx, user) =>
        events.publish(tx, 'user.sign-in-failed', bySystem, { user: toUserSnapshot(user), reason: 'wrong password' }),
      ),
    lock: (userId: number) =>
      log.recordLock(userId, (tx, user) =>
        events.publish(tx, 'user.locked', bySystem, { user: toUserSnapshot(user), place: 'sessions', minutes: 5 }),
      ),
    summarize: () => logOmittedRefusals({ db, events, clock }),
    events: (type: string) => published.filter((event) => event.type === type),
    async [Symbol.asyncDispose]() {
      await pool.end();
      await database[Symbol.asyncDispose]();
    },
  };
}

it('logs ten refused sign-ins per account and hour, and the number of the others once', async () => {
  await using log = await openLog();
  const [una, bob] = await log.addUsers(2);
  for (let count = 0; count < 25; count += 1) await log.refuse(una);
  await log.refuse(bob);
  for (let count = 0; count < 7; count += 1) await log.refuse(undefined);
  expect(log.events('user.sign-in-failed')).toHaveLength(11);
  await log.summarize();
  expect(log.events('sign-ins.refused')).toEqual([]);

  log.clock.advance({ minutes: 60 });
  await log.summarize();
  await log.summarize();
  expect(log.events('sign-ins.refused')).toMatchObject([
    { payload: { count: 22, accounts: 1, unknownNames: 7, mostRefused: [{ username: 'user1', count: 15 }] } },
  ]);
  await log.refuse(una);
  expect(log.events('user.sign-in-failed')).toHaveLength(12);
});

it('limits the entries per hour of all accounts together, also for concurrent attempts', async () => {
  // fewer than each account attempts, so that entries of all accounts are omitted in any order
  await using log = await openLog({ perAccount: 10, inTotal: 8 });
  const users = await log.addUsers(5);
  await Promise.all(
    users.map(async (id) => {
      for (let count = 0; count < 9; count += 1) await log.refuse(id);
    }),
  );
  expect(log.events('user.sign-in-failed')).toHaveLength(8);
  log.clock.advance({ hours: -2 });
  await log.summarize();
  expect(log.events('sign-ins.refused')).toMatchObject([{ payload: { count: 37, accounts: 5 } }]);
});

it('logs ten locks per account and hour in addition to refused sign-ins', async () => {
  await using log = await openLog();
  const [una = 0] = await log.addUsers(1);
  for (let count = 0; count < 12; count += 1) await log.refuse(una);
  for (let count = 0; count < 12; count += 1) await log.lock(una);
  expect(log.events('user.locked')).toHaveLength(10);
  log.clock.advance({ minutes: 60 });
  await log.summarize();
  expect(log.events('sign-ins.refused')).toMatchObject([{ payload: { count: 2, accounts: 1 } }]);
});
