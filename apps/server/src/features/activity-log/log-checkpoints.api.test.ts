import { acknowledgeLogProblem, getLogCheckpoint, listActivity } from '@gatewarden/contract/activity-log';
import { proveWithPassword } from '@gatewarden/contract/mfa';
import { listNotices } from '@gatewarden/contract/notices';
import { expect, it, vi } from 'vitest';
import { password } from '../../../test/given/given.ts';
import { startTestServer } from '../../../test/harness.ts';

it('shows the last checkpoint, reports a contradiction as a notice, and restarts the chain after an acknowledgement', async () => {
  await using server = await startTestServer();
  const admin = await server.given.admin();
  // a core signs when it starts
  await using replica = await server.startReplica();
  const checkpoint = await vi.waitUntil(async () => (await admin.call(getLogCheckpoint, {})).checkpoint);
  expect(checkpoint).toMatchObject({ number: 1, acknowledged: null });
  const nothing = { status: 409, body: { code: 'log_problem_not_found' } };
  expect(await admin.try(acknowledgeLogProblem, {})).toMatchObject(nothing);

  const insertProblem = () =>
    server.database.query(
      `insert into activity_problem (kind, number, entry_id, since) values ('rewritten', 1, 2, '2030-01-01')`,
    );
  await insertProblem();
  expect(await admin.call(listNotices, {})).toMatchObject([
    { kind: 'log_checkpoint_problem', since: '2030-01-01T00:00:00', details: { kind: 'rewritten', number: 1 } },
  ]);
  expect(await replica.stranger().try(getLogCheckpoint, {})).toMatchObject({ status: 401 });
  server.clock.advance({ minutes: 15 });
  expect(await admin.try(acknowledgeLogProblem, {})).toMatchObject({ status: 403, body: { code: 'proof_required' } });
  await admin.call(proveWithPassword, { body: { password } });
  // verification does not confirm it
  expect(await admin.try(acknowledgeLogProblem, {})).toMatchObject(nothing);
  expect(await admin.call(getLogCheckpoint, {})).toMatchObject({ checkpoint: { number: 1 }, problem: null });
  expect(await admin.call(listNotices, {})).toEqual([]);

  await server.database.query(`update activity_entry set description = 'changed' where id = 1`);
  await insertProblem();
  const restarted = await admin.call(acknowledgeLogProblem, {});
  expect(restarted).toMatchObject({ number: 2, acknowledged: expect.stringContaining('"by":"rosa"') });
  expect(await admin.call(getLogCheckpoint, {})).toEqual({ checkpoint: restarted, problem: null });
  expect(await admin.call(listNotices, {})).toEqual([]);
  const { data } = await admin.call(listActivity, { query: { event: 'activity_log_acknowledged' } });
  expect(data).toMatchObject([{ username: 'rosa', names: { problem: 'rewritten', number: '1' } }]);
});
