import { deleteUsers, setUsersStatus } from '@gatewarden/contract/bulk-users';
import { listSuspended, type SuspendedItem } from '@gatewarden/contract/emergency-stop';
import { assignGroups, listGroups } from '@gatewarden/contract/groups';
import { listUsers } from '@gatewarden/contract/users';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { given } from '../../../../test/given.ts';
import { renderRoute } from '../../../../test/render-route.tsx';
import { refuse, respond } from '../../../../test/respond.ts';
import { server } from '../../../../test/server.ts';

const me = given.admin();
const bob = given.user({ id: 2, username: 'bob', first_name: 'Bob', last_name: 'Zak', email: 'b@example.com' });
const cleo = given.user({ id: 3, username: 'cleo', first_name: 'Cleo', last_name: 'Ahn', email: 'c@example.com' });
const dan = given.user({ id: 4, username: 'dan', first_name: 'Dan', last_name: 'Oz', email: 'd@example.com' });

beforeEach(() => server.use(respond(listUsers, [me, bob, cleo, { ...dan, is_active: false }])));

/** Opens the list and selects users. */
async function select(...names: string[]) {
  const { user, router } = renderRoute('/users', { me });
  await screen.findByRole('table', { name: 'Users' });
  for (const name of names) await user.click(screen.getByRole('checkbox', { name }));
  return { user, router };
}

const inDialog = async () => within(await screen.findByRole('dialog'));
const press = (name: string) => screen.getByRole('button', { name });

describe('bulk actions', () => {
  it('disable all except the signed-in user, and undo only actual changes', async () => {
    const sent: unknown[] = [];
    server.use(
      respond(setUsersStatus, ({ body }) => {
        sent.push(body);
        return { changed: [3] };
      }),
    );
    const { user } = await select('Select all');
    await user.click(press('Disable'));
    const dialog = await inDialog();
    expect(dialog.getByText('Bob Zak and Cleo Ahn')).toBeVisible();
    expect(dialog.getByText(/^Your own account is selected too/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Disable' }));
    expect(await screen.findByText('1 account disabled')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Clear selection' })).toBeNull();
    await user.click(press('Undo'));
    expect(await screen.findByText('1 account restored')).toBeVisible();
    expect(sent).toEqual([
      { users: [2, 3], is_active: false },
      { users: [3], is_active: true },
    ]);
  });

  it('change nothing when one user cannot be changed, and name that user', async () => {
    server.use(refuse(setUsersStatus, 409, 'last_admin', { details: { id: 2, username: 'bob' } }));
    const { user } = await select('Select Bob Zak', 'Select Cleo Ahn');
    expect(screen.queryByRole('button', { name: 'Enable' })).toBeNull();
    await user.click(press('Disable'));
    const dialog = await inDialog();
    await user.click(dialog.getByRole('button', { name: 'Disable' }));
    expect(await screen.findByText(/^Bob Zak: This is the last active administrator/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByText('2 selected')).toBeVisible();
  });

  it('show the number of suspended items of each user before they are enabled', async () => {
    const sent: unknown[] = [];
    const item = (id: number): SuspendedItem => ({
      user_id: dan.id,
      username: 'dan',
      kind: 'ssh',
      id,
      name: `key ${id}`,
      fingerprint: 'SHA256:x',
      added_at: '2030-01-30T12:00:00',
      suspended_at: '2030-01-31T12:00:00',
    });
    server.use(
      respond(listSuspended, [item(1), item(2), { ...item(3), user_id: bob.id, username: 'bob' }]),
      respond(setUsersStatus, ({ body }) => {
        sent.push(body);
        return { changed: [4] };
      }),
    );
    const { user } = await select('Select Dan Oz');
    await user.click(press('Enable'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Enable 1 account?' }));
    const row = within(dialog.getByRole('listitem', { name: 'Dan Oz' }));
    expect(row.getByText('2 suspended keys and devices')).toBeVisible();
    expect(dialog.getAllByRole('listitem')).toHaveLength(1);
    await user.dblClick(dialog.getByRole('button', { name: 'Enable' }));
    expect(await screen.findByText('1 account enabled')).toBeVisible();
    expect(sent).toEqual([{ users: [4], is_active: true }]);
  });

  it('add users to groups, with a warning about administrator rights', async () => {
    const groups = ['admin', 'Staff'].map((name, id) => ({
      id,
      name,
      members: ['ada'],
      vpn_locations: [],
      managed_by: null,
      is_admin: !id,
    }));
    const sent: unknown[] = [];
    server.use(
      respond(listGroups, groups),
      respond(assignGroups, ({ body }) => {
        sent.push(body);
        return {};
      }),
    );
    const { user } = await select('Select Bob Zak', 'Select Ada Lovelace');
    await user.click(press('Add to groups'));
    const dialog = await inDialog();
    expect(await dialog.findByText('Existing group memberships are kept.')).toBeVisible();
    expect(dialog.queryByText(/administrator rights/)).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Select all 2 shown' }));
    expect(dialog.getByText('2 people get full administrator rights.')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Add to groups' }));
    expect(await screen.findByText('2 people added to Staff and admin')).toBeVisible();
    expect(sent).toEqual([{ groups: ['Staff', 'admin'], users: [1, 2] }]);
  });

  it('delete users after their number is typed', async () => {
    const sent: unknown[] = [];
    server.use(
      respond(deleteUsers, ({ body }) => {
        sent.push(body.users);
        server.use(respond(listUsers, [me]));
        return {};
      }),
    );
    const { user } = await select('Select Bob Zak');
    await user.click(press('Select all 4'));
    await user.click(press('Delete'));
    const dialog = await inDialog();
    expect(dialog.getByRole('button', { name: 'Delete' })).toBeDisabled();
    await user.type(dialog.getByRole('textbox'), '3');
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('3 users deleted')).toBeVisible();
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2));
    expect(sent).toEqual([[2, 3, 4]]);
  });
});
