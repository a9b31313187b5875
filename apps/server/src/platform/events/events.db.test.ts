import { expect, it } from 'vitest';
import { silent } from '../../../test/given/data-folder.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { bySystem, type Origin } from '../actor.ts';
import { inTransaction, openDatabase, openPool } from '../database/database.ts';
import { startNotifications } from '../database/notifications.ts';
import { type CommittedEvent, createEvents } from './events.ts';

const una: Origin = { by: { userId: 7, username: 'una' }, ip: '192.0.2.7', device: 'browser' };

/** Starts two replicas on one database. */
async function start() {
  const database = await createTestDatabase();
  const pool = openPool({ connection: database.connection, maxConnections: 3, onIdleError: () => undefined });
  const here = await startNotifications(database.connection, silent);
  const there = await startNotifications(database.connection, silent);
  const [events, elsewhere] = [createEvents(here, silent), createEvents(there, silent)];
  await Promise.all([here.listening(), there.listening()]);
  return {
    database,
    db: openDatabase(pool),
    events,
    elsewhere,
    async [Symbol.asyncDispose]() {
      await Promise.all([here.stop(), there.stop()]);
      await pool.end();
      await database[Symbol.asyncDispose]();
    },
  };
}

/** Resolves with all received events, up to the one that matches `last`. */
function receivedUntil(
  events: ReturnType<typeof createEvents>,
  last: (event: CommittedEvent) => boolean,
): Promise<CommittedEvent[]> {
  const received: CommittedEvent[] = [];
  return new Promise((resolve) => {
    events.onCommitted((event) => {
      received.push(event);
      if (last(event)) resolve(received);
    });
  });
}

const isOf = (userId: number) => (event: CommittedEvent) => (event.payload as { userId?: number }).userId === userId;

it('notifies every replica of type and payload after commit', async () => {
  await using instance = await start();
  const { db, events, elsewhere } = instance;
  const received = [receivedUntil(events, isOf(2)), receivedUntil(elsewhere, isOf(2))];
  await inTransaction(db, (tx) => events.publish(tx, 'user.signed-out', una, { userId: 1 }));
  await inTransaction(db, (tx) => events.publish(tx, 'user.signed-out', bySystem, { userId: 2 }));
  for (const replica of await Promise.all(received)) {
    expect(replica).toEqual([
      { type: 'user.signed-out', payload: { userId: 1 } },
      { type: 'user.signed-out', payload: { userId: 2 } },
    ]);
  }
});

it('does not send events of a transaction that fails', async () => {
  await using instance = await start();
  const { db, events } = instance;
  const received = receivedUntil(events, isOf(3));
  const failing = inTransaction(db, async (tx) => {
    await events.publish(tx, 'user.signed-out', una, { userId: 1 });
    throw new Error('in the middle');
  });
  await expect(failing).rejects.toThrow('in the middle');
  events.on('user.signed-out', async (_, { payload }) => {
    if (payload.userId === 2) throw new Error('the listener failed');
  });
  const refused = inTransaction(db, (tx) => events.publish(tx, 'user.signed-out', una, { userId: 2 }));
  await expect(refused).rejects.toThrow('the listener failed');
  await inTransaction(db, (tx) => events.publish(tx, 'user.signed-out', una, { userId: 3 }));
  expect(await received).toEqual([{ type: 'user.signed-out', payload: { userId: 3 } }]);
});

it('runs listeners in the transaction with the origin, in the order of registration', async () => {
  await using instance = await start();
  const { db, events } = instance;
  const order: string[] = [];
  events.on('user.signed-out', async (_, { origin }) => void order.push(`first, by ${JSON.stringify(origin)}`));
  events.on('user.signed-out', async () => void order.push('second'));
  events.onSignal('users.removing', async () => void order.push('signal'));
  await inTransaction(db, async (tx) => {
    await events.signal(tx, 'users.removing', { userIds: [1] });
    await events.publish(tx, 'user.signed-out', una, { userId: 1 });
    order.push('end of the transaction');
  });
  expect(order).toEqual(['signal', `first, by ${JSON.stringify(una)}`, 'second', 'end of the transaction']);
});

it('notifies about an event that is too large without its payload', async () => {
  await using instance = await start();
  const { db, events } = instance;
  const received = receivedUntil(events, ({ type }) => type === 'groups.bulk-assigned');
  const users = Array.from({ length: 2000 }, (_, index) => `한국어-${index}`);
  await inTransaction(db, (tx) => events.publish(tx, 'groups.bulk-assigned', una, { groups: ['all'], users }));
  expect(await received).toEqual([{ type: 'groups.bulk-assigned' }]);
});

it('continues after a listener throws and after invalid notifications', async () => {
  await using instance = await start();
  const { db, events, database } = instance;
  events.onCommitted(() => {
    throw new Error('too late to matter');
  });
  const received = receivedUntil(events, isOf(1));
  await database.query(`notify gatewarden_event, 'no JSON'`);
  await inTransaction(db, (tx) => events.publish(tx, 'user.signed-out', una, { userId: 1 }));
  expect(await received).toHaveLength(1);
});
