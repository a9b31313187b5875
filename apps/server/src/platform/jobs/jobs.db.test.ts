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
  readonly word: string;
}

interface Options {
  readonly giveUp?: (input: Run, reason: string) => Promise<void>;
  readonly pollingSeconds?: number;
  readonly schedule?: string;
}

/** A worker on the database whose job tells what it was given, and what else a test makes of it. */
async function startWorker(connection: object, run: (input: Run) => Promise<void>, options: Options = {}) {
  const pool = openPool({ connection, maxConnections: 4, onIdleError: () => undefined });
  const job = defineJob({
    name: 'test.tell',
    input: z.object({ word: z.string() }),
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
        for (const word of words) {
          if (word === 'undone') throw new Error('undone');
          await jobs.enqueue(tx, job, { word });
        }
      }),
    async [Symbol.asyncDispose]() {
      await jobs.stop();
      await notifications.stop();
      await pool.end();
    },
  };
}

it('runs a job that was sent, again when it fails, and on one replica only', async () => {
  await using database = await createTestDatabase();
  const runs: string[] = [];
  const done = Promise.withResolvers<void>();
  const run = async ({ word }: Run) => {
    runs.push(word);
    if (runs.length === 1) throw new Error('the first time fails');
    done.resolve();
  };
  await using first = await startWorker(database.connection, run);
  await using _second = await startWorker(database.connection, run);
  await first.send('hello');
  await done.promise;
  expect(runs).toEqual(['hello', 'hello']);
});

it('runs what a transaction sent when it is committed, each once, at once, and nothing of one that failed', async () => {
  await using database = await createTestDatabase();
  const runs: string[] = [];
  const done = Promise.withResolvers<void>();
  const run = async ({ word }: Run) => {
    runs.push(word);
    if (word === 'last') done.resolve();
  };
  // polling alone would take longer than the test may
  await using worker = await startWorker(database.connection, run, { pollingSeconds: 600 });
  await expect(worker.send('never', 'undone')).rejects.toThrow('undone');
  await worker.send('first', 'second', 'third');
  await worker.send('last');
  await done.promise;
  expect(runs).toEqual(['first', 'second', 'third', 'last']);
});

it('gives a job up after its last attempt and says why', async () => {
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
  expect(await done.promise).toEqual([{ word: 'hopeless' }, 'attempt 2']);
});

it('goes on with its jobs when the database comes back', async () => {
  await using data = await givenDataFolder();
  const before = await data.start();
  const done = Promise.withResolvers<string>();
  await using worker = await startWorker(before.connection, async ({ word }) => done.resolve(word));
  await before.stop();
  await expect(worker.send('lost')).rejects.toThrow();
  await data.start();
  await worker.send('kept');
  expect(await done.promise).toBe('kept');
});

/** The jobs of one version of core on the database. */
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

it('applies changed options and schedules at the next start, and removes what a version no longer has', async () => {
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

it('drops the queue of a job that is gone only once it has no jobs', async () => {
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

it('gives a job that became scheduled the policy of schedules', async () => {
  await using database = await createTestDatabase();
  {
    await using _former = await startVersion(database, [job('test.scheduled')]);
  }
  await using _next = await startVersion(database, [job('test.scheduled', { schedule: '0 * * * *' })]);
  expect(await storedQueues(database)).toMatchObject([{ name: 'test.scheduled', policy: 'stately' }]);
});

it('applies a schedule that a setting determines at the start, and again when the setting changes', async () => {
  await using database = await createTestDatabase();
  let setting = '0 3 * * *';
  await using version = await startVersion(database, [job('test.sync', { schedule: async () => setting })]);
  expect(await storedSchedules(database)).toEqual([['test.sync', '0 3 * * *']]);
  setting = '*/10 * * * *';
  await version.reschedule();
  expect(await storedSchedules(database)).toEqual([['test.sync', '*/10 * * * *']]);
});

it('runs a scheduled job now on request, once however often it is asked for', async () => {
  await using database = await createTestDatabase();
  const ran = Promise.withResolvers<void>();
  const scheduled = job('test.nightly', { schedule: '0 3 * * *', run: async () => ran.resolve() });
  await using version = await startVersion(database, [scheduled]);
  expect([await version.runSoon('test.nightly'), await version.runSoon('test.nightly')]).toEqual([true, false]);
  await version.work({ db: version.db, clock: systemClock, log: silent });
  await ran.promise;
});

it('keeps one run of a scheduled job waiting while one is in progress, and accepts no more', async () => {
  await using database = await createTestDatabase();
  const [started, release, ended] = [1, 2, 3].map(() => Promise.withResolvers<void>());
  const runs: string[] = [];
  const run = async ({ word }: Run) => {
    runs.push(word);
    if (runs.length === 2) return ended?.resolve();
    started?.resolve();
    await release?.promise;
  };
  await using worker = await startWorker(database.connection, run, { schedule: '0 0 1 1 *' });
  await worker.send('in progress');
  await started?.promise;
  await worker.send('waiting');
  await expect(worker.send('too many')).rejects.toThrow('the job test.tell was not taken');
  release?.resolve();
  await ended?.promise;
  expect(runs).toEqual(['in progress', 'waiting']);
});
