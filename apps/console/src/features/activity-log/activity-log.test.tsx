import { listAccessRules } from '@gatewarden/contract/access';
import { type ActivityRow, getActivity, listActivity } from '@gatewarden/contract/activity-log';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { setWindowWidth, TestEventSource } from '../../../test/browser-stubs.ts';
import { given } from '../../../test/given.ts';
import { givenAccess } from '../../../test/given-access.ts';
import { givenActivity } from '../../../test/given-activity.ts';
import { renderRoute } from '../../../test/render-route.tsx';
import { refuse, respond } from '../../../test/respond.ts';
import { server } from '../../../test/server.ts';
import { changeLanguage } from '../../i18n/i18n.ts';

const { row, details, page } = givenActivity;
const admin = given.admin({ username: 'root' });

/** Serves these rows and records the queries. */
function givenLog(...rows: ActivityRow[]) {
  const log = { rows, asked: [] as URLSearchParams[] };
  server.use(
    respond(listActivity, ({ query }) => {
      log.asked.push(query);
      return page(log.rows);
    }),
  );
  return log;
}

function sendStale(topic: string): void {
  act(() => TestEventSource.open.at(-1)?.send('stale', { stale: [topic] }));
}

describe('the activity log', () => {
  it('shows as a sentence who did what from where', async () => {
    givenLog(
      row({ id: 4, event: 'device_added', names: { device: 'Laptop', owner: 'una' } }),
      row({ id: 3, event: 'user_modified', names: { before: 'una', after: 'una.k', fields: 'username, last_name' } }),
      row({ id: 2, event: 'user_login_failed', names: { message: 'incorrect password' } }),
      row({ id: 1, event: 'gateway_connected', names: { gateway: 'edge-1' }, username: null, ip: null }),
    );
    renderRoute('/activity', { me: admin });
    const table = within(await screen.findByRole('table', { name: 'Activity log' }));
    expect(table.getByRole('link', { name: 'Added the device Laptop of una' })).toBeVisible();
    expect(table.getByRole('link', { name: 'Changed the account una → una.k: Last name' })).toBeVisible();
    expect(table.getByRole('link', { name: 'Failed to sign in: incorrect password' })).toBeVisible();
    expect(table.getByText('System')).toBeVisible();
    expect(table.getAllByText('198.51.100.7')).toHaveLength(3);
    expect(screen.getByText('4 entries')).toBeVisible();
  });

  it('has a heading for each day, as long as it is sorted by time', async () => {
    const user = userEvent.setup();
    givenLog(
      row({ id: 3, timestamp: '2020-03-02T12:00:00' }),
      row({ id: 2, timestamp: '2020-03-01T12:00:00' }),
      row({ id: 1, timestamp: '2020-03-01T11:00:00' }),
    );
    renderRoute('/activity', { me: admin });
    const headings = () => screen.queryAllByRole('rowheader').map(({ textContent }) => textContent);
    expect(await screen.findAllByRole('link', { name: 'Signed in' })).toHaveLength(3);
    expect(headings()).toEqual(['Monday, March 2, 2020', 'Sunday, March 1, 2020']);
    await user.click(screen.getByRole('button', { name: /^What/ }));
    await waitFor(() => expect(headings()).toEqual([]));
  });

  it('omits the owner from changes of something of one’s own', async () => {
    const device = { device: 'Laptop', owner: 'una' };
    givenLog(
      row({ id: 2, event: 'device_removed', username: 'root', names: device }),
      row({ id: 1, event: 'device_added', username: 'una', names: device }),
    );
    renderRoute('/activity', { me: admin });
    expect(await screen.findByRole('link', { name: 'Removed the device Laptop of una' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Added the device Laptop' })).toBeVisible();
  });

  it('distinguishes disabling from enabling, and switching off from switching on', async () => {
    const una = { before: 'una', after: 'una' };
    givenLog(
      row({ id: 3, event: 'user_modified', names: { ...una, fields: 'is_active', switched_off: 'is_active' } }),
      row({ id: 2, event: 'user_modified', names: { ...una, fields: 'is_active' } }),
      row({ id: 1, event: 'user_modified', names: { ...una, fields: 'is_admin', switched_off: 'is_admin' } }),
    );
    renderRoute('/activity', { me: admin });
    expect(await screen.findByRole('link', { name: 'Changed the account una: Account disabled' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Changed the account una: Account enabled' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Changed the account una: Administrator rights (off)' })).toBeVisible();
  });

  it('lists only what an emergency stop or signing out everywhere ended', async () => {
    const none = { disabled: 'false', sessions: '0', tokens: '0', devices: '0', keys: '0', recovery_codes: '0' };
    const removed = { disabled: 'true', keys: '2', authenticator_removed: 'true', recovery_codes: '8' };
    givenLog(
      row({ id: 4, event: 'user_stopped', names: { user: 'una', ...none, ...removed } }),
      row({ id: 3, event: 'user_stopped', names: { user: 'una', ...none, authenticator_removed: 'false' } }),
      row({ id: 2, event: 'signed_out_everywhere', names: { user: 'una', ...none, sessions: '3', devices: '1' } }),
      row({ id: 1, event: 'signed_out_everywhere', names: { user: 'una', ...none } }),
    );
    renderRoute('/activity', { me: admin });
    const ended = 'Account disabled, Keys suspended: 2, Authenticator app deleted, Recovery codes deleted: 8';
    expect(await screen.findByRole('link', { name: `Revoked all access for una: ${ended}` })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Revoked all access for una' })).toBeVisible();
    const own = 'Signed out everywhere: Sessions ended: 3, Devices turned off: 1';
    expect(screen.getByRole('link', { name: own })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Signed out everywhere' })).toBeVisible();
  });

  it('uses the language of the user', async () => {
    await changeLanguage('pl');
    givenLog(row({ event: 'group_member_added', names: { user: 'una', group: 'Biuro' } }));
    renderRoute('/activity', { me: admin });
    expect(await screen.findByRole('link', { name: 'Dodano una do grupy Biuro' })).toBeVisible();
  });

  it('shows unknown events of other server versions without a sentence', async () => {
    givenLog(
      row({ id: 2, event: 'moon_landed' as never, description: 'Moon landed: Eagle' }),
      row({ id: 1, event: 'group_added', description: 'Group staff' }),
    );
    renderRoute('/activity', { me: admin });
    expect(await screen.findByRole('link', { name: 'moon landed: Moon landed: Eagle' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Group added: Group staff' })).toBeVisible();
  });

  it('shows hostile names as plain text', async () => {
    const name = '<img src=x onerror=alert(1)> {{user}} $t(title)';
    givenLog(row({ event: 'group_added', names: { group: name } }));
    server.use(
      respond(getActivity, details({ event: 'group_added', names: { group: name }, metadata: { group: { name } } })),
    );
    const { user } = renderRoute('/activity', { me: admin });
    await user.click(await screen.findByRole('link', { name: `Added the group ${name}` }));
    expect(await within(screen.getByRole('dialog')).findByText(name)).toBeVisible();
    expect(document.querySelector('img[src="x"]')).toBeNull();
  });

  it('reads its filters from the address, and chips remove them', async () => {
    const log = givenLog(row());
    const { user, router } = renderRoute(
      '/activity?person=una&event=%5B"user_login","nonsense"%5D&q=ab&sort=username',
      {
        me: admin,
      },
    );
    const chips = within(await screen.findByRole('list', { name: 'Active filters' }));
    await screen.findByRole('table');
    const asked = log.asked.find((query) => query.get('sort_by') === 'username');
    expect(Object.fromEntries(asked ?? [])).toEqual({
      username: 'una',
      event: 'user_login',
      search: 'ab',
      sort_by: 'username',
      sort_order: 'asc',
      page: '1',
    });
    await user.click(chips.getByRole('button', { name: 'Remove filter: Who: una' }));
    expect(router.state.location.search).toEqual({ event: ['user_login', 'nonsense'], q: 'ab', sort: 'username' });
    await user.click(chips.getByRole('button', { name: 'Clear filters' }));
    expect(router.state.location.search).toEqual({ q: 'ab', sort: 'username' });
    expect(screen.queryByRole('list', { name: 'Active filters' })).not.toBeInTheDocument();
  });

  it('exports the filtered entries', async () => {
    givenLog(row());
    const { user } = renderRoute('/activity?module=vpn&sort=timestamp', { me: admin });
    await user.click(await screen.findByRole('button', { name: 'Export' }));
    expect(await screen.findByRole('menuitem', { name: 'CSV, for spreadsheets' })).toHaveAttribute(
      'href',
      '/api/v1/activity_log/export?format=csv&module=vpn&sort_order=asc',
    );
  });

  it('exports the filtered entries from the command palette', async () => {
    givenLog(row());
    const downloads: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      downloads.push(this.getAttribute('href') ?? '');
    });
    const { user } = renderRoute('/activity?module=vpn&sort=timestamp', { me: admin });
    await screen.findByRole('button', { name: 'Export' });
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByRole('combobox', { name: /^Search, or/ }), '>export entries json');
    await screen.findByRole('option', { name: 'Export entries as JSON' });
    await user.keyboard('{Enter}');
    expect(downloads).toEqual(['/api/v1/activity_log/export?format=json&module=vpn&sort_order=asc']);
  });

  it('adds new entries at the top, and only counts them while an entry is open', async () => {
    const log = givenLog(row({ id: 1, event: 'user_logout' }));
    server.use(respond(getActivity, details({ event: 'user_logout' })));
    const { user } = renderRoute('/activity', { me: admin });
    await screen.findByRole('link', { name: 'Signed out' });
    log.rows = [row({ id: 2, event: 'password_changed' }), ...log.rows];
    sendStale('activity');
    expect(await screen.findByRole('link', { name: 'Changed their password' })).toBeVisible();

    await user.click(screen.getByRole('link', { name: 'Signed out' }));
    log.rows = [row({ id: 4 }), row({ id: 3, event: 'recovery_code_used' }), ...log.rows];
    sendStale('activity');
    expect(await screen.findByText('2 new entries')).toBeInTheDocument();
    expect(screen.queryByText('Signed in with a recovery code')).not.toBeInTheDocument();
    await user.keyboard('{Escape}');
    expect(await screen.findByRole('link', { name: 'Signed in with a recovery code' })).toBeVisible();
  });

  it('discards a search that is not applied yet when filters are cleared', async () => {
    givenLog();
    const { user } = renderRoute('/activity?person=una', { me: admin });
    await screen.findByText('No matching entries');
    await user.type(screen.getByRole('searchbox'), 'z');
    const [, inList] = screen.getAllByRole('button', { name: 'Clear filters' });
    await user.click(inList as HTMLElement);
    expect(await screen.findByText('No activity yet')).toBeVisible();
    expect(screen.getByRole('searchbox')).toHaveValue('');
  });

  it('distinguishes an empty log, no match and a failure', async () => {
    givenLog();
    const { user, router } = renderRoute('/activity?q=zebra', { me: admin });
    expect(await screen.findByText('No matching entries')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(await screen.findByText('No activity yet')).toBeVisible();
    server.use(refuse(listActivity, 429, 'rate_limited'));
    await act(() => router.navigate({ to: '/activity', search: { q: 'other' } }));
    expect(await screen.findByText('Couldn’t load the activity log')).toBeVisible();
  });

  it('navigates between pages', async () => {
    server.use(
      respond(listActivity, ({ query }) =>
        query.get('page') === '2'
          ? page([row({ id: 1, event: 'user_logout' })], { current_page: 2, total_items: 51, total_pages: 2 })
          : page([row({ id: 51 })], { total_items: 51, total_pages: 2, next_page: 2 }),
      ),
    );
    const { user, router } = renderRoute('/activity', { me: admin });
    expect(await screen.findByText('Page 1 of 2')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    expect(await screen.findByRole('link', { name: 'Signed out' })).toBeVisible();
    expect(router.state.location.search).toEqual({ page: 2 });
    expect(screen.getByRole('button', { name: 'Next page' })).toHaveAttribute('aria-disabled', 'true');
  });

  it('keeps the focus on the pager while a page loads, and skips none by a second press', async () => {
    const { promise: loaded, resolve: load } = Promise.withResolvers<void>();
    server.use(
      respond(listActivity, async ({ query }) => {
        if (query.get('page') !== '2')
          return page([row({ id: 51 })], { total_items: 51, total_pages: 2, next_page: 2 });
        await loaded;
        return page([row({ id: 1, event: 'user_logout' })], { current_page: 2, total_items: 51, total_pages: 2 });
      }),
    );
    const { user, router } = renderRoute('/activity', { me: admin });
    const next = await screen.findByRole('button', { name: 'Next page' });
    await user.click(next);
    expect(await screen.findByText('Page 2 of 2')).toBeVisible();
    await user.keyboard('{Enter}');
    load();
    expect(await screen.findByRole('link', { name: 'Signed out' })).toBeVisible();
    expect(next).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(router.state.location.search).toEqual({ page: 2 });
  });

  it('shows blocks on a phone', async () => {
    setWindowWidth(360);
    givenLog(row({ location: 'Warsaw' }));
    renderRoute('/activity', { me: admin });
    const block = within(await screen.findByRole('list', { name: /^Activity log, / })).getByRole('listitem');
    expect(block).toHaveTextContent(/Signed in.*adaWarsaw198\.51\.100\.7/);
  });
});

describe('an activity log entry', () => {
  const changed = details({
    event: 'vpn_location_modified',
    names: { before: 'Roof', after: 'Roof', fields: 'dns' },
    metadata: { before: { name: 'Roof', dns: null }, after: { name: 'Roof', dns: '1.1.1.1' } },
  });

  it('shows old and new values side by side, changed fields first, and its hash', async () => {
    givenLog();
    server.use(respond(getActivity, changed));
    const { user } = renderRoute('/activity?entry=1', { me: admin });
    const dialog = within(await screen.findByRole('dialog', { name: 'Changed the location Roof: DNS servers' }));
    const servers = within((await dialog.findByText('DNS servers')).closest('li') as HTMLElement);
    expect(servers.getByText('Before').nextSibling).toHaveTextContent('–');
    expect(servers.getByText('After').nextSibling).toHaveTextContent('1.1.1.1');
    expect(dialog.queryByText('Name')).not.toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Show 1 unchanged field' }));
    expect(dialog.getByText('Name')).toBeVisible();
    expect(dialog.getByText('ab'.repeat(32))).toBeVisible();
  });

  it('lists once what a deployment did, with links to rules that exist, and why it overrode tests', async () => {
    givenLog();
    const rules = [
      { id: 4, previous_id: null, name: 'Build servers', change: 'added' },
      { id: 3, previous_id: 3, name: 'Old printers', change: 'deleted' },
    ];
    const aliases = [{ id: 7, previous_id: 6, name: 'Printers', change: 'modified' }];
    const override = { reason: 'Approved by Una', tests: [{ id: 1, name: 'HR reaches payroll' }] };
    server.use(
      respond(listAccessRules, [givenAccess.rule({ id: 4, name: 'Build servers' })]),
      respond(
        getActivity,
        details({
          ...{ event: 'access_deployed', names: { deployed: 'Build servers, Old printers, Printers' } },
          metadata: { deployed: [...rules, ...aliases], rules, aliases, override },
        }),
      ),
    );
    renderRoute('/activity?entry=1', { me: admin });
    const dialog = within(await screen.findByRole('dialog'));
    const link = await dialog.findByRole('link', { name: 'Build servers' });
    expect(link).toHaveAttribute('href', '/access-rules/4');
    const items = dialog.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(items).toEqual(['Build serversAdded', 'Old printersDeleted', 'PrintersChanged']);
    expect(dialog.queryByRole('link', { name: 'Old printers' })).not.toBeInTheDocument();
    expect(dialog.getByRole('heading', { name: 'Access rules' })).toBeVisible();
    expect(dialog.getByRole('heading', { name: 'Aliases' })).toBeVisible();
    expect(dialog.getByRole('heading', { name: 'Deployed despite failing tests' })).toBeVisible();
    expect(dialog.getByText('Approved by Una')).toBeVisible();
    expect(dialog.getByText('Failing tests').nextSibling).toHaveTextContent('HR reaches payroll');
    expect(screen.queryByText(/[{}]/)).not.toBeInTheDocument();
  });

  it('links to the version of the rules that was restored', async () => {
    givenLog();
    const metadata = { restored: 'March 1', version: { id: 12, name: 'March 1' } };
    server.use(
      respond(getActivity, details({ event: 'access_version_restored', names: { restored: 'March 1' }, metadata })),
    );
    renderRoute('/activity?entry=1', { me: admin });
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByRole('link', { name: 'March 1' })).toHaveAttribute('href', '/access-rules/history/12');
    expect(dialog.queryByText('Restored version')).not.toBeInTheDocument();
  });

  it('translates values from a fixed set', async () => {
    givenLog();
    const entry = { event: 'user_login_failed', names: {}, metadata: { reason: 'wrong password' } } as const;
    server.use(respond(getActivity, details(entry)));
    renderRoute('/activity?entry=1', { me: admin });
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText('incorrect password')).toBeVisible();
    expect(dialog.queryByText('wrong password')).toBeNull();
  });

  it('closes with Escape and restores the focus', async () => {
    givenLog(row({ event: 'vpn_location_modified', names: changed.names }));
    server.use(respond(getActivity, changed));
    const { user, router } = renderRoute('/activity', { me: admin });
    const link = await screen.findByRole('link', { name: 'Changed the location Roof: DNS servers' });
    link.focus();
    await user.keyboard('{Enter}');
    await screen.findByText('Changes');
    expect(router.state.location.search).toEqual({ entry: 1 });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(router.state.location.search).toEqual({});
    await waitFor(() => expect(link).toHaveFocus());
  });

  it('reports an entry that is not found, and retries one that failed to load', async () => {
    givenLog();
    server.use(refuse(getActivity, 404, 'activity_not_found'));
    const { router, user } = renderRoute('/activity?entry=7', { me: admin });
    expect(await screen.findByText('Entry not found')).toBeVisible();
    server.use(refuse(getActivity, 429, 'rate_limited'));
    await act(() => router.navigate({ to: '/activity', search: { entry: 1 } }));
    expect(await screen.findByText('Couldn’t load this entry')).toBeVisible();
    server.use(respond(getActivity, changed));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Changes')).toBeVisible();
  });
});

describe('the activity of the signed-in user', () => {
  it('is requested without a username by users, and with it by administrators', async () => {
    const log = givenLog(row());
    const first = renderRoute('/me/activity', { me: given.user({ username: 'una' }) });
    expect(await screen.findByRole('table', { name: 'My activity' })).toBeVisible();
    expect(screen.queryByRole('columnheader', { name: 'Who' })).not.toBeInTheDocument();
    expect(log.asked.at(-1)?.has('username')).toBe(false);
    first.unmount();
    renderRoute('/me/activity', { me: admin });
    await screen.findByRole('table', { name: 'My activity' });
    expect(log.asked.at(-1)?.get('username')).toBe('root');
  });
});
