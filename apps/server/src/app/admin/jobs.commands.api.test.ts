import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { runAdmin } from '../../../test/admin-program.ts';
import { startTestServer } from '../../../test/harness.ts';

it('lists the jobs and runs one on a running core', async () => {
  const secretKey = randomBytes(32).toString('base64');
  await using server = await startTestServer({ environment: { GATEWARDEN_SECRET_KEY: secretKey } });
  const environment = { DATABASE_URL: server.database.url, GATEWARDEN_SECRET_KEY: secretKey };
  const admin = (...words: string[]) => runAdmin(words, environment);
  expect(await admin('jobs', 'list')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/traffic\.purge-deleted +41 3/),
  });
  expect(await admin('jobs', 'run', 'traffic.purge-deleted')).toMatchObject({ code: 0, stderr: '' });
  const runs = () => server.query("select state from pgboss.job where name = 'traffic.purge-deleted'");
  await expect.poll(runs).toEqual([{ state: 'completed' }]);
  expect(await admin('jobs', 'run', 'mail.send')).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('There is no job mail.send:'),
  });
});
