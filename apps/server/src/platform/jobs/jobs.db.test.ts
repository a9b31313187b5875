import { expect, it } from 'vitest';
import { z } from 'zod';
import { givenDataFolder, silent } from '../../../test/given/data-folder.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { systemClock } from '../../ports/clock.ts';
import { inTransaction, openDatabase, openPool } from '../database/database.ts';
import { startNotifications } from '../database/notifications.ts';
import { defineJob, openJobs } from './jobs.ts';

interface Run {
  readonly word: string;
}

interface Options {
  readonly giveUp?: (input: Run, reason: string) => Promise<void>;
  readonly pollingSeconds?: number;
}

/** A worker on the database whose job tells what it was given, and what else a test makes of it. */
async function startWorker(connection: object, run: (input: Run) => Promise<void>, options: Options = {}) {
  const pool = openPool({ connection, maxConnections: 4, onIdleError: () => undefined });
  const job = defineJob({
    name: 'test.tell',
    input: z.object({ word: z.string() }),
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
