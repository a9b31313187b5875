import { expect, inject } from 'vitest';
import { runAdmin } from './admin-program.ts';
import type { TestServer } from './harness.ts';
import type {} from './started-template.ts';

/** Runs a job as if its schedule was due; resolves after the run. */
export async function runJob(server: Pick<TestServer, 'database'>, name: string): Promise<void> {
  const environment = { DATABASE_URL: server.database.url, GATEWARDEN_SECRET_KEY: inject('started').secretKey };
  expect(await runAdmin(['jobs', 'run', name], environment)).toMatchObject({ code: 0 });
  const unfinished = `select from pgboss.job where name = $1 and state in ('created', 'retry', 'active')`;
  await expect.poll(() => server.database.query(unfinished, [name])).toHaveLength(0);
}
