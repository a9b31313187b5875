import { signOut } from '@gatewarden/contract/auth';
import { listAuthKeys } from '@gatewarden/contract/auth-keys';
import { switchOnDevice } from '@gatewarden/contract/devices';
import {
  getLastStop,
  type LastStop,
  listStopGateways,
  listSuspended,
  previewStop,
  type StopGateway,
  type StopReport,
  type SuspendedItem,
  stopUser,
} from '@gatewarden/contract/emergency-stop';
import { getUser, listUsers, setUserPassword, updateUser } from '@gatewarden/contract/users';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { given } from '../../../test/given.ts';
import { renderRoute } from '../../../test/render-route.tsx';
import { refuse, respond } from '../../../test/respond.ts';
import { server } from '../../../test/server.ts';

const admin = given.admin();
const bob = given.user({ id: 7, username: 'bob', first_name: 'Bob', last_name: 'Stone' });

const gateway = (overrides: Partial<StopGateway> = {}): StopGateway => ({
  network_id: 1,
  network_name: 'Berlin',
  uid: '7c1c0e32-7d35-4d52-9a3c-0b8a3f0f6f01',
  gateway: 'edge-1',
  state: 'waiting',
  milliseconds: null,
  ...overrides,
});
const report = (overrides: Partial<StopReport> = {}): StopReport => ({
  ...{ sessions: 0, tokens: 0, devices: 0, keys: 0, authenticator_removed: false, recovery_codes: 0, gateways: [] },
  ...overrides,
});
const spare = gateway({ uid: '7c1c0e32-7d35-4d52-9a3c-0b8a3f0f6f02', gateway: 'edge-2', state: 'away' });

async function openStopDialog() {
  server.use(respond(getUser, given.details(bob)), respond(listUsers, [admin, bob]));
  const { user } = renderRoute('/users/bob', { me: admin });
  await user.click(await screen.findByRole('button', { name: 'Actions for Bob Stone' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Revoke all access' }));
  return { user, dialog: within(await screen.findByRole('dialog', { name: 'Revoke all access for Bob Stone?' })) };
}

describe('enabling an account', () => {
  const stopped = { ...bob, is_active: false };
  const item = (overrides: Partial<SuspendedItem>): SuspendedItem => ({
    user_id: 7,
    username: 'bob',
    kind: 'ssh',
    id: 1,
    name: 'Server key',
    fingerprint: 'SHA256:abcdef',
    added_at: '2030-01-30T12:00:00',
    suspended_at: '2030-01-31T12:00:00',
    ...overrides,
  });

  const app = item({ kind: 'authenticator_app', id: 7, name: 'TOTP', fingerprint: null });

  const lastStop: LastStop = {
    ...{ at: '2030-01-31T12:00:00', by: 'rosa', sessions: 2, tokens: 0, devices: 1, keys: 1 },
    ...{ authenticator_removed: false, recovery_codes: 0 },
  };

  async function enable(suspended: SuspendedItem[], stop: LastStop | null = null) {
    const sent: unknown[] = [];
    server.use(
      respond(getUser, given.details(stopped)),
      respond(listUsers, [admin, stopped]),
      respond(listSuspended, suspended),
      respond(getLastStop, stop),
      respond(setUserPassword, ({ body }) => {
        sent.push(body);
        return null;
      }),
      respond(updateUser, ({ body }) => {
        sent.push(body);
        return null;
      }),
    );
    const { user, router } = renderRoute('/users/bob', { me: admin });
    await user.click(await screen.findByRole('button', { name: 'Actions for Bob Stone' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Enable account' }));
    return { user, router, sent };
  }

  it('lists the items that stay suspended, each with a link to review it', async () => {
    const device = item({ kind: 'device', id: 1, name: 'Phone', fingerprint: 'devicekey=' });
    const { user, sent } = await enable([
      item({}),
      item({ kind: 'security_key', name: 'Blue', fingerprint: null }),
      app,
      device,
    ]);
    const dialog = within(await screen.findByRole('dialog', { name: 'Enable the account of Bob Stone?' }));
    for (const text of [
      'SSH key',
      'SHA256:abcdef',
      'Security key',
      'Authenticator app (removed)',
      'Device',
      'devicekey=',
    ]) {
      expect(dialog.getByText(text)).toBeVisible();
    }
    expect(dialog.getByText(/stay suspended until an administrator/)).toBeVisible();
    expect(dialog.getByRole('link', { name: 'Review Phone' })).toHaveAttribute('href', '/users/bob/devices');
    expect(dialog.getByRole('link', { name: 'Review Blue' })).toHaveAttribute('href', '/users/bob/keys');
    expect(dialog.getByRole('link', { name: 'Review TOTP' })).toHaveAttribute('href', '/users/bob');
    expect(sent).toEqual([]);
    await user.dblClick(dialog.getByRole('button', { name: 'Enable account' }));
    expect(await screen.findByText('Bob Stone can sign in again')).toBeVisible();
    expect(sent).toEqual([{ is_active: true }]);
  });

  it.each([
    ['another page', item({}), '/users/bob/keys'],
    ['the page under it', app, '/users/bob'],
  ])('closes when an item is reviewed on %s', async (_, suspended, path) => {
    const { user, router } = await enable([suspended]);
    await user.click(await screen.findByRole('link', { name: `Review ${suspended.name}` }));
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    expect(router.state.location.pathname).toBe(path);
  });

  it('stays when an item is opened in another tab', async () => {
    const { user } = await enable([app]);
    const link = await screen.findByRole('link', { name: 'Review TOTP' });
    for (const key of ['Control', 'Shift']) {
      // jsdom has no tabs
      document.addEventListener('click', (event) => event.preventDefault(), { once: true });
      await user.keyboard(`{${key}>}`);
      await user.click(link);
      await user.keyboard(`{/${key}}`);
    }
    await user.pointer({ keys: '[MouseMiddle]', target: link });
    expect(screen.getByRole('dialog')).toBeVisible();
  });

  it.each([
    ['another page', item({})],
    ['the page under it', app],
  ])('retains a typed password, and reviews an item on %s in a new tab', async (_, suspended) => {
    const { user, router } = await enable([suspended]);
    const password = await screen.findByLabelText(/^New password/);
    await user.type(password, 'half');
    const link = screen.getByRole('link', { name: `Review ${suspended.name} in a new tab` });
    expect(link).toHaveAttribute('target', '_blank');
    await user.click(link);
    await user.keyboard('{Escape}');
    expect(password).toBeVisible();
    expect(password).toHaveValue('half');
    expect(router.state.location.pathname).toBe('/users/bob');
  });

  it('sets a new password first, also when nothing is suspended', async () => {
    const { user, sent } = await enable([], lastStop);
    const dialog = within(await screen.findByRole('dialog', { name: 'Enable the account of Bob Stone?' }));
    await user.type(dialog.getByLabelText(/^New password/), 'short');
    await user.click(dialog.getByRole('button', { name: 'Enable account' }));
    await waitFor(() => expect(dialog.getByLabelText(/^New password/)).toBeInvalid());
    expect(sent).toEqual([]);
    await user.type(dialog.getByLabelText(/^New password/), '-Horse-7-battery');
    await user.dblClick(dialog.getByRole('button', { name: 'Enable account' }));
    expect(await screen.findByText('Bob Stone can sign in again')).toBeVisible();
    expect(sent).toEqual([{ new_password: 'short-Horse-7-battery', revoke_api_tokens: true }, { is_active: true }]);
  });

  it('does not enable the account when the new password is refused', async () => {
    const { user, sent } = await enable([], lastStop);
    server.use(refuse(setUserPassword, 400, 'password_weak', { field: 'new_password' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Enable the account of Bob Stone?' }));
    await user.type(dialog.getByLabelText(/^New password/), 'Horse-7-battery');
    await user.click(dialog.getByRole('button', { name: 'Enable account' }));
    await expect.poll(() => dialog.getByLabelText(/^New password/)).toBeInvalid();
    expect(sent).toEqual([]);
  });

  it('is offered on the page with time and author of the stop and the suspended items', async () => {
    server.use(
      respond(getUser, { ...given.details(stopped), suspended: { devices: 1, keys: 1, authenticator_app: false } }),
      respond(getLastStop, lastStop),
      respond(listSuspended, []),
    );
    const { user } = renderRoute('/users/bob', { me: admin });
    const notice = within(await screen.findByRole('alert', { name: 'All access was revoked' }));
    expect(
      notice.getByText((_, element) => /^rosa disabled the account .+\.$/.test(element?.textContent ?? '')),
    ).toBeVisible();
    expect(notice.getByText('2 sessions ended · 1 device turned off · 1 key suspended')).toBeVisible();
    expect(await notice.findByText('2 items are suspended.')).toBeVisible();
    expect(notice.getByRole('link', { name: 'Review devices' })).toHaveAttribute('href', '/users/bob/devices');
    expect(notice.getByRole('link', { name: 'Review keys' })).toHaveAttribute('href', '/users/bob/keys');
    await user.click(notice.getByRole('button', { name: 'Enable account' }));
    expect(await screen.findByRole('dialog', { name: 'Enable the account of Bob Stone?' })).toBeVisible();
  });

  it.each([
    ['again', bob],
    ['and disabled for another reason', stopped],
  ])('shows the suspended items until each is reviewed, of an account enabled %s', async (_, owner) => {
    let suspended = { devices: 1, keys: 2, authenticator_app: true };
    server.use(
      respond(getUser, () => ({ ...given.details(owner), suspended })),
      respond(getLastStop, null),
    );
    const { user, queryClient } = renderRoute('/users/bob', { me: admin });
    expect(await screen.findByText('4 items are suspended.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Review devices' })).toHaveAttribute('href', '/users/bob/devices');
    expect(screen.getByRole('link', { name: 'Review keys' })).toHaveAttribute('href', '/users/bob/keys');
    await user.click(screen.getByRole('button', { name: 'Reset two-factor authentication' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    suspended = { devices: 0, keys: 1, authenticator_app: false };
    await act(() => queryClient.invalidateQueries({ queryKey: ['users'] }));
    expect(await screen.findByText('1 item is suspended.')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Review devices' })).toBeNull();
    suspended = { devices: 0, keys: 0, authenticator_app: false };
    await act(() => queryClient.invalidateQueries({ queryKey: ['users'] }));
    await expect.poll(() => screen.queryByText(/suspended/)).toBeNull();
  });

  it('does not ask when nothing is suspended', async () => {
    const { sent } = await enable([]);
    expect(await screen.findByText('Bob Stone can sign in again')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sent).toEqual([{ is_active: true }]);
  });
});

describe('an emergency stop', () => {
  it('disables the account by default, and polls each gateway until it has confirmed', async () => {
    const sent: unknown[] = [];
    let confirmed = false;
    const deleted = { keys: 2, authenticator_removed: true, recovery_codes: 8 };
    server.use(
      respond(stopUser, ({ body }) => {
        sent.push(body);
        return report({ sessions: 2, tokens: 1, devices: 3, gateways: [gateway(), spare], ...deleted });
      }),
      respond(listStopGateways, () => [
        confirmed ? gateway({ state: 'confirmed', milliseconds: 120 }) : gateway(),
        spare,
      ]),
    );
    const { user, dialog } = await openStopDialog();
    expect(dialog.getByRole('checkbox', { name: 'Also disable the account' })).toBeChecked();
    await user.click(dialog.getByRole('button', { name: 'Revoke access' }));
    const done = within(await screen.findByRole('dialog', { name: 'Access revoked for Bob Stone' }));
    expect(sent).toEqual([{ disable: true }]);
    const also = ['2 keys suspended', 'Authenticator app deleted', '8 recovery codes deleted'];
    for (const text of ['2 sessions ended', '1 API token deleted', '3 devices turned off', 'Waiting', ...also]) {
      expect(done.getByText(text)).toBeVisible();
    }
    expect(done.getByText('Disconnected')).toBeVisible();
    expect(done.getByText(/keeps its tunnels until it reconnects/)).toBeVisible();
    confirmed = true;
    expect(await done.findByText('Confirmed after 120 ms')).toBeVisible();
  });

  it('shows numbers of what ends and is suspended, and updates the page below', async () => {
    const key = given.authKey({ user_id: 7, name: 'Server key' });
    const keys = [key];
    server.use(
      respond(getUser, given.details(bob)),
      respond(listUsers, [admin, bob]),
      respond(listAuthKeys, () => [...keys]),
      respond(previewStop, {
        ...{ sessions: 2, tokens: 1, devices: 3, recent_devices: 1, keys: 1, recovery_codes: 8 },
        authenticator: true,
      }),
      respond(listStopGateways, []),
      respond(stopUser, () => {
        keys.splice(0, 1, { ...key, suspended_at: '2030-01-31T12:00:00' });
        return report();
      }),
    );
    const { user } = renderRoute('/users/bob/keys', { me: admin });
    expect(await screen.findByText('Server key')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Actions for Bob Stone' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Revoke all access' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText('2 sessions end.')).toBeVisible();
    for (const text of [
      '1 API token is deleted.',
      /^3 devices are disconnected/,
      /^1 device that was added .* is suspended.$/,
    ]) {
      expect(dialog.getByText(text)).toBeVisible();
    }
    expect(dialog.getByText('1 SSH, GPG or security key added in the last 7 days is suspended.')).toBeVisible();
    expect(dialog.getByText(/^The authenticator app .* deleted/)).toBeVisible();
    const irreversible = /^8 recovery codes .* deleted. They can’t be restored/;
    expect(dialog.getByText(irreversible)).toBeVisible();
    await user.click(dialog.getByRole('checkbox', { name: 'Also disable the account' }));
    expect(dialog.getByText(/^SSH, GPG and security keys stay active/)).toBeVisible();
    expect(dialog.queryByText(irreversible)).toBeNull();
    await user.click(dialog.getByRole('checkbox', { name: 'Also disable the account' }));
    await user.click(dialog.getByRole('button', { name: 'Revoke access' }));
    const done = await screen.findByRole('dialog', { name: 'Access revoked for Bob Stone' });
    await user.click(within(done).getByRole('button', { name: 'Close' }));
    expect(await screen.findByText('Suspended')).toBeVisible();
  });

  it('closes when its page is left', async () => {
    server.use(respond(getUser, given.details(bob)), respond(listUsers, [admin, bob]));
    const { user, router } = renderRoute('/users/bob', { me: admin });
    await user.click(await screen.findByRole('link', { name: 'Sessions' }));
    await user.click(screen.getByRole('button', { name: 'Actions for Bob Stone' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Revoke all access' }));
    expect(await screen.findByRole('dialog')).toBeVisible();
    act(() => router.history.back());
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    expect(router.state.location.pathname).toBe('/users/bob');
  });

  it('describes what ends without numbers when they cannot be loaded, and can be confirmed', async () => {
    server.use(refuse(previewStop, 404, 'user_not_found'), respond(stopUser, report()), respond(listStopGateways, []));
    const { user, dialog } = await openStopDialog();
    expect(await dialog.findByText('The user is signed out in every browser.')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Revoke access' }));
    expect(await screen.findByRole('dialog', { name: 'Access revoked for Bob Stone' })).toBeVisible();
  });

  it('shows the result until it is closed, also after a double click on the previous button', async () => {
    server.use(respond(stopUser, report({ sessions: 2 })), respond(listStopGateways, []));
    const { user, dialog } = await openStopDialog();
    await user.click(dialog.getByRole('button', { name: 'Revoke access' }));
    expect(await screen.findByText('2 sessions ended')).toBeVisible();
    const close = screen.getByRole('button', { name: 'Close' });
    fireEvent.click(close, { detail: 2 });
    expect(screen.getByText('2 sessions ended')).toBeVisible();
    await user.click(close);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('shows why it was refused and changes nothing', async () => {
    server.use(refuse(stopUser, 409, 'last_admin'));
    const { user, dialog } = await openStopDialog();
    await user.click(dialog.getByRole('checkbox', { name: 'Also disable the account' }));
    await user.click(dialog.getByRole('button', { name: 'Revoke access' }));
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Revoke access' })).toBeVisible();
  });
});

describe('signing out everywhere', () => {
  it('ends only sessions unless more is chosen, then signs out here too', async () => {
    const me = given.user();
    const sent: unknown[] = [];
    let signedOut = false;
    server.use(
      respond(getUser, given.details(me)),
      respond(stopUser, ({ body }) => {
        sent.push(body);
        return report({
          sessions: 1,
          devices: 1,
          gateways: [gateway({ gateway: null, state: 'confirmed', milliseconds: 1500 })],
        });
      }),
      respond(listStopGateways, [gateway({ gateway: null, state: 'confirmed', milliseconds: 1500 })]),
      respond(signOut, () => {
        signedOut = true;
        return null;
      }),
    );
    const { user } = renderRoute('/me/security', { me });
    await user.click(await screen.findByRole('button', { name: 'Secure account' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Secure your account?' }));
    expect(dialog.getByRole('checkbox', { name: 'Delete my API tokens' })).not.toBeChecked();
    await user.click(dialog.getByRole('checkbox', { name: 'Turn off my devices' }));
    await user.click(dialog.getByRole('button', { name: 'Secure account' }));
    const done = within(await screen.findByRole('dialog', { name: 'Your account is secured' }));
    expect(sent).toEqual([{ disable: false, tokens: false, devices: true }]);
    expect(done.getByText('Confirmed after 1.5 sec')).toBeVisible();
    expect(done.getByText('1 device turned off')).toBeVisible();
    const absent = [/API token/, /suspended/, /Authenticator/, /recovery code/];
    for (const text of absent) expect(done.queryByText(text)).toBeNull();
    await user.click(done.getByRole('button', { name: 'Sign out here too' }));
    await expect.poll(() => signedOut).toBe(true);
  });

  it('leaves a suspended device to administrators', async () => {
    const me = given.user();
    const at = '2030-01-31T12:00:00';
    server.use(respond(getUser, given.details(me, [given.device({ stopped_at: at, suspended_at: at })])));
    renderRoute('/me', { me });
    const card = within(await screen.findByRole('article', { name: 'Laptop' }));
    expect(card.getByText(/^Suspended/)).toBeVisible();
    expect(card.getByText('An administrator can turn it on again.')).toBeVisible();
    expect(card.queryByRole('button', { name: 'Turn on Laptop' })).toBeNull();
  });

  it('can be undone for each device', async () => {
    const me = given.user();
    const devices = [given.device({ stopped_at: '2030-01-31T12:00:00' })];
    server.use(
      respond(getUser, () => given.details(me, [...devices])),
      respond(switchOnDevice, ({ params }) => {
        const on = given.device({ id: Number(params.id) });
        devices.splice(0, 1, on);
        return on;
      }),
    );
    const { user } = renderRoute('/me', { me });
    const card = within(await screen.findByRole('article', { name: 'Laptop' }));
    expect(card.getByText(/^Turned off/)).toBeVisible();
    await user.click(card.getByRole('button', { name: 'Turn on Laptop' }));
    expect(await screen.findByText('Laptop can connect again')).toBeVisible();
    await expect.poll(() => screen.queryByText(/^Turned off/)).toBeNull();
  });
});
