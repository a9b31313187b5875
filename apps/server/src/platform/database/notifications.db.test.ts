import { expect, it, onTestFinished, vi } from 'vitest';
import { givenDataFolder, query, silent } from '../../../test/given/data-folder.ts';
import { startProxy } from '../../../test/proxy.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { startNotifications } from './notifications.ts';

it('receives messages of committed transactions on its channels only', async () => {
  await using database = await createTestDatabase();
  const notifications = await startNotifications(database.connection, silent);
  try {
    const received: string[] = [];
    const last = new Promise<void>((resolve) => {
      notifications.listen('one', (payload) => void received.push(payload));
      notifications.listen('Two', () => resolve());
    });
    await notifications.listening();
    await using transaction = await database.transaction();
    await transaction.query(`notify one, 'never'`);
    await transaction.query('rollback');
    await database.query(`notify one, 'said'`);
    await database.query(`notify three, 'elsewhere'`);
    await database.query('notify "Two"');
    await last;
    expect(received).toEqual(['said']);
  } finally {
    await notifications.stop();
  }
});

it('continues after a listener throws', async () => {
  await using database = await createTestDatabase();
  const notifications = await startNotifications(database.connection, silent);
  try {
    const received = new Promise<string>((resolve) => {
      notifications.listen('one', () => {
        throw new Error('not understood');
      });
      notifications.listen('one', resolve);
    });
    await notifications.listening();
    await database.query(`notify one, 'x'`);
    expect(await received).toBe('x');
  } finally {
    await notifications.stop();
  }
});

it('reconnects when the database is available again and notifies subscribers', async () => {
  await using data = await givenDataFolder();
  const before = await data.start();
  const notifications = await startNotifications(before.connection, silent);
  try {
    const back = new Promise<void>((resolve) => notifications.onReconnect(resolve));
    const received = new Promise<string>((resolve) => notifications.listen('one', resolve));
    await notifications.listening();
    await before.stop();
    const { connection } = await data.start();
    await back;
    await query(connection, `notify one, 'again'`);
    expect(await received).toBe('again');
  } finally {
    await notifications.stop();
  }
});

/** Advances time; a database round trip between the steps lets data in flight arrive. */
async function passUntil(database: TestDatabase, isOver: () => boolean): Promise<number> {
  for (let milliseconds = 0; ; milliseconds += 50) {
    if (isOver()) return milliseconds;
    vi.advanceTimersByTime(50);
    await database.query('select 1');
  }
}

it('detects a silently dropped connection within five seconds, reports it and reconnects', async () => {
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await using database = await createTestDatabase();
  await using proxy = await startProxy(database.connection);
  const notifications = await startNotifications(proxy.connection, silent);
  try {
    const states: boolean[] = [];
    let reconnects = 0;
    notifications.onAvailability((isAway) => void states.push(isAway));
    notifications.onReconnect(() => {
      reconnects += 1;
    });
    proxy.silence();
    // TCP itself would take minutes, keep-alive fifteen seconds
    expect(await passUntil(database, () => states.length > 0)).toBeLessThanOrEqual(5_000);
    proxy.restore();
    await passUntil(database, () => reconnects > 0);
    expect(states).toEqual([true, false]);
    const received = new Promise<string>((resolve) => notifications.listen('one', resolve));
    await notifications.listening();
    await database.query(`notify one, 'again'`);
    expect(await received).toBe('again');
  } finally {
    await notifications.stop();
  }
});

it('detects a connection that stops responding during a heartbeat query within five seconds', async () => {
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await using database = await createTestDatabase();
  await using proxy = await startProxy(database.connection);
  const notifications = await startNotifications(proxy.connection, silent);
  try {
    let [isAsked, isAway] = [false, false];
    notifications.onAvailability((away) => {
      isAway = away;
    });
    notifications.onHeartbeat(async (ask) => {
      isAsked = true;
      proxy.silence();
      await ask('select 1', []);
    });
    await passUntil(database, () => isAsked);
    expect(await passUntil(database, () => isAway)).toBeLessThanOrEqual(5_000);
  } finally {
    await notifications.stop();
  }
});
