import { listNotices, type Notice } from '@gatewarden/contract/notices';
import { getUser } from '@gatewarden/contract/users';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { TestEventSource } from '../../../test/browser-stubs.ts';
import { given } from '../../../test/given.ts';
import { renderRoute } from '../../../test/render-route.tsx';
import { respond } from '../../../test/respond.ts';
import { server } from '../../../test/server.ts';
import { changeLanguage } from '../../i18n/i18n.ts';

const readOnly: Notice = { kind: 'database_read_only', since: '2030-01-31T12:00:00', details: {} };
const full: Notice = { kind: 'database_full', since: null, details: {} };

it('shows administrators problems of the instance with their start, above every page', async () => {
  server.use(respond(listNotices, [readOnly, full]));
  renderRoute('/settings', { me: given.admin() });
  const banner = await screen.findByRole('alert', { name: 'The database is read-only' });
  expect(within(screen.getByRole('main')).getAllByRole('alert')).toHaveLength(2);
  await userEvent.click(within(banner).getByRole('button', { name: /^The database is read-only/ }));
  expect(within(banner).getByText(/^Since 01\/31\/2030, 12:00:00/)).toBeVisible();
});

it('shows one line per notice until its details are opened', async () => {
  server.use(respond(listNotices, [readOnly]));
  renderRoute('/settings', { me: given.admin() });
  const banner = await screen.findByRole('alert', { name: 'The database is read-only' });
  const details = within(banner).getByText(/^No changes can be saved/);
  const toggle = within(banner).getByRole('button', { expanded: false });
  expect(details).not.toBeVisible();
  await userEvent.click(toggle);
  expect(details).toBeVisible();
  await userEvent.click(toggle);
  expect(details).not.toBeVisible();
});

it('follows the server without a reload', async () => {
  let notices: Notice[] = [];
  server.use(respond(listNotices, () => notices));
  renderRoute('/settings', { me: given.admin() });
  await screen.findByRole('heading', { name: 'Settings', level: 1 });
  const announce = () => act(() => TestEventSource.open.at(-1)?.send('stale', { stale: ['notices'] }));
  notices = [full];
  announce();
  expect(await screen.findByRole('alert', { name: 'The database is out of disk space' })).toBeVisible();
  notices = [];
  announce();
  await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
});

it('uses the language of the user', async () => {
  await changeLanguage('pl');
  server.use(respond(listNotices, [full]));
  renderRoute('/settings', { me: given.admin() });
  expect(await screen.findByRole('alert', { name: 'Na serwerze bazy danych brakuje miejsca na dysku' })).toBeVisible();
});

it('ignores unknown kinds of a newer server', async () => {
  server.use(http.get('*/api/v1/notices', () => HttpResponse.json([{ ...full, kind: 'from_the_future' }, full])));
  renderRoute('/settings', { me: given.admin() });
  expect(await screen.findAllByRole('alert')).toHaveLength(1);
});

it('sends no request for users without administrator rights', async () => {
  const asked: string[] = [];
  server.events.on('request:start', ({ request }) => void asked.push(new URL(request.url).pathname));
  const me = given.user();
  server.use(respond(getUser, given.details(me)));
  renderRoute('/me', { me });
  expect(await screen.findByRole('heading', { name: 'No locations yet' })).toBeVisible();
  expect(asked).not.toContain('/api/v1/notices');
});
