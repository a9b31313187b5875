import pg from 'pg';
import { pino } from 'pino';
import { noNotifications } from '../database/no-notifications.ts';
import { openJobs } from './jobs.ts';

/** Creates the tables of the jobs, or migrates them to the version of the library, without running a job. */
export async function installJobs(connection: pg.ClientConfig): Promise<void> {
  const pool = new pg.Pool(connection);
  try {
    const log = pino({ level: 'silent' });
    const jobs = await openJobs({ pool, notifications: noNotifications, log, isWorker: false });
    await jobs.stop();
  } finally {
    await pool.end();
  }
}
