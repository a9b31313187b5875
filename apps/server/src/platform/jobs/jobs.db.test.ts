import { expect, it } from 'vitest';
import { z } from 'zod';
import { givenDataFolder, silent } from '../../../test/given/data-folder.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { systemClock } from '../../ports/clock.ts';
import { inTransaction, openDatabase, openPool } from '../database/database.ts';
import { startNotifications } from '../database/notifications.ts';
import { defineJob, type Job } from './job.ts';
import { openJobs } from './jobs.ts';

interface Run {
  readonly text: string;
}

interface Options {
  readonly giveUp?: (input: Run, reason: string) => Promise<void>;
  readonly pollingSeconds?: number;
  readonly schedule?: string;
}

/** Starts a worker whose job passes its input to `run`. */
async function startWorker(connection: object, run: (input: Run) => Promise<void>, options: Options = {}) {
  const pool = openPool({ connection, maxConnections: 4, onIdleError: () => undefined });
  const job = defineJob({
    name: 'test.tell',
    input: z.object({ text: z.string() }),
    ...(options.schedule !== undefined && { schedule: options.schedule }),
    retry: { attempts: options.giveUp ? 1 : 3, firstDelaySeconds: 0 },
    run: (_, input) => run(input),
    giveUp: async (_, input, reason) => options.giveUp?.(input, reason),
  });
  const db = openDatabase(pool);
  const notifications = await startNotifications(connection, silent);
  const jobs = await openJobs({ pool, notifications, log: silent, pollingSeconds: options.pollingSeconds ?? 0.5 });
  await notifications.listening();
  await jobs.prepare([job]);
  await jobs.work({ db, clock: systemClock, log: silent });
  return {
    send: (...words: string[]) =>
      inTransaction(db, async (tx) => {
        for (const text of words) {
          if (text === 'rollback') throw new Error('rollback');
          await jobs.enqueue(tx, job, { text });
        }
      }),
    async [Symbol.asyncDispose]() {
      await jobs.stop();
      await notifications.stop();
      await pool.end();
    },
  };
}

it('runs an enqueued job on one replica and retries it when it fails', async () => {
  await using database = await createTestDatabase();
  const runs: string[] = [];
  const done = Promise.withResolvers<void>();
  const run = async ({ text }: Run) => {
    runs.push(text);
    if (runs.length === 1) throw new Error('the first time fails');
    done.resolve();
  };
  await using first = await startWorker(database.connection, run);
  await using _second = await startWorker(database.connection, run);
  await first.send('hello');
  await done.promise;
  expect(runs).toEqual(['hello', 'hello']);
});

it('runs the jobs of a transaction once, immediately after its commit, and none after a rollback', async () => {
  await using database = await createTestDatabase();
  const runs: string[] = [];
  const done = Promise.withResolvers<void>();
  const run = async ({ text }: Run) => {
    runs.push(text);
    if (text === 'last') done.resolve();
  };
  // polling alone would exceed the timeout of the test
  await using worker = await startWorker(database.connection, run, { pollingSeconds: 600 });
  await expect(worker.send('never', 'rollback')).rejects.toThrow('rollback');
  await worker.send('first', 'second', 'third');
  await worker.send('last');
  await done.promise;
  expect(runs).toEqual(['first', 'second', 'third', 'last']);
});

it('gives a job up after its last attempt and passes the reason', async () => {
  await using database = await createTestDatabase();
  let attempts = 0;
  const run = async () => {
    attempts += 1;
    throw new Error(`attempt ${attempts}`);
  };
  const done = Promise.withResolvers<unknown>();
  const giveUp = async (input: Run, reason: string) => done.resolve([input, reason]);
  await using worker = await startWorker(database.connection, run, { giveUp });
  await worker.send('hopeless');
  expect(await done.promise).toEqual([{ text: 'hopeless' }, 'attempt 2']);
});

it('resumes jobs when the database is available again', async () => {
  await using data = await givenDataFolder();
  const before = await data.start();
  const done = Promise.withResolvers<string>();
  await using worker = await startWorker(before.connection, async ({ text }) => done.resolve(text));
  await before.stop();
  await expect(worker.send('lost')).rejects.toThrow();
  await data.start();
  await worker.send('kept');
  expect(await done.promise).toBe('kept');
});

/** Opens the jobs of one version of core. */
async function startVersion(database: TestDatabase, jobs: readonly Job[]) {
  const pool = openPool({ connection: database.connection, maxConnections: 4, onIdleError: () => undefined });
  const notifications = await startNotifications(database.connection, silent);
  const opened = await openJobs({ pool, notifications, log: silent });
  await opened.prepare(jobs);
  const db = openDatabase(pool);
  return {
    ...opened,
    db,
    send: (job: Job) => inTransaction(db, (tx) => opened.enqueue(tx, job, {})),
    async [Symbol.asyncDispose]() {
      await opened.stop();
      await notifications.stop();
      await pool.end();
    },
  };
}

const job = (name: string, rest: Partial<Job> = {}): Job => ({
  name,
  input: z.object({}),
  retry: { attempts: 3, firstDelaySeconds: 30 },
  run: async () => undefined,
  ...rest,
});

const storedQueues = (database: TestDatabase) =>
  database.query(`select name, policy, retry_limit, retry_delay, expire_seconds, dead_letter from pgboss.queue
    where name not like '\\_\\_pgboss%' order by name`);
const storedSchedules = async (database: TestDatabase) =>
  (await database.query('select name, cron from pgboss.schedule order by name')).map(({ name, cron }) => [name, cron]);

it('applies changed options and schedules at the next start and removes those of deleted jobs', async () => {
  await using database = await createTestDatabase();
  const giveUp = async () => undefined;
  {
    await using _former = await startVersion(database, [
      job('test.changed', { timeoutSeconds: 60, giveUp }),
      job('test.hourly', { schedule: '0 * * * *' }),
      job('test.removed', { schedule: '5 * * * *' }),
    ]);
  }
  await using _next = await startVersion(database, [
    job('test.changed', { retry: { attempts: 7, firstDelaySeconds: 10 } }),
    job('test.hourly', { schedule: '30 * * * *' }),
  ]);
  expect(await storedQueues(database)).toMatchObject([
    { name: 'test.changed', retry_limit: 7, retry_delay: 10, expire_seconds: 900, dead_letter: null },
    { name: 'test.hourly', policy: 'stately' },
  ]);
  expect(await storedSchedules(database)).toEqual([['test.hourly', '30 * * * *']]);
});

it('drops the queue of a removed job only once it is empty', async () => {
  await using database = await createTestDatabase();
  const gone = job('test.gone');
  {
    await using former = await startVersion(database, [gone]);
    await former.send(gone);
  }
  const names = async () => (await storedQueues(database)).map(({ name }) => name);
  {
    await using _next = await startVersion(database, [job('test.other')]);
    expect(await names()).toEqual(['test.gone', 'test.other']);
  }
  await database.query(`delete from pgboss.job where name = 'test.gone'`);
  await using _later = await startVersion(database, [job('test.other')]);
  expect(await names()).toEqual(['test.other']);
});

it('does not drop the queue of a removed job while a transaction enqueues one', async () => {
  await using database = await createTestDatabase();
  const gone = job('test.gone');
  await using former = await startVersion(database, [gone]);
  const enqueued = Promise.withResolvers<void>();
  const commit = Promise.withResolvers<void>();
  const sending = inTransaction(former.db, async (tx) => {
    await former.enqueue(tx, gone, {});
    enqueued.resolve();
    await commit.promise;
  });
  await enqueued.promise;
  const starting = startVersion(database, [job('test.other')]);
  try {
    await database.untilBlocked(starting);
  } finally {
    commit.resolve();
  }
  await using _next = await starting;
  await sending;
  expect(await database.query(`select state::text from pgboss.job where name = 'test.gone'`)).toEqual([
    { state: 'created' },
  ]);
});

it('refuses a job whose queue was dropped', async () => {
  await using database = await createTestDatabase();
  const gone = job('test.gone');
  await using former = await startVersion(database, [gone]);
  await former.send(gone);
  await database.query(`delete from pgboss.job where name = 'test.gone'`);
  await using _next = await startVersion(database, [job('test.other')]);
  await expect(former.send(gone)).rejects.toThrow('the queue refused the job test.gone');
});

it('changes the policy of a queue when its job becomes scheduled', async () => {
  await using database = await createTestDatabase();
  {
    await using _former = await startVersion(database, [job('test.scheduled')]);
  }
  await using _next = await startVersion(database, [job('test.scheduled', { schedule: '0 * * * *' })]);
  expect(await storedQueues(database)).toMatchObject([{ name: 'test.scheduled', policy: 'stately' }]);
});

it('applies a schedule that a setting determines at the start and when the setting changes', async () => {
  await using database = await createTestDatabase();
  let setting = '0 3 * * *';
  await using version = await startVersion(database, [job('test.sync', { schedule: async () => setting })]);
  expect(await storedSchedules(database)).toEqual([['test.sync', '0 3 * * *']]);
  setting = '*/10 * * * *';
  await version.reschedule();
  expect(await storedSchedules(database)).toEqual([['test.sync', '*/10 * * * *']]);
});

it('runs a scheduled job once on request, even if it is requested repeatedly', async () => {
  await using database = await createTestDatabase();
  const ran = Promise.withResolvers<void>();
  const scheduled = job('test.nightly', { schedule: '0 3 * * *', run: async () => ran.resolve() });
  await using version = await startVersion(database, [scheduled]);
  expect([await version.runSoon('test.nightly'), await version.runSoon('test.nightly')]).toEqual([true, false]);
  await version.work({ db: version.db, clock: systemClock, log: silent });
  await ran.promise;
});

it('queues at most one run of a scheduled job while one is in progress', async () => {
  await using database = await createTestDatabase();
  const [started, release, ended] = [1, 2, 3].map(() => Promise.withResolvers<void>());
  const runs: string[] = [];
  const run = async ({ text }: Run) => {
    runs.push(text);
    if (runs.length === 2) return ended?.resolve();
    started?.resolve();
    await release?.promise;
  };
  await using worker = await startWorker(database.connection, run, { schedule: '0 0 1 1 *' });
  await worker.send('in progress');
  await started?.promise;
  await worker.send('waiting');
  await expect(worker.send('too many')).rejects.toThrow('the queue refused the job test.tell');
  release?.resolve();
  await ended?.promise;
  expect(runs).toEqual(['in progress', 'waiting']);
});
