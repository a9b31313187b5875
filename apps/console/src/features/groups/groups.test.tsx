import { findAccessReferences } from '@gatewarden/contract/access-references';
import {
  addGroup,
  assignGroups,
  deleteGroup,
  getGroup,
  listGroups,
  removeGroupMember,
  restoreGroup,
  updateGroup,
} from '@gatewarden/contract/groups';
import { listIdentitySources } from '@gatewarden/contract/identity-sources';
import { getLocation, listLocations, previewAccess, updateLocation } from '@gatewarden/contract/locations';
import { getUser, listUsers, updateUser } from '@gatewarden/contract/users';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { given } from '../../../test/given.ts';
import { givenNetwork } from '../../../test/given-network.ts';
import { givenSources } from '../../../test/given-sources.ts';
import { renderRoute } from '../../../test/render-route.tsx';
import { refuse, respond } from '../../../test/respond.ts';
import { server } from '../../../test/server.ts';

const me = given.admin();
const bob = given.user({ id: 2, username: 'bob', first_name: 'Bob', last_name: 'Zak', groups: ['Staff'] });
const admins = given.group({ id: 1, name: 'admin', members: ['ada'], is_admin: true });
const staff = given.group({ id: 2, name: 'Staff', members: ['bob', 'zoe'], vpn_locations: ['Seoul', 'Warsaw'] });
const groups = respond(listGroups, [admins, staff]);
const noLocations = () => server.use(respond(listLocations, []));
const users = respond(listUsers, [me, bob, given.user({ id: 3, username: 'zoe', first_name: 'Zoe' })]);

const location = (id: number, name: string, allowed_groups: string[]) => ({
  id,
  name,
  address: ['10.1.0.1/24'],
  port: 51_820,
  pubkey: '',
  endpoint: 'vpn.example.com',
  dns: null,
  allowed_ips: [],
  connected_at: null,
  acl_enabled: false,
  acl_default_allow: false,
  keepalive_interval: 25,
  peer_disconnect_threshold: 300,
  mfa_session_hours: 24,
  location_mfa_mode: 'disabled' as const,
  masquerade: false,
  connected: false,
  gateways: [],
  allowed_groups,
});

/** jsdom has no layout; a virtualized list needs a height. */
beforeEach(() => {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(320);
  noLocations();
});

const tab = (name: string) => within(screen.getByRole('navigation', { name: 'Staff' })).getByRole('link', { name });

async function openDeleteDialog(user: ReturnType<typeof renderRoute>['user'], name: string) {
  await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete group' }));
  return within(await screen.findByRole('dialog'));
}

describe('a group managed by an external system', () => {
  it('shows the system, name and members read-only, and administrator rights editable', async () => {
    server.use(
      respond(listGroups, [{ ...staff, managed_by: 'openid-3' }]),
      respond(listIdentitySources, [givenSources.okta()]),
      users,
      respond(listLocations, []),
    );
    const { user } = renderRoute('/groups/2', { me });
    expect(await screen.findByRole('note')).toHaveTextContent('Managed by Okta');
    const members = await screen.findByRole('table', { name: 'Members' });
    expect(within(members).getByRole('link', { name: 'Bob Zak' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Add people' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Actions for Bob Zak' })).toBeNull();
    await user.click(tab('Settings'));
    expect(await screen.findByLabelText('Name')).toHaveAttribute('readonly');
    expect(screen.getByRole('switch', { name: /^Admin group/ })).toBeEnabled();
    await user.click(screen.getByRole('button', { name: 'Actions for Staff' }));
    expect(await screen.findByRole('menuitem', { name: /^Delete group/ })).toHaveTextContent('Managed by Okta');
    expect(screen.getByRole('menuitem', { name: /^Delete group/ })).toBeDisabled();
    expect(screen.getByRole('link', { name: 'Okta' })).toHaveAttribute('href', '/settings/openid');
  });
});

describe('the deletion of a group', () => {
  it('says first which access rules and tests name it', async () => {
    const rule = { parent_id: null, state: 'Applied' as const, enabled: true, role: 'allowed' as const, device: null };
    server.use(
      groups,
      users,
      respond(findAccessReferences, ({ query }) => {
        expect(String(query)).toBe('kind=group&id=2');
        return {
          rules: [
            { ...rule, id: 1, name: 'Intranet', is_last: false },
            { ...rule, id: 2, name: 'Payroll', is_last: true },
          ],
          rule_count: 2,
          tests: [{ id: 1, name: 'No SSH' }],
          test_count: 1,
        };
      }),
    );
    const { user } = renderRoute('/groups', { me });
    const dialog = await openDeleteDialog(user, 'Staff');
    expect(await dialog.findByText('Access rules no longer name it: Intranet and Payroll.')).toBeVisible();
    expect(dialog.getByText(/^Nothing else is named there, .* Payroll\./)).toBeVisible();
    expect(dialog.getByText('Access tests about it are deleted: No SSH.')).toBeVisible();
  });
});

describe('the list of groups', () => {
  it('shows members, locations and rights, and links to the group', async () => {
    server.use(groups, users);
    const { user, router } = renderRoute('/groups?sort=-members', { me });
    const table = within(await screen.findByRole('table', { name: 'Groups' }));
    const rows = table.getAllByRole('row').map((row) => row.textContent);
    expect(rows.slice(1)).toEqual(['Staff2SeoulWarsaw', 'admin1AllAdmin']);
    await user.click(table.getByRole('link', { name: 'Staff' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/groups/2'));
    expect(await screen.findByRole('table', { name: 'Members' })).toBeVisible();
  });
});

describe('the summary of a group beside the list', () => {
  it('shows members, and locations with the reason, and follows the current row', async () => {
    server.use(
      groups,
      users,
      respond(listLocations, [
        location(1, 'Seoul', ['Staff']),
        location(2, 'Oslo', []),
        location(3, 'Rome', ['admin']),
      ]),
    );
    const { user } = renderRoute('/groups', { me });
    (await screen.findByRole('link', { name: 'Staff' })).focus();
    await user.keyboard(' ');
    const drawer = within(await screen.findByRole('region', { name: 'Staff' }));
    const members = within(await drawer.findByRole('list', { name: 'Members' }));
    expect(members.getAllByRole('link').map((link) => link.textContent)).toEqual(['Bob Zak', 'Zoe Lovelace']);
    const places = within(drawer.getByRole('list', { name: 'Locations' })).getAllByRole('listitem');
    expect(places.map((place) => place.textContent)).toEqual(['SeoulThrough this group', 'OsloOpen to everyone']);
    await user.keyboard('{ArrowUp}');
    const other = within(await screen.findByRole('region', { name: 'admin' }));
    expect(other.getByText('Admin group')).toBeVisible();
    expect(await other.findByText('Administrators have access to all locations')).toBeVisible();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('region', { name: 'admin' })).toBeNull();
    expect(screen.getByRole('link', { name: 'admin' })).toHaveFocus();
  });

  it('shows eight members, with a link to the others', async () => {
    const many = Array.from({ length: 11 }, (_, index) => given.user({ id: 10 + index, username: `user${index}` }));
    const large = given.group({ id: 3, name: 'Large', members: many.map(({ username }) => username) });
    server.use(respond(listGroups, [large]), respond(listUsers, many));
    const { user } = renderRoute('/groups', { me });
    await user.click(await screen.findByRole('button', { name: 'Actions for Large' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Quick view' }));
    const drawer = within(await screen.findByRole('region', { name: 'Large' }));
    expect(await drawer.findByRole('link', { name: '3 more' })).toHaveAttribute('href', '/groups/3');
    expect(within(drawer.getByRole('list', { name: 'Members' })).getAllByRole('listitem')).toHaveLength(8);
  });
});

describe('deleting a group', () => {
  it('lists the locations that its members lose', async () => {
    const deleted: string[] = [];
    const locations = [location(1, 'Warsaw', []), location(2, 'Seoul', ['Staff', 'admin'])];
    server.use(
      groups,
      respond(listLocations, locations),
      respond(deleteGroup, ({ params }) => {
        deleted.push(params.name);
        return null;
      }),
    );
    const { user } = renderRoute('/groups', { me });
    const dialog = await openDeleteDialog(user, 'Staff');
    expect((await dialog.findAllByRole('listitem')).map((item) => item.textContent)).toEqual(['Seoul']);
    expect(dialog.getByText('2 people are removed from this group. Their accounts are kept.')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Delete group' }));
    expect(await screen.findByText('Staff was deleted')).toBeVisible();
    expect(deleted).toEqual(['Staff']);
  });

  it('can be undone, and names the locations that changed meanwhile', async () => {
    server.use(
      groups,
      respond(listLocations, []),
      respond(deleteGroup, null),
      respond(restoreGroup, ({ params }) => given.group({ name: params.name, vpn_locations: [] })),
    );
    const { user } = renderRoute('/groups', { me });
    const dialog = await openDeleteDialog(user, 'Staff');
    await user.click(await dialog.findByRole('button', { name: 'Delete group' }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Staff was restored')).toBeVisible();
    expect(screen.getByText(/^These locations have changed in the meantime/)).toHaveTextContent('group: Seoul');
  });

  it('does not return to a deleted group with the back button', async () => {
    server.use(groups, users, respond(listLocations, []), respond(deleteGroup, null));
    const { user, router } = renderRoute('/groups', { me });
    await act(() => router.navigate({ to: '/groups/$groupId', params: { groupId: '2' } }));
    const dialog = await openDeleteDialog(user, 'Staff');
    await user.click(dialog.getByRole('button', { name: 'Delete group' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/groups'));
    await act(async () => router.history.back());
    expect(router.state.location.pathname).toBe('/groups');
  });

  it('lists no locations if none is limited to the group', async () => {
    server.use(groups, respond(listLocations, [location(1, 'Paris', [])]));
    const { user } = renderRoute('/groups', { me });
    const dialog = await openDeleteDialog(user, 'Staff');
    expect(await dialog.findByText(/2 people are removed/)).toBeVisible();
    expect(dialog.queryByRole('listitem')).toBeNull();
  });

  it('is not offered for the only group of a location, which the dialog links to', async () => {
    const locations = [location(1, 'Warsaw', ['Staff']), location(2, 'Seoul', ['Staff', 'admin'])];
    server.use(groups, respond(listLocations, locations));
    const { user } = renderRoute('/groups', { me });
    await openDeleteDialog(user, 'Staff');
    const dialog = within(await screen.findByRole('dialog', { name: 'Staff can’t be deleted' }));
    expect(dialog.getByText(/^This is the only group with access to these locations/)).toBeVisible();
    expect(dialog.getAllByRole('link').map((link) => link.textContent)).toEqual(['Warsaw']);
    expect(dialog.queryByRole('button', { name: 'Delete group' })).toBeNull();
    expect(dialog.getByRole('link', { name: 'Warsaw' })).toHaveAttribute('href', '/locations/1/access');
  });

  it('reports that the group has become the only one of a location', async () => {
    server.use(
      groups,
      respond(listLocations, [location(2, 'Seoul', ['Staff', 'admin'])]),
      refuse(deleteGroup, 409, 'group_restricts_locations', { details: { locations: 'Seoul' } }),
    );
    const { user } = renderRoute('/groups', { me });
    const dialog = await openDeleteDialog(user, 'Staff');
    await user.click(await dialog.findByRole('button', { name: 'Delete group' }));
    expect(await screen.findByText(/^This is the only group with access to Seoul/)).toBeVisible();
  });

  it('explains that the last admin group cannot be deleted', async () => {
    server.use(groups);
    const { user } = renderRoute('/groups', { me });
    const dialog = await openDeleteDialog(user, 'admin');
    expect(dialog.getByText(/^This is the last admin group/)).toBeVisible();
    expect(dialog.queryByRole('button', { name: 'Delete group' })).toBeNull();
  });
});

describe('a group', () => {
  it('is added with the selected members', async () => {
    const sent: unknown[] = [];
    let stored = [admins, staff];
    server.use(
      respond(listGroups, () => stored),
      users,
      respond(addGroup, ({ body }) => {
        sent.push(body);
        stored = [...stored, given.group({ id: 9, name: body.name })];
        return { id: 9, name: body.name, members: [], is_admin: false };
      }),
    );
    const { user, router } = renderRoute('/groups/new', { me });
    await user.type(await screen.findByLabelText('Name'), 'Ops');
    await user.click(screen.getByRole('checkbox', { name: /^Zoe/ }));
    await user.click(screen.getByRole('checkbox', { name: /^Bob/ }));
    await user.click(screen.getByRole('switch', { name: /^Admin group/ }));
    expect(screen.getByText('When you save, 2 people get full administrator rights.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Add group' }));
    expect(await screen.findByRole('heading', { name: 'Ops' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/groups/9');
    expect(router.history.length).toBe(1);
    expect(sent).toEqual([{ name: 'Ops', members: ['bob', 'zoe'], is_admin: true }]);
  });

  it('shows at the field that the name is taken', async () => {
    server.use(groups, users, refuse(addGroup, 409, 'group_name_taken', { field: 'name' }));
    const { user } = renderRoute('/groups/new', { me });
    await user.type(await screen.findByLabelText('Name'), 'Staff');
    await user.click(screen.getByRole('button', { name: 'Add group' }));
    expect(await screen.findByText('A group with this name already exists. Choose another name.')).toBeVisible();
    expect(screen.getByLabelText('Name')).toHaveFocus();
  });

  it('shows in its header how many members it has, and links to the locations it opens', async () => {
    server.use(
      respond(listGroups, [given.group({ id: 7, members: ['ada', 'bob'], vpn_locations: ['Warsaw'] })]),
      respond(listUsers, [me]),
      respond(listLocations, [givenNetwork.location({ id: 4 })]),
    );
    renderRoute('/groups/7', { me });
    expect(await screen.findByRole('link', { name: 'Warsaw' })).toHaveAttribute('href', '/locations/4/access');
    expect(screen.getAllByRole('definition')[0]).toHaveTextContent('2');
  });

  it('says in its header which locations are open to everyone if it opens none, and that admins can use all', async () => {
    server.use(
      respond(listGroups, [given.group({ id: 7 }), given.group({ id: 8, is_admin: true })]),
      users,
      respond(listLocations, [location(1, 'Warsaw', []), location(2, 'Seoul', ['Ops'])]),
    );
    const { router } = renderRoute('/groups/7', { me });
    expect(await screen.findByText('No locations of its own')).toBeVisible();
    expect(await screen.findByText('Open to everyone: Warsaw')).toBeVisible();
    await act(() => router.navigate({ to: '/groups/$groupId', params: { groupId: '8' } }));
    expect(await screen.findByText('All locations')).toBeVisible();
  });

  it('is updated by its previous name, with the changed fields only', async () => {
    const sent: unknown[] = [];
    server.use(
      groups,
      users,
      respond(updateGroup, ({ params, body }) => {
        sent.push(params.name, body);
        return null;
      }),
    );
    const { user } = renderRoute('/groups/2/settings', { me });
    await user.type(await screen.findByLabelText('Name'), '!');
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText('Group saved')).toBeVisible();
    expect(sent).toEqual(['Staff', { name: 'Staff!' }]);
  });

  it('adds all people who match the search', async () => {
    const crowd = Array.from({ length: 10_000 }, (_, index) =>
      given.user({
        id: index + 10,
        username: `u${index}`,
        first_name: index < 4000 ? 'Kim' : 'Lee',
        last_name: `${index}`,
      }),
    );
    const sent: unknown[] = [];
    server.use(
      groups,
      respond(listUsers, [bob, ...crowd]),
      respond(listLocations, []),
      respond(assignGroups, ({ body }) => {
        sent.push(body.groups, body.users.length);
        return {};
      }),
    );
    const { user } = renderRoute('/groups/2', { me });
    await user.click(await screen.findByRole('button', { name: 'Add people' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add people to Staff' }));
    expect(dialog.queryByRole('checkbox', { name: /^Bob/ })).toBeNull();
    await user.type(dialog.getByRole('searchbox', { name: 'Search people' }), 'kim');
    await user.click(await dialog.findByRole('button', { name: 'Select all 4,000 shown' }));
    expect(dialog.getAllByRole('checkbox').length).toBeLessThan(100);
    await user.click(dialog.getByRole('button', { name: 'Add people' }));
    expect(await screen.findByText('4,000 people were added to Staff')).toBeVisible();
    expect(sent).toEqual([['Staff'], 4000]);
  });

  it('says before people are added to an admin group what they get', async () => {
    server.use(groups, users);
    const { user } = renderRoute('/groups/1', { me });
    await user.click(await screen.findByRole('button', { name: 'Add people' }));
    await user.click(await screen.findByRole('checkbox', { name: /^Bob/ }));
    expect(screen.getByText('When you save, 1 person gets full administrator rights.')).toBeVisible();
  });

  it('removes a member, which can be undone', async () => {
    const sent: unknown[] = [];
    let members = ['bob', 'zoe'];
    server.use(
      respond(listGroups, () => [admins, { ...staff, members }]),
      users,
      respond(listLocations, []),
      respond(removeGroupMember, ({ params }) => {
        members = ['zoe'];
        sent.push(params.name, params.username);
        return {};
      }),
      respond(assignGroups, ({ body }) => {
        members = ['bob', 'zoe'];
        sent.push(body);
        return {};
      }),
    );
    const { user } = renderRoute('/groups/2', { me });
    await user.click(await screen.findByRole('button', { name: 'Actions for Bob Zak' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Remove from group' }));
    expect(await screen.findByText('Bob Zak was removed from Staff')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Bob Zak' })).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByRole('link', { name: 'Bob Zak' })).toBeVisible();
    expect(sent).toEqual(['Staff', 'bob', { groups: ['Staff'], users: [2] }]);
  });

  it('removes a second member while the first is being removed', async () => {
    const removed: string[] = [];
    const answered = Promise.withResolvers<void>();
    server.use(
      respond(listGroups, [admins, { ...staff, members: ['bob', 'zoe'] }]),
      users,
      respond(listLocations, []),
      respond(removeGroupMember, async ({ params }) => {
        removed.push(params.username);
        await answered.promise;
        return {};
      }),
    );
    const { user } = renderRoute('/groups/2', { me });
    for (const name of ['Bob Zak', 'Zoe Lovelace']) {
      await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
      await user.click(await screen.findByRole('menuitem', { name: 'Remove from group' }));
    }
    await waitFor(() => expect(removed).toEqual(['bob', 'zoe']));
    answered.resolve();
    expect(await screen.findByText('Zoe Lovelace was removed from Staff')).toBeVisible();
  });

  it('removes several members together after it has said what they lose, and takes it back', async () => {
    const sent: unknown[] = [];
    // Kim has joined since the list was loaded, and stays
    let members = ['bob', 'zoe', 'kim'];
    const people = [
      { ...bob, device_count: 2 },
      given.user({ id: 3, username: 'zoe', first_name: 'Zoe', groups: ['Staff', 'admin'], device_count: 5 }),
    ];
    server.use(
      respond(listGroups, [admins, staff]),
      respond(listUsers, [me, ...people]),
      respond(listLocations, [location(1, 'Seoul', ['Staff'])]),
      respond(getGroup, () => ({ ...staff, members })),
      respond(updateGroup, ({ body }) => {
        members = body.members ?? [];
        sent.push(body);
        return null;
      }),
      respond(assignGroups, ({ body }) => {
        sent.push(body);
        return {};
      }),
    );
    const { user } = renderRoute('/groups/2', { me });
    await user.click(await screen.findByRole('checkbox', { name: 'Select Bob Zak' }));
    await user.click(screen.getByRole('checkbox', { name: 'Select Zoe Lovelace' }));
    await user.click(screen.getByRole('button', { name: 'Remove from group' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove 2 people from Staff?' }));
    expect(await dialog.findByText('1 person loses access to Seoul immediately.')).toBeVisible();
    expect(dialog.getByText('2 devices can no longer connect there.')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Remove from group' }));
    expect(await screen.findByText('2 people were removed from Staff')).toBeVisible();
    expect(sent).toEqual([{ name: 'Staff', members: ['kim'] }]);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('2 people are back in Staff')).toBeVisible();
    expect(sent.slice(1)).toEqual([{ groups: ['Staff'], users: [2, 3] }]);
  });

  it('shows the locations of its members and why, and finds members by name', async () => {
    const locations = [location(1, 'Warsaw', []), location(2, 'Seoul', ['Staff']), location(3, 'Paris', ['admin'])];
    server.use(groups, users, respond(listLocations, locations));
    const { user } = renderRoute('/groups/2?q=zo', { me });
    expect(await screen.findByRole('link', { name: /^Zoe/ })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Bob Zak' })).toBeNull();
    await user.click(tab('Locations'));
    const table = within(await screen.findByRole('table', { name: 'Locations' }));
    const rows = table.getAllByRole('row').map((row) => row.textContent);
    expect(rows.slice(1)).toEqual(['WarsawOpen to everyoneNo gateways', 'SeoulThrough this groupNo gateways']);
  });

  it('cannot lose administrator rights when it is the only admin group', async () => {
    server.use(groups, users);
    renderRoute('/groups/1/settings', { me });
    expect(await screen.findByRole('switch', { name: /^Admin group/ })).toBeDisabled();
    expect(screen.getByText('This is the only admin group, so you can’t change this setting.')).toBeVisible();
  });

  it('reports an unknown group', async () => {
    server.use(groups, users);
    renderRoute('/groups/99', { me });
    expect(await screen.findByRole('heading', { name: 'Group not found' })).toBeVisible();
  });
});

it('shows which members cannot sign in yet or anymore', async () => {
  const bobby = given.user({ ...bob, enrolled: false });
  const zoe = given.user({ id: 3, username: 'zoe', first_name: 'Zoe', is_active: false });
  const all = [...staff.members, 'zoe'];
  server.use(respond(listGroups, [admins, { ...staff, members: all }]), respond(listUsers, [me, bobby, zoe]));
  renderRoute('/groups/2', { me });
  expect(await screen.findByRole('row', { name: /Bob Zak/ })).toHaveTextContent('Setup pending');
  expect(screen.getByRole('row', { name: /Zoe/ })).toHaveTextContent('Disabled');
});

describe('the locations of a group', () => {
  const change = { people_lost: 0, people_gained: 0, devices_lost: 0, devices_connected: 0 };
  let stored: ReturnType<typeof location>[];
  let sent: unknown[];

  beforeEach(() => {
    stored = [
      location(1, 'Warsaw', []),
      location(2, 'Seoul', ['Staff']),
      location(3, 'Paris', ['admin']),
      location(4, 'Oslo', ['admin', 'Ops']),
    ];
    sent = [];
    server.use(
      groups,
      users,
      respond(listLocations, () => stored),
      respond(getLocation, ({ params }) => stored.find(({ id }) => id === Number(params.id)) ?? location(9, '', [])),
      respond(previewAccess, ({ body }) => ({ ...change, people_gained: body.allowed_groups.length })),
      respond(updateLocation, ({ params, body }) => {
        sent.push([Number(params.id), body.allowed_groups, body.port]);
        stored = stored.map((each) =>
          each.id === Number(params.id) ? { ...each, allowed_groups: body.allowed_groups } : each,
        );
        return location(Number(params.id), body.name, body.allowed_groups);
      }),
    );
  });

  it('are added together, after the dialog has said who gains access, and can be taken back', async () => {
    const { user } = renderRoute('/groups/2/locations', { me });
    await user.click(await screen.findByRole('button', { name: 'Add locations' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add locations to Staff' }));
    expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Parisadmin',
      'Osloadmin, Ops',
    ]);
    expect(dialog.getByText('Open to everyone, so not listed: Warsaw')).toBeVisible();
    await user.click(dialog.getByRole('checkbox', { name: /^Paris/ }));
    expect(await dialog.findByText('Paris: 2 people gain access.')).toBeVisible();
    await user.click(dialog.getByRole('checkbox', { name: /^Oslo/ }));
    expect(await dialog.findByText('Oslo: 3 people gain access.')).toBeVisible();
    // another administrator changes it meanwhile
    stored = stored.map((each) => (each.id === 4 ? { ...each, allowed_groups: ['Ops'], port: 51_999 } : each));
    await user.click(dialog.getByRole('button', { name: 'Add locations' }));
    expect(await screen.findByText('Staff now has access to 2 locations')).toBeVisible();
    expect(sent).toEqual([
      [3, ['admin', 'Staff'], 51_820],
      [4, ['Ops', 'Staff'], 51_999],
    ]);
    expect(await screen.findByRole('link', { name: 'Oslo' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('2 locations were removed from Staff')).toBeVisible();
    expect(sent.slice(2)).toEqual([
      [3, ['admin'], 51_820],
      [4, ['Ops'], 51_999],
    ]);
  });

  it('do not include one that has been opened to everyone meanwhile', async () => {
    const { user } = renderRoute('/groups/2/locations', { me });
    await user.click(await screen.findByRole('button', { name: 'Add locations' }));
    await user.click(await screen.findByRole('checkbox', { name: /^Paris/ }));
    stored = stored.map((each) => (each.id === 3 ? { ...each, allowed_groups: [] } : each));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Add locations' }));
    expect(await screen.findByText(/^These locations were not changed/)).toBeVisible();
    expect(sent).toEqual([]);
  });

  it('say which were added when another fails', async () => {
    const { user } = renderRoute('/groups/2/locations', { me });
    await user.click(await screen.findByRole('button', { name: 'Add locations' }));
    await user.click(await screen.findByRole('button', { name: 'Select all 2 shown' }));
    server.use(
      respond(updateLocation, ({ body }) => {
        server.use(refuse(updateLocation, 404, 'location_not_found'));
        return location(3, body.name, body.allowed_groups);
      }),
    );
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Add locations' }));
    expect(await screen.findByText('Staff now has access to Paris')).toBeVisible();
    expect(screen.getByText(/^These locations were not changed/)).toHaveTextContent('meantime: Oslo');
  });

  it('link to those that are open to everyone when there is nothing to add', async () => {
    stored = [location(1, 'Warsaw', []), location(2, 'Seoul', ['Staff'])];
    const { user } = renderRoute('/groups/2/locations', { me });
    await user.click(await screen.findByRole('button', { name: 'Add locations' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/^There is no other location to add/)).toBeVisible();
    expect(dialog.getByRole('link', { name: 'Warsaw' })).toHaveAttribute('href', '/locations/1/access');
  });

  const remove = async (user: ReturnType<typeof renderRoute>['user'], name: string) => {
    await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
    await user.click(await screen.findByRole('menuitem', { name: 'Remove from group' }));
  };

  it('are removed after a question if people lose access', async () => {
    stored = [location(4, 'Oslo', ['Ops', 'Staff'])];
    server.use(respond(previewAccess, { ...change, people_lost: 3 }));
    const { user } = renderRoute('/groups/2/locations', { me });
    await remove(user, 'Oslo');
    const dialog = within(await screen.findByRole('dialog', { name: 'Change who can use Oslo?' }));
    expect(dialog.getByText('3 people lose access.')).toBeVisible();
    expect(sent).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Change access' }));
    expect(await screen.findByText('Oslo was removed from Staff')).toBeVisible();
    expect(sent).toEqual([[4, ['Ops'], 51_820]]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('are not removed from the only group, because they would be open to everyone', async () => {
    const { user } = renderRoute('/groups/2/locations', { me });
    expect(await screen.findByRole('row', { name: /^Warsaw/ })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Actions for Warsaw' })).toBeNull();
    await remove(user, 'Seoul');
    const dialog = within(await screen.findByRole('dialog', { name: 'Seoul can’t be removed' }));
    expect(dialog.getByText(/the location would be open to everyone/)).toBeVisible();
    expect(dialog.getByRole('link', { name: 'Seoul' })).toHaveAttribute('href', '/locations/2/access');
    expect(sent).toEqual([]);
  });

  it('are not added to a group whose members are administrators', async () => {
    renderRoute('/groups/1/locations', { me });
    expect(await screen.findByRole('link', { name: 'Paris' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Add locations' })).toBeNull();
  });
});

it('edits the groups of a user on the page of the user, and takes a removal back', async () => {
  let stored = bob;
  const sent: unknown[] = [];
  server.use(
    groups,
    respond(getUser, () => given.details(stored)),
    respond(updateUser, ({ body }) => {
      sent.push(body);
      stored = { ...stored, groups: body.groups ?? [] };
      return null;
    }),
  );
  const { user } = renderRoute('/users/bob/groups', { me });
  expect(await screen.findByRole('checkbox', { name: 'StaffSeoul · Warsaw' })).toBeChecked();
  await user.click(screen.getByRole('checkbox', { name: /^admin/ }));
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('Groups saved')).toBeVisible();
  expect(sent).toEqual([{ groups: ['Staff', 'admin'] }]);
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  await user.click(screen.getByRole('checkbox', { name: /^Staff/ }));
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Groups restored')).toBeVisible();
  expect(sent.slice(1)).toEqual([{ groups: ['admin'] }, { groups: ['Staff', 'admin'] }]);
});
