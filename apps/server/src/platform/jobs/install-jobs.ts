import type pg from 'pg';
import { pino } from 'pino';
import { openPool } from '../database/database.ts';
import { noNotifications } from '../database/no-notifications.ts';
import { startupConnectMilliseconds } from '../database/start-database.ts';
import { openJobs } from './jobs.ts';

/** Creates the tables of the jobs, or migrates them to the version of the library, without running a job. */
export async function installJobs(connection: pg.ClientConfig): Promise<void> {
  const connectMilliseconds = startupConnectMilliseconds;
  // if a connection breaks, the next statement fails as well
  const pool = openPool({ connection, maxConnections: 3, onIdleError: () => undefined, connectMilliseconds });
  try {
    const log = pino({ level: 'silent' });
    const jobs = await openJobs({ pool, notifications: noNotifications, log, isWorker: false });
    await jobs.stop();
  } finally {
    await pool.end();
  }
}
