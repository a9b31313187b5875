import { getActivity, listActivity } from '@gatewarden/contract/activity-log';
import { addAuthKey } from '@gatewarden/contract/auth-keys';
import { listGroups } from '@gatewarden/contract/groups';
import { listIdentitySources } from '@gatewarden/contract/identity-sources';
import { listLocations, listUserAccess } from '@gatewarden/contract/locations';
import { proveWithPassword } from '@gatewarden/contract/mfa';
import { addUser, deleteUser, getUser, listUsers, setUserPassword, updateUser } from '@gatewarden/contract/users';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { setWindowWidth } from '../../../test/browser-stubs.ts';
import { given } from '../../../test/given.ts';
import { givenActivity } from '../../../test/given-activity.ts';
import { givenNetwork } from '../../../test/given-network.ts';
import { givenSources } from '../../../test/given-sources.ts';
import { renderRoute } from '../../../test/render-route.tsx';
import { failNetwork, refuse, respond } from '../../../test/respond.ts';
import { server } from '../../../test/server.ts';

const me = given.admin();
const bob = given.user({ id: 2, username: 'bob', first_name: 'Bob', last_name: 'Żak', email: 'bob@example.com' });
const cleo = given.user({ id: 3, username: 'cleo', first_name: 'Cleo', last_name: 'Ahn', email: 'cleo@example.com' });
const allUsers = respond(listUsers, [me, bob, cleo]);

const detailsOf = respond(getUser, ({ params }) =>
  given.details([me, bob, cleo].find(({ username }) => username === params.username) ?? me),
);

const people = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('link')[0]?.textContent);
const shown = () => screen.findByRole('table', { name: 'Users' });

async function openMenu(user: ReturnType<typeof renderRoute>['user'], name: string) {
  await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
}

describe('the list of users', () => {
  it('reads search, kind and order from the address', async () => {
    server.use(allUsers);
    const { user, router } = renderRoute('/users?show=users&sort=-name', { me });
    await shown();
    expect(people()).toEqual(['Cleo Ahn', 'Bob Żak']);
    expect(screen.getByRole('status')).toHaveTextContent('2 of 3 people');
    await user.click(screen.getByRole('button', { name: 'Name' }));
    expect(people()).toEqual(['Bob Żak', 'Cleo Ahn']);
    await user.type(screen.getByRole('searchbox', { name: 'Search people' }), 'zak');
    await waitFor(() => expect(people()).toEqual(['Bob Żak']));
    expect(router.state.location.search).toEqual({ q: 'zak', show: 'users', sort: 'name' });
  });

  it('opens a user with a click, and leaves other clicks on the link to the browser', async () => {
    server.use(allUsers, respond(getUser, given.details(bob)));
    const { user, router } = renderRoute('/users', { me });
    const link = await screen.findByRole('link', { name: 'Bob Żak' });
    expect(link).toHaveAttribute('href', '/users/bob');
    const prevented = vi.fn();
    const follow = (event: Event) => {
      prevented(event.defaultPrevented);
      event.preventDefault();
    };
    window.addEventListener('click', follow, { once: true });
    await user.keyboard('{Control>}');
    await user.click(link);
    await user.keyboard('{/Control}');
    expect(router.state.location.pathname).toBe('/users');
    expect(prevented).toHaveBeenCalledExactlyOnceWith(false);
    await user.click(link);
    await waitFor(() => expect(router.state.location.pathname).toBe('/users/bob'));
  });

  it('filters by administrators, and shows when no user matches', async () => {
    server.use(allUsers);
    const { user } = renderRoute('/users', { me });
    await shown();
    await user.click(screen.getByRole('link', { name: 'Admins' }));
    await waitFor(() => expect(people()).toEqual(['Ada Lovelace']));
    await user.type(screen.getByRole('searchbox', { name: 'Search people' }), 'unknown');
    // until the typed text is applied, another button of that name is there
    await screen.findByText('No matches');
    await user.click(await screen.findByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(people()).toHaveLength(3));
  });

  it('stores all filters in the address, and clears them together', async () => {
    server.use(
      respond(listUsers, [me, { ...bob, groups: ['Staff'] }, { ...cleo, groups: ['Staff'], is_active: false }]),
    );
    const { user, router } = renderRoute('/users?group=Staff&factor=off&sort=-name', { me });
    await shown();
    expect(people()).toEqual(['Cleo Ahn', 'Bob Żak']);
    await user.click(screen.getAllByRole('button', { name: 'Status' })[0] ?? document.body);
    await user.click(await screen.findByRole('option', { name: 'Disabled' }));
    await waitFor(() => expect(people()).toEqual(['Cleo Ahn']));
    expect(router.state.location.search).toEqual({ group: 'Staff', factor: 'off', state: 'disabled', sort: '-name' });
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(people()).toHaveLength(3));
    expect(router.state.location.search).toEqual({ sort: '-name' });
  });

  it('shows only exceptions as badges, in place of when the user was last seen', async () => {
    const { first_name, ...rest } = cleo;
    server.use(
      respond(listUsers, [
        me,
        { ...bob, is_active: false },
        { ...rest, first_name, enrolled: false, has_password: false },
      ]),
    );
    renderRoute('/users', { me });
    await shown();
    const rowOf = (name: string) => screen.getByRole('row', { name: new RegExp(name) });
    expect(rowOf('Bob')).toHaveTextContent('Disabled');
    expect(rowOf('Cleo')).toHaveTextContent('Setup pending');
    expect(rowOf('Ada')).not.toHaveTextContent(/Active|Disabled|pending|Yes/);
    expect(within(rowOf('Bob')).queryByText('Never')).toBeNull();
    expect(screen.queryByRole('columnheader', { name: 'Status' })).toBeNull();
  });

  it('shows who is connected now, and has a view of them', async () => {
    const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString().slice(0, -1);
    server.use(
      respond(listUsers, [
        me,
        { ...bob, last_connected_at: at(2), last_sign_in_at: at(1) },
        { ...cleo, last_connected_at: at(12) },
      ]),
    );
    const { user } = renderRoute('/users', { me });
    await shown();
    expect(screen.getByRole('row', { name: /Bob/ })).toHaveTextContent('Connected');
    expect(screen.getByRole('row', { name: /Cleo/ })).toHaveTextContent('12 minutes ago, VPN');
    await user.click(screen.getByRole('link', { name: 'Connected' }));
    await waitFor(() => expect(people()).toEqual(['Bob Żak']));
  });

  it('shows when users were last seen and how, and the groups behind "+3"', async () => {
    setWindowWidth(1440);
    const at = new Date(Date.now() - 3 * 3_600_000).toISOString().slice(0, -1);
    const groups = ['Design', 'Field', 'Ops', 'Staff'];
    server.use(respond(listUsers, [{ ...bob, last_connected_at: at, device_count: 3, groups }, cleo]));
    renderRoute('/users', { me });
    await shown();
    const row = screen.getByRole('row', { name: /Bob/ });
    expect(within(row).getByText('3 hours ago, VPN')).toBeVisible();
    expect(within(row).getByText('+3')).toBeVisible();
    expect(row).toHaveTextContent('Field, Ops, Staff');
    expect(screen.getByRole('row', { name: /Cleo/ })).toHaveTextContent('Never');
  });

  it('has views as tabs, and saves filters as an own view by name', async () => {
    server.use(respond(listUsers, [me, { ...bob, last_connected_at: '2030-01-01T00:00:00' }, cleo]));
    const { user, router } = renderRoute('/users?sort=-name', { me });
    await shown();
    const views = within(screen.getByRole('navigation', { name: 'Views' }));
    expect(views.getByRole('link', { name: 'All' })).toHaveAttribute('aria-current', 'page');
    await user.click(views.getByRole('link', { name: 'Never connected' }));
    await waitFor(() => expect(people()).toEqual(['Cleo Ahn', 'Ada Lovelace']));
    expect(router.state.location.search).toEqual({ seen: 'never', sort: '-name' });

    await user.click(screen.getByRole('button', { name: 'Role' }));
    await user.click(await screen.findByRole('option', { name: 'Admins' }));
    await user.click(await views.findByRole('button', { name: 'Save view' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Save view' }));
    await user.type(dialog.getByLabelText('View name'), 'Idle admins{Enter}');
    expect(await views.findByRole('link', { name: 'Idle admins' })).toHaveAttribute('aria-current', 'page');
    await user.click(views.getByRole('link', { name: 'All' }));
    await waitFor(() => expect(people()).toHaveLength(3));
    await user.click(views.getByRole('link', { name: 'Idle admins' }));
    await waitFor(() => expect(people()).toEqual(['Ada Lovelace']));
    await user.click(views.getByRole('button', { name: 'Remove view Idle admins' }));
    expect(views.queryByRole('link', { name: 'Idle admins' })).toBeNull();
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await views.findByRole('link', { name: 'Idle admins' })).toHaveAttribute('aria-current', 'page');
  });

  it('shows and hides columns, and remembers the choice', async () => {
    setWindowWidth(1440);
    server.use(allUsers);
    const { user, unmount } = renderRoute('/users', { me });
    await shown();
    await user.click(screen.getByRole('button', { name: 'Columns' }));
    const chooser = within(await screen.findByRole('dialog', { name: 'Columns' }));
    await user.click(chooser.getByRole('checkbox', { name: 'Email' }));
    await user.click(chooser.getByRole('checkbox', { name: 'Phone' }));
    const expectChoice = () => {
      expect(screen.queryByRole('columnheader', { name: 'Email' })).toBeNull();
      expect(screen.getByRole('columnheader', { name: 'Phone' })).toBeVisible();
    };
    expectChoice();
    unmount();
    renderRoute('/users', { me });
    await shown();
    expectChoice();
  });

  it('shows a summary beside the list on Space, which follows the current row', async () => {
    server.use(allUsers, detailsOf, respond(listLocations, []));
    const { user } = renderRoute('/users', { me });
    await shown();
    await user.keyboard('j ');
    const panel = (name: string) => screen.findByRole('region', { name });
    expect(await within(await panel('Ada Lovelace')).findByText('ada@example.com')).toBeVisible();
    await user.keyboard('{ArrowDown}');
    expect(await within(await panel('Bob Żak')).findByText('bob@example.com')).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Ada Lovelace' })).toBeNull();
  });

  it('closes the summary on Escape and returns the focus to the row', async () => {
    server.use(allUsers, detailsOf, respond(listLocations, []));
    const { user } = renderRoute('/users', { me });
    await shown();
    await user.keyboard('jj ');
    const panel = await screen.findByRole('region', { name: 'Bob Żak' });
    act(() => within(panel).getByRole('button', { name: 'Close' }).focus());
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Bob Żak' })).toBeNull());
    expect(screen.getByRole('link', { name: 'Bob Żak' })).toHaveFocus();
  });

  it('edits a name in place, and shows what the server refuses there', async () => {
    const saved = vi.fn();
    server.use(
      allUsers,
      respond(updateUser, ({ body }) => {
        saved(body);
        return null;
      }),
    );
    const { user } = renderRoute('/users', { me });
    await shown();
    await user.keyboard('jje');
    const form = within(await screen.findByRole('dialog', { name: 'Edit the name of Bob Żak' }));
    await user.clear(form.getByLabelText('First name'));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(form.getByLabelText('First name')).toBeInvalid());
    expect(saved).not.toHaveBeenCalled();
    await user.type(form.getByLabelText('First name'), 'Rob{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(saved).toHaveBeenCalledExactlyOnceWith({ first_name: 'Rob', last_name: 'Żak' });
    expect(screen.getByRole('link', { name: 'Bob Żak' })).toHaveFocus();
  });

  it('edits groups in place, and changes nothing on Escape', async () => {
    setWindowWidth(1440);
    const saved = vi.fn();
    const group = { id: 5, name: 'Staff', is_admin: false, members: [], vpn_locations: [], managed_by: null };
    server.use(
      allUsers,
      respond(listGroups, [group]),
      respond(updateUser, ({ body }) => {
        saved(body);
        return null;
      }),
    );
    const { user } = renderRoute('/users', { me });
    await shown();
    const open = async () => {
      await user.click(screen.getByRole('button', { name: 'Edit the groups of Cleo Ahn', hidden: true }));
      return within(await screen.findByRole('dialog', { name: 'Edit the groups of Cleo Ahn' }));
    };
    await open();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(saved).not.toHaveBeenCalled();
    const form = await open();
    await user.click(form.getByRole('combobox', { name: 'Groups' }));
    await user.click(await screen.findByRole('option', { name: 'Staff' }));
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(saved).toHaveBeenCalledExactlyOnceWith({ groups: ['Staff'] }));
  });

  it('discards a search that is not applied yet when filters are cleared', async () => {
    server.use(allUsers);
    const { user, router } = renderRoute('/users?show=users', { me });
    await shown();
    const field = screen.getByRole('searchbox', { name: 'Search people' });
    await user.type(field, 'z');
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(people()).toHaveLength(3));
    expect(screen.getByRole('searchbox', { name: 'Search people' })).toHaveValue('');
    expect(router.state.location.search).toEqual({});
  });

  it('shows cards on a phone', async () => {
    setWindowWidth(360);
    server.use(allUsers);
    renderRoute('/users', { me });
    const cards = within(await screen.findByRole('list', { name: 'Users' })).getAllByRole('listitem');
    expect(cards).toHaveLength(3);
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('has filters and sorting in a sheet on a phone', async () => {
    setWindowWidth(360);
    server.use(allUsers);
    const { user, router } = renderRoute('/users?show=users&state=active', { me });
    await screen.findByRole('list', { name: 'Users' });
    await user.click(screen.getByRole('button', { name: 'Filters (2)', expanded: false }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Filters and sorting' }));
    expect(sheet.getByRole('combobox', { name: 'Status' })).toHaveValue('Active');
    await user.click(sheet.getByRole('combobox', { name: 'Sort by' }));
    await user.click(await screen.findByRole('option', { name: 'Devices, descending' }));
    await user.click(sheet.getByRole('button', { name: 'Clear filters' }));
    await user.click(sheet.getByRole('button', { name: 'Done' }));
    expect(await screen.findByRole('button', { name: 'Filters and sorting', expanded: false })).toBeVisible();
    expect(router.state.location.search).toEqual({ sort: '-devices' });
  });

  it('reports a failure to load, and retries', async () => {
    server.use(failNetwork(listUsers));
    const { user, queryClient } = renderRoute('/users', { me });
    queryClient.setDefaultOptions({ queries: { retry: false } });
    expect(await screen.findByRole('alert')).toHaveTextContent('Couldn’t load the users');
    server.use(allUsers);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await shown()).toBeVisible();
  });

  it('offers to add a user in the command palette', async () => {
    server.use(allUsers, respond(listGroups, []), respond(listLocations, []));
    const { user } = renderRoute('/users', { me });
    await shown();
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByRole('combobox', { name: /^Search, or/ }), '>add us');
    await user.click(within(await screen.findByRole('dialog')).getByRole('option', { name: 'Add user' }));
    expect(await screen.findByLabelText('First name')).toBeVisible();
  });

  it('is for administrators', async () => {
    renderRoute('/users', { me: bob });
    expect(await screen.findByRole('alert')).toHaveTextContent('You don’t have access to this page');
  });

  it('does not offer to disable or delete the signed-in user', async () => {
    server.use(allUsers);
    const { user } = renderRoute('/users', { me });
    await openMenu(user, 'Ada Lovelace');
    const names = (await screen.findAllByRole('menuitem')).map((item) => item.textContent);
    expect(names).toEqual([
      'Quick view',
      'Edit',
      'Activate a client',
      'Change password',
      'Add SSH or GPG key',
      'Add YubiKey',
    ]);
  });
});

describe('adding a user', () => {
  it.each([
    ['.dan', 'Start with a letter or digit.'],
    ['dan oz', 'Use only letters without accents, digits, dots, hyphens and underscores.'],
    ['d'.repeat(64), /63 characters at most\.$/],
  ])('says what is wrong with the username %s', async (username, text) => {
    server.use(allUsers);
    const { user } = renderRoute('/users?add=true', { me });
    const field = await screen.findByLabelText('Username');
    await user.click(field);
    await user.paste(username);
    await user.tab();
    expect(await screen.findByText(text)).toBeVisible();
  });

  it('suggests a unique username and omits empty fields', async () => {
    const sent: unknown[] = [];
    server.use(
      respond(listUsers, [me, { ...bob, username: 'Dan.Oz' }]),
      respond(addUser, ({ body }) => {
        sent.push(body);
        return given.user({ id: 4, username: body.username });
      }),
      respond(getUser, ({ params }) => given.details(given.user({ id: 4, username: params.username }))),
    );
    const { user, router } = renderRoute('/users', { me });
    await shown();
    await user.click(screen.getByRole('button', { name: 'Add user' }));
    await user.type(await screen.findByLabelText('First name'), 'Dan');
    await user.type(screen.getByLabelText(/^Last name/), 'Öz');
    expect(screen.getByLabelText('Username')).toHaveValue('dan.oz2');
    await user.type(screen.getByLabelText('Email'), 'dan@example.com');
    const names = { first_name: 'Dan', last_name: 'Öz', username: 'dan.oz2', email: 'dan@example.com' };
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Add user' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/users/dan.oz2'));
    expect(sent).toEqual([names]);
    // the back button leads to the list without the form
    act(() => router.history.back());
    await shown();
    expect(router.state.location.search).toEqual({});
    expect(screen.queryByLabelText('First name')).toBeNull();
  });

  it('adds the user to groups, and says that one of them gives administrator rights', async () => {
    const sent: unknown[] = [];
    server.use(
      allUsers,
      respond(listGroups, [given.group({ name: 'Staff' }), given.group({ id: 2, name: 'admin', is_admin: true })]),
      respond(addUser, ({ body }) => {
        sent.push(body.groups);
        return given.user({ id: 4, username: body.username });
      }),
      respond(getUser, ({ params }) => given.details(given.user({ id: 4, username: params.username }))),
    );
    const { user, router } = renderRoute('/users?add=true', { me });
    await user.type(await screen.findByLabelText('First name'), 'Dan');
    await user.type(screen.getByLabelText('Email'), 'dan@example.com');
    await user.click(within(screen.getByRole('dialog')).getByRole('combobox', { name: /^Groups/ }));
    await user.click(await screen.findByRole('option', { name: 'Staff' }));
    expect(screen.queryByText(/administrator rights/)).toBeNull();
    await user.click(await screen.findByRole('option', { name: 'admin' }));
    expect(await screen.findByText('1 person gets full administrator rights.')).toBeVisible();
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Add user' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/users/dan'));
    expect(sent).toEqual([['Staff', 'admin']]);
  });

  it('reauthenticates for a password, and retains the input when that is cancelled', async () => {
    const sent: unknown[] = [];
    const adding = respond(addUser, ({ body }) => {
      sent.push(body);
      return given.user({ id: 4, username: body.username });
    });
    const proof = respond(proveWithPassword, () => {
      server.use(adding);
      return {};
    });
    server.use(
      allUsers,
      refuse(addUser, 403, 'proof_required'),
      proof,
      respond(getUser, ({ params }) => given.details(given.user({ id: 4, username: params.username }))),
    );
    const { user, router } = renderRoute('/users?add=true', { me });
    const dialog = within(await screen.findByRole('dialog', { name: 'Add a user' }));
    await user.type(await dialog.findByLabelText('First name'), 'Dan');
    await user.type(dialog.getByLabelText('Email'), 'dan@example.com');
    await user.type(dialog.getByLabelText('Password (optional)'), 'Horse-77');
    const add = () => user.click(dialog.getByRole('button', { name: 'Add user' }));
    const asked = async () => within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }));
    await add();
    await user.click((await asked()).getByRole('button', { name: 'Cancel' }));
    expect(dialog.getByLabelText('Email')).toHaveValue('dan@example.com');
    expect(dialog.getByLabelText('Password (optional)')).toHaveValue('Horse-77');
    expect(sent).toEqual([]);
    await add();
    await user.type((await asked()).getByLabelText('Password'), 'Right-horse-7');
    await user.click((await asked()).getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/users/dan'));
    expect(sent).toMatchObject([
      { first_name: 'Dan', username: 'dan', email: 'dan@example.com', password: 'Horse-77' },
    ]);
  });

  it('continues to suggest a username after the users are refetched', async () => {
    server.use(respond(listUsers, [me]));
    const { user, queryClient } = renderRoute('/users?add=true', { me });
    await user.type(await screen.findByLabelText('First name'), 'Dan');
    server.use(respond(listUsers, [me, { ...bob, username: 'dan.oz' }]));
    await act(() => queryClient.invalidateQueries());
    await user.type(screen.getByLabelText(/^Last name/), 'Öz');
    expect(screen.getByLabelText('Username')).toHaveValue('dan.oz2');
  });

  it('retains a typed username', async () => {
    server.use(allUsers);
    const { user } = renderRoute('/users?add=true', { me });
    await user.type(await screen.findByLabelText('First name'), 'Dan');
    await user.clear(screen.getByLabelText('Username'));
    await user.type(screen.getByLabelText('Username'), 'dan-the-man');
    await user.type(screen.getByLabelText(/^Last name/), 'Oz');
    expect(screen.getByLabelText('Username')).toHaveValue('dan-the-man');
  });

  it('shows taken names at their fields, before and after submission', async () => {
    server.use(allUsers, refuse(addUser, 409, 'email_taken', { field: 'email' }));
    const { user } = renderRoute('/users?add=true', { me });
    await shown();
    await user.type(await screen.findByLabelText('First name'), 'Dan');
    await user.type(screen.getByLabelText(/^Last name/), 'Oz');
    await user.clear(screen.getByLabelText('Username'));
    await user.type(screen.getByLabelText('Username'), 'BOB');
    await user.tab();
    expect(await screen.findByText('This username is taken. Choose another.')).toBeVisible();
    expect(screen.getByLabelText('Username')).toBeInvalid();
    await user.type(screen.getByLabelText('Username'), 'by');
    await user.type(screen.getByLabelText('Email'), 'new@example.com');
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Add user' }));
    expect(await screen.findByText('This email address belongs to another user. Use another one.')).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveFocus();
  });
});

describe('a user managed by an external system', () => {
  it('is found by the name of the system, which is a filter only where there is one', async () => {
    const managed = { ...bob, managed_by: 'openid-3' };
    const sources = respond(listIdentitySources, [givenSources.local(), givenSources.okta()]);
    server.use(respond(listUsers, [me, managed, cleo]), sources);
    const { user, router } = renderRoute('/users', { me });
    await user.click(await screen.findByRole('button', { name: 'Source' }));
    await user.click(await screen.findByRole('option', { name: 'Okta' }));
    await waitFor(() => expect(people()).toEqual(['Bob Żak']));
    expect(router.state.location.search).toEqual({ source: 'openid-3' });
  });

  it('says on its page where it comes from and what can be edited here', async () => {
    const managed_fields = ['username' as const, 'first_name' as const, 'last_name' as const, 'email' as const];
    server.use(
      respond(getUser, given.details({ ...bob, managed_by: 'openid-3', managed_fields })),
      respond(listIdentitySources, [givenSources.local(), givenSources.okta()]),
    );
    renderRoute('/users/bob', { me });
    const details = within(await screen.findByRole('region', { name: 'Details' }));
    expect(await details.findByRole('link', { name: 'Okta' })).toHaveAttribute('href', '/settings/openid');
    expect(details.getByText('Phone and Groups')).toBeVisible();
  });

  it('has read-only fields, shows the system, and cannot be deleted', async () => {
    const managed = { ...bob, managed_by: 'ldap', managed_fields: ['email' as const, 'is_active' as const] };
    server.use(respond(getUser, given.details(managed)));
    const { user } = renderRoute('/users/bob?edit=true', { me });
    expect(await screen.findByRole('note')).toHaveTextContent('Managed by LDAP');
    expect(screen.getByLabelText('Email')).toHaveAttribute('readonly');
    expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('Managed by LDAP');
    expect(screen.getByLabelText('First name')).not.toHaveAttribute('readonly');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Actions for Bob Żak' }));
    expect(await screen.findByRole('menuitem', { name: /^Delete user/ })).toBeDisabled();
    expect(screen.getByRole('menuitem', { name: 'Disable account' })).toBeEnabled();
  });
});

describe('actions on a user', () => {
  const laptop = given.device({ networks: [given.assignment(), given.assignment({ network_id: 2 })] });
  const phone = given.device({ id: 2, name: 'Phone', networks: [given.assignment()] });
  const withDevices = respond(getUser, given.details(bob, [laptop, phone]));

  it('show what is lost before a user is deleted, and require the typed username', async () => {
    const deleted: string[] = [];
    server.use(
      allUsers,
      withDevices,
      respond(deleteUser, ({ params }) => {
        deleted.push(params.username);
        return null;
      }),
    );
    const { user } = renderRoute('/users', { me });
    await openMenu(user, 'Bob Żak');
    await user.click(await screen.findByRole('menuitem', { name: 'Delete user' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Bob Żak?' }));
    expect(await dialog.findByText('2 devices will be disconnected from 2 locations.')).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Delete user' })).toBeDisabled();
    await user.type(dialog.getByRole('textbox'), 'bob');
    await user.click(dialog.getByRole('button', { name: 'Delete user' }));
    expect(await screen.findByText('Bob Żak was deleted')).toBeVisible();
    expect(deleted).toEqual(['bob']);
  });

  it('say before a user without devices is deleted that there are none', async () => {
    server.use(allUsers, respond(getUser, given.details(bob)));
    const { user } = renderRoute('/users', { me });
    await openMenu(user, 'Bob Żak');
    await user.click(await screen.findByRole('menuitem', { name: 'Delete user' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Bob Żak?' }));
    expect(await dialog.findByText(/^This permanently deletes the account.*The user has no devices\.$/)).toBeVisible();
    expect(dialog.queryByText(/its devices/)).toBeNull();
  });

  it('disable an account and undo it', async () => {
    const sent: unknown[] = [];
    server.use(
      allUsers,
      withDevices,
      respond(updateUser, ({ body }) => {
        sent.push(body);
        return null;
      }),
    );
    const { user } = renderRoute('/users', { me });
    await openMenu(user, 'Bob Żak');
    await user.click(await screen.findByRole('menuitem', { name: 'Disable account' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Disable account' }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Bob Żak can sign in again')).toBeVisible();
    expect(sent).toEqual([{ is_active: false }, { is_active: true }]);
  });

  it('say on another page why disabling an account could not be undone', async () => {
    server.use(
      allUsers,
      withDevices,
      respond(updateUser, () => null),
      respond(listGroups, []),
    );
    const { user, router } = renderRoute('/users', { me });
    await openMenu(user, 'Bob Żak');
    await user.click(await screen.findByRole('menuitem', { name: 'Disable account' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Disable account' }));
    const undo = await screen.findByRole('button', { name: 'Undo' });
    await act(() => router.navigate({ to: '/groups' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Actions for Bob Żak' })).toBeNull());
    server.use(refuse(updateUser, 404, 'user_not_found'));
    await user.click(undo);
    expect(await screen.findByRole('alert')).toHaveTextContent(/./);
  });

  it('show in the dialog why the server refuses', async () => {
    server.use(allUsers, withDevices, refuse(updateUser, 409, 'last_admin'));
    const { user } = renderRoute('/users', { me });
    await openMenu(user, 'Bob Żak');
    await user.click(await screen.findByRole('menuitem', { name: 'Disable account' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Disable account' }));
    expect(await screen.findByText(/^This is the last active administrator/)).toBeVisible();
    expect(screen.getByRole('dialog')).toBeVisible();
  });

  it('add an SSH key to the user of the row', async () => {
    const sent: unknown[] = [];
    server.use(
      allUsers,
      respond(addAuthKey, ({ params, body }) => {
        sent.push([params.username, body.key_type, body.name]);
        return {};
      }),
    );
    const { user } = renderRoute('/users', { me });
    await openMenu(user, 'Bob Żak');
    await user.click(await screen.findByRole('menuitem', { name: 'Add SSH or GPG key' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add a key for Bob Żak' }));
    await user.click(dialog.getByLabelText('Public key'));
    await user.paste(`ssh-ed25519 ${btoa('\0\0\0\x0bssh-ed25519\0\0\0\x20'.padEnd(51, 'k'))} bob@laptop`);
    await user.click(dialog.getByLabelText('Name'));
    await user.click(dialog.getByRole('button', { name: 'Add key' }));
    expect(await screen.findByText('bob@laptop was added')).toBeVisible();
    expect(sent).toEqual([[bob.username, 'ssh', 'bob@laptop']]);
  });

  it('send a new password only if it meets all rules, and after reauthentication', async () => {
    const sent: unknown[] = [];
    const setting = respond(setUserPassword, ({ body }) => {
      sent.push(body);
      return null;
    });
    server.use(allUsers, setting);
    const { user } = renderRoute('/users', { me });
    await openMenu(user, 'Bob Żak');
    await user.click(await screen.findByRole('menuitem', { name: 'Change password' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText('New password'), 'short');
    await user.click(dialog.getByRole('button', { name: 'Set password' }));
    await waitFor(() => expect(dialog.getByLabelText('New password')).toBeInvalid());
    expect(sent).toEqual([]);
    await user.type(dialog.getByLabelText('New password'), 'Horse-77');
    const proof = respond(proveWithPassword, () => {
      server.use(setting);
      return {};
    });
    server.use(refuse(setUserPassword, 403, 'proof_required'), proof);
    await user.click(dialog.getByRole('button', { name: 'Set password' }));
    const proofDialog = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }));
    await user.type(proofDialog.getByLabelText('Password'), 'Right-horse-7');
    await user.click(proofDialog.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText('The password of Bob Żak was changed')).toBeVisible();
    expect(sent).toEqual([{ new_password: 'shortHorse-77', revoke_api_tokens: true }]);
  });
});

describe('the page of a user', () => {
  it('confirms a new username, sends only the changes, and opens the new address', async () => {
    const sent: unknown[] = [];
    server.use(
      allUsers,
      respond(getUser, ({ params }) => given.details({ ...bob, username: params.username })),
      respond(updateUser, ({ body }) => {
        sent.push(body);
        return null;
      }),
    );
    const { user, router } = renderRoute('/users/bob', { me });
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    const field = await screen.findByLabelText('Username');
    await user.clear(field);
    await user.type(field, 'robert');
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText(/^The username changes from bob to robert\./)).toBeVisible();
    expect(screen.getByText(/^Servers that look up SSH keys by username/)).toBeVisible();
    expect(screen.queryByText(/^Codes and notifications go to the new address/)).toBeNull();
    expect(sent).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Change and save' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/users/robert'));
    expect(sent).toEqual([{ username: 'robert' }]);
  });

  it('opens the new address when the event of the change arrives before the response', async () => {
    const { promise: answered, resolve: answer } = Promise.withResolvers<null>();
    server.use(
      allUsers,
      respond(getUser, given.details(bob)),
      respond(updateUser, () => answered),
    );
    const { user, router, queryClient } = renderRoute('/users/bob?edit=true', { me });
    await user.type(await screen.findByLabelText('Username'), '2');
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await user.click(await screen.findByRole('button', { name: 'Change and save' }));
    server.use(refuse(getUser, 404, 'user_not_found'));
    await act(() => queryClient.invalidateQueries({ queryKey: ['users'] }));
    expect(screen.queryByRole('heading', { name: 'User not found' })).toBeNull();
    server.use(respond(getUser, given.details({ ...bob, username: 'bob2' })));
    answer(null);
    await waitFor(() => expect(router.state.location.pathname).toBe('/users/bob2'));
    expect(await screen.findByText('bob2')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  async function deleteBob(user: ReturnType<typeof renderRoute>['user']) {
    await openMenu(user, 'Bob Żak');
    await user.click(await screen.findByRole('menuitem', { name: 'Delete user' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByRole('textbox'), 'bob');
    await user.click(dialog.getByRole('button', { name: 'Delete user' }));
  }

  it('does not return to a deleted user with the back button', async () => {
    server.use(respond(getUser, given.details(bob)), respond(deleteUser, null), respond(listUsers, [me]));
    const { user, router } = renderRoute('/users', { me });
    await act(() => router.navigate({ to: '/users/$username', params: { username: 'bob' } }));
    await deleteBob(user);
    await waitFor(() => expect(router.state.location.pathname).toBe('/users'));
    await act(async () => router.history.back());
    expect(router.state.location.pathname).toBe('/users');
  });

  it('stays on the page that was opened while a user was being deleted', async () => {
    const { promise: answered, resolve: answer } = Promise.withResolvers<null>();
    server.use(
      respond(getUser, given.details(bob)),
      respond(deleteUser, () => answered),
      respond(listGroups, []),
      respond(listUsers, [me]),
    );
    const { user, router } = renderRoute('/groups', { me });
    await act(() => router.navigate({ to: '/users/$username', params: { username: 'bob' } }));
    await deleteBob(user);
    await act(async () => router.history.back());
    await waitFor(() => expect(router.state.location.pathname).toBe('/groups'));
    answer(null);
    expect(await screen.findByText('Bob Żak was deleted')).toBeVisible();
    expect(router.state.location.pathname).toBe('/groups');
  });

  it('opens the list when the event of a deletion arrives before the response', async () => {
    const { promise: answered, resolve: answer } = Promise.withResolvers<null>();
    server.use(
      respond(getUser, given.details(bob)),
      respond(deleteUser, () => answered),
      respond(listUsers, [me]),
    );
    const { user, router, queryClient } = renderRoute('/users/bob', { me });
    await deleteBob(user);
    server.use(refuse(getUser, 404, 'user_not_found'));
    await act(() => queryClient.invalidateQueries({ queryKey: ['users'] }));
    answer(null);
    expect(await screen.findByText('Bob Żak was deleted')).toBeVisible();
    await waitFor(() => expect(router.state.location.pathname).toBe('/users'));
  });

  it('shows a taken username and email at the fields, without asking to confirm the change', async () => {
    server.use(respond(getUser, given.details(bob)), allUsers);
    const { user } = renderRoute('/users/bob?edit=true', { me });
    const [username, email] = [await screen.findByLabelText('Username'), screen.getByLabelText('Email')];
    await user.clear(username);
    await user.type(username, 'Cleo');
    await user.clear(email);
    await user.type(email, cleo.email);
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(username).toBeInvalid());
    expect(email).toBeInvalid();
    expect(username).toHaveFocus();
    expect(screen.queryByRole('button', { name: 'Change and save' })).toBeNull();
  });

  it('saves other details without confirmation', async () => {
    const sent: unknown[] = [];
    server.use(
      respond(getUser, given.details({ ...bob, phone: '+48 123 456 789' })),
      respond(updateUser, ({ body }) => {
        sent.push(body);
        return null;
      }),
    );
    const { user } = renderRoute('/users/bob?edit=true', { me });
    await user.clear(await screen.findByLabelText('Phone (optional)'));
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText('Details saved')).toBeVisible();
    expect(sent).toEqual([{ phone: null }]);
  });

  it('asks before changes are lost, and returns to the summary without them', async () => {
    server.use(respond(getUser, given.details(bob)));
    const { user, router } = renderRoute('/users/bob?edit=true', { me });
    await user.type(await screen.findByLabelText('First name'), 'by');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Discard changes' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(router.state.location.href).toBe('/users/bob');
  });

  it('opens on a summary: last sign-in, devices, locations with the reason, and recent activity', async () => {
    const devices = [
      given.device({ name: 'Tablet', networks: [given.assignment()] }),
      given.device({ id: 2, name: 'Laptop', networks: [given.assignment({ is_active: true })] }),
      given.device({ id: 3, name: 'Phone', stopped_at: '2030-01-31T12:00:00' }),
    ];
    const asked: string[] = [];
    server.use(
      respond(getUser, given.details({ ...bob, mfa_enabled: true, totp_enabled: true }, devices)),
      respond(listUserAccess, [
        givenNetwork.access({
          location_id: 1,
          location_name: 'Berlin',
          obstacle: 'not_in_group',
          allowed_groups: ['Ops'],
        }),
        givenNetwork.access({ location_id: 2, location_name: 'Seoul', reasons: ['group'], groups: ['Staff', 'Web'] }),
        givenNetwork.access({ location_id: 3, location_name: 'Warsaw', reasons: ['everyone'] }),
      ]),
      respond(listActivity, ({ query }) => {
        asked.push(...query.getAll('username'));
        return givenActivity.page([givenActivity.row({ username: 'bob', ip: '198.51.100.7/32' })]);
      }),
    );
    renderRoute('/users/bob', { me });
    expect(await screen.findByText(/from 198\.51\.100\.7$/)).toBeVisible();
    expect(screen.getByText('Authenticator app')).toBeVisible();
    const rows = (name: string) =>
      within(screen.getByRole('list', { name }))
        .getAllByRole('listitem')
        .map((row) => row.textContent);
    await screen.findByRole('list', { name: 'Access to locations' });
    expect(rows('Devices')).toEqual([
      expect.stringMatching(/^LaptopConnectedWarsaw/),
      'TabletNever connected',
      'PhoneTurned off',
    ]);
    expect(rows('Access to locations')).toEqual([
      'SeoulMember of Staff and Web',
      'WarsawOpen to everyone',
      'BerlinNeeds Ops',
    ]);
    expect(await screen.findByRole('list', { name: 'Actions by this user' })).toHaveTextContent(/Signed in/);
    expect(new Set(asked)).toEqual(new Set(['bob']));
    expect(screen.queryByLabelText('Username')).toBeNull();
  });

  it.each([
    ['Enable account', { is_active: false }, 'button'],
    ['Set a password', { enrolled: false, has_password: false }, 'button'],
    ['Add device', {}, 'link'],
  ] as const)('offers what the person needs next: %s', async (name, state, role) => {
    server.use(respond(getUser, given.details({ ...bob, ...state })));
    renderRoute('/users/bob', { me });
    expect((await screen.findAllByRole(role, { name }))[0]).toBeVisible();
  });

  it('says that an account without a password cannot sign in, and sets one', async () => {
    server.use(respond(getUser, given.details({ ...bob, enrolled: false, has_password: false })));
    const { user } = renderRoute('/users/bob', { me });
    expect(await screen.findByText('Bob Żak can’t sign in yet')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Set a password' }));
    expect(await screen.findByLabelText('New password')).toBeVisible();
  });

  it('lists the activity of the user on a tab, with filters in the address', async () => {
    const asked: string[] = [];
    server.use(
      respond(getUser, given.details(bob)),
      respond(listActivity, ({ query }) => {
        asked.push(query.toString());
        return givenActivity.page([givenActivity.row({ username: 'bob' })]);
      }),
    );
    const { user, router } = renderRoute('/users/bob/activity?time=24h', { me });
    const table = await screen.findByRole('table', { name: 'Activity of bob' });
    expect(asked.some((query) => query.includes('username=bob') && query.includes('from='))).toBe(true);
    server.use(respond(getActivity, givenActivity.details()));
    await user.click(within(table).getByRole('link'));
    await waitFor(() => expect(router.state.location.href).toBe('/users/bob/activity?time=24h&entry=1'));
    expect(await screen.findByRole('dialog')).toBeVisible();
  });

  it('reports an unknown user', async () => {
    server.use(refuse(getUser, 404, 'user_not_found'));
    renderRoute('/users/unknown', { me });
    expect(await screen.findByRole('heading', { name: 'User not found' })).toBeVisible();
  });
});
