import { acknowledgeRestore } from '@gatewarden/contract/history';
import { listNotices, type Notice } from '@gatewarden/contract/notices';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { given } from '../../../test/given.ts';
import { renderRoute } from '../../../test/render-route.tsx';
import { respond } from '../../../test/respond.ts';
import { server } from '../../../test/server.ts';
import { changeLanguage } from '../../i18n/i18n.ts';

const from = '2030-01-30T08:00:00';
const until = '2030-01-31T09:30:00';

async function openNotice(details: Notice['details']) {
  const state = { notices: [{ kind: 'restored', since: '2030-01-31T12:00:00', details }] as Notice[], calls: 0 };
  server.use(
    respond(listNotices, () => state.notices),
    respond(acknowledgeRestore, () => {
      state.calls += 1;
      state.notices = [];
      return null;
    }),
  );
  renderRoute('/settings', { me: given.admin() });
  const banner = within(await screen.findByRole('alert'));
  await userEvent.click(banner.getByRole('button', { expanded: false }));
  return { state, banner };
}

it.each<[string, Notice['details'], RegExp]>([
  [
    'one entry',
    { entries: 1, from, until },
    /^At least 1 log entry written between 01\/30\/2030, 08:00:00 UTC and 01\/31\/2030, 09:30:00 UTC is lost\./,
  ],
  ['many entries', { entries: 12, from, until }, /^At least 12 log entries written between .* are lost\./],
  [
    'an unknown end',
    { from },
    /^Changes made after 01\/30\/2030, 08:00:00 UTC are lost\. It is not known how many\. Users disabled after 01\/30\/2030, 08:00:00 UTC are active again/,
  ],
  [
    'nothing known',
    {},
    /^It is not known which changes are lost\. Users disabled after the backup was made are active again/,
  ],
])('describes the loss: %s', async (_, details, text) => {
  const { banner } = await openNotice(details);
  expect(banner.getByText(text)).toBeVisible();
});

it('uses the plural forms of the language', async () => {
  await changeLanguage('pl');
  const { banner } = await openNotice({ entries: 3, from, until });
  expect(banner.getByText(/^Utracono co najmniej 3 wpisy dziennika/)).toBeVisible();
});

it('shows a checklist before it is acknowledged, once', async () => {
  const { state, banner } = await openNotice({ entries: 12, from, until });
  await userEvent.click(banner.getByRole('button', { name: 'Acknowledge' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Acknowledge the restore?' }));
  expect(dialog.getByText(/^All sessions, unfinished sign-ins/)).toBeVisible();
  expect(dialog.getAllByRole('listitem')).toHaveLength(4);
  expect(state.calls).toBe(0);
  await userEvent.dblClick(dialog.getByRole('button', { name: 'Acknowledge' }));
  await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(state.calls).toBe(1);
});

it('changes nothing when the dialog is closed', async () => {
  const { state, banner } = await openNotice({});
  await userEvent.click(banner.getByRole('button', { name: 'Acknowledge' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect([state.calls, banner.getByRole('button', { name: 'Acknowledge' })]).toEqual([0, expect.anything()]);
});
