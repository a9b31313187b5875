import {
  countNotifications,
  dismissNotification,
  listNotifications,
  type Notification,
  readNotification,
  readNotifications,
} from '@gatewarden/contract/notifications';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { setWindowWidth, TestEventSource } from '../../../test/browser-stubs.ts';
import { given } from '../../../test/given.ts';
import { renderRoute } from '../../../test/render-route.tsx';
import { failNetwork, refuse, respond } from '../../../test/respond.ts';
import { server } from '../../../test/server.ts';

const naive = (minutesAgo: number) => new Date(Date.now() - minutesAgo * 60_000).toISOString().replace('Z', '');

function notification(overrides: Partial<Notification> = {}): Notification {
  return {
    id: 1,
    kind: 'password_changed',
    at: naive(5),
    read: false,
    count: 1,
    subject: null,
    details: { by: 'administrator', username: 'rosa' },
    ...overrides,
  };
}

const outage = notification({
  id: 3,
  kind: 'gateway_disconnected',
  subject: { type: 'gateway', id: 'a', name: 'waw-gw' },
  details: { location_id: 7, location: 'Warsaw', since: '2030-01-01T00:00:00' },
  count: 3,
});
const signIn = notification({
  id: 2,
  kind: 'new_sign_in',
  at: naive(60 * 50),
  read: true,
  details: { browser: 'Firefox, Linux', address: '192.0.2.7', new_browser: true, new_address: true },
});

/** Core with these notifications; calls change them. */
function open(notifications: Notification[], me = given.admin(), path = '/settings') {
  const state = { notifications };
  const unread = () => state.notifications.filter(({ read }) => !read).length;
  server.use(
    respond(countNotifications, () => ({ unread: unread() })),
    respond(listNotifications, () => ({ notifications: state.notifications, unread: unread(), next: null })),
    respond(readNotifications, ({ body }) => {
      state.notifications = state.notifications.map((one) => ({ ...one, read: one.read || one.id <= body.up_to }));
      return null;
    }),
    respond(readNotification, ({ params }) => {
      state.notifications = state.notifications.map((one) => ({
        ...one,
        read: one.read || one.id === Number(params.id),
      }));
      return null;
    }),
    respond(dismissNotification, ({ params }) => {
      state.notifications = state.notifications.filter(({ id }) => id !== Number(params.id));
      return null;
    }),
  );
  return { state, ...renderRoute(path, { me, essentials: given.essentials({ wireguard_enabled: false }) }) };
}

const bell = (name: string) => screen.findByRole('button', { name });
const rowOf = (text: string) => screen.getByText(text).closest('li') as HTMLElement;

it('shows what happened by day, with a link to what it is about', async () => {
  const { user } = open([outage, signIn]);
  await user.click(await bell('Notifications, 1 unread'));
  expect(await screen.findByRole('dialog')).toBeVisible();
  const isToday = new Date(Date.now() - 5 * 60_000).toDateString() === new Date().toDateString();
  expect(await screen.findByRole('heading', { name: isToday ? 'Today' : 'Yesterday' })).toBeVisible();
  const row = rowOf('Gateway waw-gw in Warsaw is down');
  expect(row).toHaveTextContent(/\d minutes ago3 times/);
  expect(within(row).getByRole('link', { name: 'Unread: Gateway waw-gw in Warsaw is down' })).toHaveAttribute(
    'href',
    '/locations/7/gateways/a',
  );
  const other = rowOf('New sign-in with Firefox, Linux');
  expect(other).toHaveTextContent('192.0.2.7');
  expect(within(other).getByRole('link', { name: 'New sign-in with Firefox, Linux' })).toHaveAttribute('href', '/me');
});

it('leads to the webhook that was turned off, and to the log streams', async () => {
  const stopped = (id: number, destination: 'webhook' | 'stream', name: string) =>
    notification({
      ...{ id, kind: 'delivery_stopped', details: { destination, error: 'status 503' } },
      subject: { type: destination === 'webhook' ? 'webhook' : 'activity_stream', id: String(id), name },
    });
  const { user } = open([stopped(2, 'webhook', 'Tickets'), stopped(1, 'stream', 'Vault')]);
  await user.click(await bell('Notifications, 2 unread'));
  const linkTo = (text: RegExp) => screen.findByRole('link', { name: text });
  expect(await linkTo(/webhook Tickets was turned off/)).toHaveAttribute('href', '/webhooks/2');
  expect(await linkTo(/log stream Vault was turned off/)).toHaveAttribute('href', '/settings/streams');
});

it('marks all as read, and keeps the focus in the list', async () => {
  const { user } = open([outage, signIn]);
  await user.click(await bell('Notifications, 1 unread'));
  await user.click(await screen.findByRole('button', { name: 'Mark all as read' }));
  await waitFor(() => expect(screen.queryByText('Unread:')).not.toBeInTheDocument());
  expect(screen.queryByRole('button', { name: 'Mark all as read' })).not.toBeInTheDocument();
  expect(screen.getByRole('dialog')).toContainElement(document.activeElement as HTMLElement);
  expect(await bell('Notifications')).toBeInTheDocument();
});

it('marks a notification as read when its link is followed, and closes', async () => {
  const { user, router } = open([notification(), outage]);
  await user.click(await bell('Notifications, 2 unread'));
  await user.click(await screen.findByRole('link', { name: /Your password was changed/ }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/me/security'));
  expect(await bell('Notifications, 1 unread')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

it('dismisses a notification and moves the focus to the next one', async () => {
  const imported = notification({ kind: 'users_imported', details: { users: 1, username: 'rosa' } });
  const { user } = open([outage, imported, signIn]);
  await user.click(await bell('Notifications, 2 unread'));
  await user.click(await screen.findByRole('button', { name: 'Dismiss: rosa imported 1 user' }));
  await waitFor(() => expect(screen.queryByText('rosa imported 1 user')).not.toBeInTheDocument());
  expect(screen.getByRole('link', { name: 'New sign-in with Firefox, Linux' })).toHaveFocus();
});

it('marks one about the own account as read, and does not offer to dismiss it', async () => {
  const { user } = open([notification(), signIn]);
  await user.click(await bell('Notifications, 1 unread'));
  await user.click(await screen.findByRole('button', { name: 'Mark as read: Your password was changed' }));
  expect(await screen.findByRole('link', { name: 'Your password was changed' })).toHaveFocus();
  await waitFor(() => expect(screen.queryByRole('button', { name: /^(Mark|Dismiss)/ })).not.toBeInTheDocument());
});

it('can be used with the keyboard alone, and returns the focus to the bell', async () => {
  const { user } = open([outage, signIn]);
  const button = await bell('Notifications, 1 unread');
  button.focus();
  await user.keyboard('{Enter}');
  await screen.findByText('Gateway waw-gw in Warsaw is down');
  await user.keyboard('{ArrowDown}');
  expect(screen.getByRole('link', { name: /waw-gw/ })).toHaveFocus();
  await user.keyboard('{ArrowDown}');
  expect(screen.getByRole('link', { name: /Firefox/ })).toHaveFocus();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await waitFor(() => expect(button).toHaveFocus());
});

it('shows new notifications at once, without moving the focus', async () => {
  const { user, state } = open([signIn]);
  await user.click(await bell('Notifications'));
  await screen.findByText('New sign-in with Firefox, Linux');
  await user.keyboard('{ArrowDown}');
  const [stream] = TestEventSource.open;
  act(() => stream?.succeed());
  state.notifications = [outage, signIn];
  act(() => stream?.send('stale', { stale: ['notifications'] }));
  expect(await screen.findByText('Gateway waw-gw in Warsaw is down')).toBeVisible();
  expect(await bell('Notifications, 1 unread')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: /Firefox/ })).toHaveFocus();
});

it('says what appears here while there is nothing, to users without administrator rights too', async () => {
  const { user } = open([], given.user());
  await user.click(await bell('Notifications'));
  expect(await screen.findByRole('heading', { name: 'You’re all caught up' })).toBeVisible();
  expect(screen.getByText(/New sign-ins and changes to your account/)).toBeVisible();
});

it('offers another attempt when the list could not be loaded', async () => {
  const { user } = open([outage]);
  server.use(refuse(listNotifications, 500, 'internal_error'));
  await user.click(await bell('Notifications, 1 unread'));
  expect(await screen.findByText('Couldn’t load your notifications')).toBeVisible();
  server.use(respond(listNotifications, { notifications: [outage], unread: 1, next: null }));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Gateway waw-gw in Warsaw is down')).toBeVisible();
});

it('is a bell without a number while the number is unknown', async () => {
  server.use(failNetwork(countNotifications));
  renderRoute('/settings', { me: given.admin() });
  expect(await bell('Notifications')).toBeVisible();
});

it('shows older notifications on demand', async () => {
  const { user } = open([]);
  const queries: (string | null)[] = [];
  server.use(
    respond(listNotifications, ({ query }) => {
      queries.push(query.get('before'));
      return query.has('before')
        ? { notifications: [signIn], unread: 1, next: null }
        : { notifications: [outage], unread: 1, next: 3 };
    }),
  );
  await user.click(await bell('Notifications'));
  await user.click(await screen.findByRole('button', { name: 'Show older' }));
  expect(await screen.findByText('New sign-in with Firefox, Linux')).toBeVisible();
  expect(queries).toEqual([null, '3']);
  expect(screen.queryByRole('button', { name: 'Show older' })).not.toBeInTheDocument();
});

it('fills the screen of a phone, and has a button that closes it', async () => {
  setWindowWidth(360);
  const { user } = open([outage]);
  await user.click(await bell('Notifications, 1 unread'));
  const sheet = await screen.findByRole('dialog', { name: 'Notifications' });
  await user.click(within(sheet).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

it('leaves out notifications of a newer server', async () => {
  const future = { ...notification({ id: 9 }), kind: 'from_the_future' } as unknown as Notification;
  const { user } = open([future, signIn]);
  await user.click(await bell('Notifications, 1 unread'));
  expect(await screen.findByText('New sign-in with Firefox, Linux')).toBeVisible();
  expect(screen.getAllByRole('listitem').filter((row) => row.closest('[role="dialog"]'))).toHaveLength(1);
});
