import { expect, it } from 'vitest';
import { silent } from '../../../test/given/data-folder.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { bySystem } from '../../platform/actor.ts';
import { beforeCommit, inTransaction, openDatabase, openPool, type Tx } from '../../platform/database/database.ts';
import { createEvents, type EventMap } from '../../platform/events/events.ts';
import { systemClock } from '../../ports/clock.ts';
import type { EventRule } from '../event-rules.ts';
import { groupEvents } from '../groups/groups.events.ts';
import { recordActivity } from './record-activity.ts';

async function givenRecorder() {
  const database = await createTestDatabase();
  const pool = openPool({ connection: database.connection, maxConnections: 4, onIdleError: () => undefined });
  const db = openDatabase(pool);
  const events = createEvents({ listen: () => () => undefined }, silent);
  const rules: Readonly<Record<string, EventRule<never>>> = groupEvents;
  recordActivity({ events, clock: systemClock, findEventRule: (type) => rules[type] });
  return {
    database,
    db,
    publish: (tx: Tx, name: string) =>
      events.publish(tx, 'group.added', bySystem, { group: { id: 1, name, is_admin: false } }),
    publishUndeclared: (tx: Tx) => events.publish(tx, 'device.removed', bySystem, {} as EventMap['device.removed']),
    entries: async () =>
      (await database.query('select id::int, description from activity_entry order by activity_entry.id')).map((row) =>
        Object.values(row),
      ),
    async [Symbol.asyncDispose]() {
      await pool.end();
      await database[Symbol.asyncDispose]();
    },
  };
}

it('logs the events of a transaction in order, also those that pre-commit hooks publish', async () => {
  await using given = await givenRecorder();
  await inTransaction(given.db, async (tx) => {
    await given.publish(tx, 'one');
    beforeCommit(tx, () => given.publish(tx, 'three'));
    await given.publish(tx, 'two');
  });
  expect(await given.entries()).toEqual([
    [1, 'Group one'],
    [2, 'Group two'],
    [3, 'Group three'],
  ]);
});

it('logs nothing of a failed transaction and leaves no gap', async () => {
  await using given = await givenRecorder();
  const failing = inTransaction(given.db, async (tx) => {
    await given.publish(tx, 'lost');
    beforeCommit(tx, () => Promise.reject(new Error('at the very end')));
  });
  await expect(failing).rejects.toThrow('at the very end');
  await inTransaction(given.db, (tx) => given.publish(tx, 'kept'));
  expect(await given.entries()).toEqual([[1, 'Group kept']]);
});

it('does not block other transactions before the end of a transaction', async () => {
  await using given = await givenRecorder();
  const order: string[] = [];
  const open = Promise.withResolvers<void>();
  const published = Promise.withResolvers<void>();
  const long = inTransaction(given.db, async (tx) => {
    await given.publish(tx, 'long');
    published.resolve();
    await open.promise;
    order.push('long');
  });
  await published.promise;
  await inTransaction(given.db, (tx) => given.publish(tx, 'short'));
  order.push('short');
  open.resolve();
  await long;
  expect(order).toEqual(['short', 'long']);
  expect(await given.entries()).toEqual([
    [1, 'Group short'],
    [2, 'Group long'],
  ]);
});

it('rejects publishing in a transaction that inTransaction did not open, where the entry would be lost', async () => {
  await using given = await givenRecorder();
  const elsewhere = given.db.transaction().execute((tx) => given.publish(tx, 'lost'));
  await expect(elsewhere).rejects.toThrow('the transaction was not opened by inTransaction');
});

it('fails a change whose event no feature declares', async () => {
  await using given = await givenRecorder();
  const undeclared = inTransaction(given.db, (tx) => given.publishUndeclared(tx));
  await expect(undeclared).rejects.toThrow('no feature declares the event device.removed');
  expect(await given.entries()).toEqual([]);
});
