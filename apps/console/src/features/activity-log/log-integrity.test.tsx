import { acknowledgeLogProblem, getLogCheckpoint, listActivity } from '@gatewarden/contract/activity-log';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { given } from '../../../test/given.ts';
import { givenActivity } from '../../../test/given-activity.ts';
import { renderRoute } from '../../../test/render-route.tsx';
import { refuse, respond } from '../../../test/respond.ts';
import { server } from '../../../test/server.ts';
import type { LogState } from './activity-log.queries.ts';

const checkpoint = {
  number: 7,
  at: '2030-01-31T12:00:00.000Z',
  entry_id: 120,
  hash: 'a'.repeat(64),
  previous: 'b'.repeat(64),
  acknowledged: null,
  signature: 'c2ln',
  public_key: 'a2V5',
};

async function openIntegrity(state: LogState, afterwards: LogState['problem'] = null) {
  const log = { state, acknowledged: 0 };
  server.use(
    respond(listActivity, () => givenActivity.page([])),
    respond(getLogCheckpoint, () => log.state),
    respond(acknowledgeLogProblem, () => {
      log.acknowledged += 1;
      log.state = { checkpoint: { ...checkpoint, number: 8 }, problem: afterwards };
      return { ...checkpoint, number: 8 };
    }),
  );
  renderRoute('/activity', { me: given.admin({ username: 'root' }) });
  await userEvent.click(await screen.findByRole('button', { name: 'Log integrity' }));
  return { log, dialog: within(await screen.findByRole('dialog', { name: 'Log integrity' })) };
}

it('offers the last checkpoint for storage elsewhere', async () => {
  const { dialog } = await openIntegrity({ checkpoint, problem: null });
  expect(await dialog.findByText('120')).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Download checkpoint' })).toBeVisible();
  expect(dialog.getByRole('button', { name: /copy the checkpoint/i })).toBeVisible();
});

it('says that there is no checkpoint yet', async () => {
  const { dialog } = await openIntegrity({ checkpoint: null, problem: null });
  expect(await dialog.findByText(/There is no checkpoint yet/)).toBeVisible();
});

it('explains a contradiction and acknowledges it once', async () => {
  const problem = { kind: 'behind', number: 7, entry_id: 120, since: '2030-01-31T12:00:00.000Z' } as const;
  const { log, dialog } = await openIntegrity({ checkpoint: null, problem });
  expect(await dialog.findByText(/The log ends before entry 120, which checkpoint 7 covers/)).toBeVisible();
  expect(dialog.queryByText(/There is no checkpoint yet/)).toBeNull();
  await userEvent.dblClick(dialog.getByRole('button', { name: 'Start a new chain' }));
  expect(await screen.findByText('A new chain was started at checkpoint 8.')).toBeVisible();
  expect(log.acknowledged).toBe(1);
  expect(await dialog.findByText('8')).toBeVisible();
});

it('acknowledges a second problem after the first', async () => {
  const problem = { kind: 'behind', number: 7, entry_id: 120, since: '2030-01-31T12:00:00.000Z' } as const;
  const { log, dialog } = await openIntegrity({ checkpoint: null, problem }, { ...problem, number: 8, entry_id: 130 });
  await userEvent.click(await dialog.findByRole('button', { name: 'Start a new chain' }));
  expect(await dialog.findByText(/The log ends before entry 130, which checkpoint 8 covers/)).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Start a new chain' }));
  await expect.poll(() => log.acknowledged).toBe(2);
});

it('reports a failed acknowledgement at the button, and shows the one of another administrator', async () => {
  const problem = { kind: 'behind', number: 7, entry_id: 120, since: '2030-01-31T12:00:00.000Z' } as const;
  const { log, dialog } = await openIntegrity({ checkpoint: null, problem });
  const button = await dialog.findByRole('button', { name: 'Start a new chain' });
  server.use(refuse(acknowledgeLogProblem, 503, 'database_unavailable'));
  await userEvent.click(button);
  const alert = within(dialog.getByRole('alert'));
  expect(await alert.findByText(/^The server cannot reach its database right now/)).toBeVisible();
  log.state = { checkpoint: { ...checkpoint, number: 8 }, problem: null };
  server.use(refuse(acknowledgeLogProblem, 404, 'log_problem_not_found'));
  await userEvent.click(button);
  expect(await dialog.findByText('8')).toBeVisible();
  expect(dialog.queryByRole('button', { name: 'Start a new chain' })).toBeNull();
});
