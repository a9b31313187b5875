import { PgBoss } from 'pg-boss';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { givenDataFolder, silent } from '../../../test/given/data-folder.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { systemClock } from '../../ports/clock.ts';
import { openDatabase, openPool } from '../database/database.ts';
import { defineJob, startJobs } from './jobs.ts';

interface Run {
  readonly word: string;
}

/** A worker on the database whose job tells what it was given, and what else a test makes of it. */
async function startWorker(connection: object, run: (input: Run) => Promise<void>) {
  const pool = openPool({ connection, maxConnections: 4, onIdleError: () => undefined });
  const job = defineJob({
    name: 'test.tell',
    input: z.object({ word: z.string() }),
    retry: { attempts: 3, firstDelaySeconds: 0 },
    run: (_, input) => run(input),
  });
  const context = { db: openDatabase(pool), clock: systemClock, log: silent };
  const jobs = await startJobs(pool, [job], context, { pollingSeconds: 0.5 });
  const sender = new PgBoss({ db: { executeSql: (text, values) => pool.query(text, values) }, schema: 'pgboss' });
  return {
    send: (word: string) => sender.send('test.tell', { word }),
    async [Symbol.asyncDispose]() {
      await jobs.stop();
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
