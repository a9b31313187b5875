import { deleteDevices, restoreDevice } from '@gatewarden/contract/devices';
import { listLocations } from '@gatewarden/contract/locations';
import { listAllDevices, listUserConnections } from '@gatewarden/contract/traffic';
import { getUser } from '@gatewarden/contract/users';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { setWindowWidth } from '../../../test/browser-stubs.ts';
import { given } from '../../../test/given.ts';
import { givenNetwork } from '../../../test/given-network.ts';
import { recordDownloads } from '../../../test/record-downloads.ts';
import { renderRoute } from '../../../test/render-route.tsx';
import { refuse, respond } from '../../../test/respond.ts';
import { server } from '../../../test/server.ts';

const me = given.admin();
const at = (network_id: number, wireguard_ips: string[], is_active = false) => ({
  network_id,
  wireguard_ips,
  is_active,
});
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString().slice(0, -1);
const bob = { username: 'bob', first_name: 'Bob', last_name: 'Żak' };
const laptop = given.listedDevice({
  id: 1,
  name: 'Laptop',
  last_connected_at: hoursAgo(0),
  networks: [at(1, ['10.1.0.2'], true), at(2, ['10.2.0.2'])],
});
const phone = given.listedDevice({
  ...bob,
  id: 2,
  name: 'iPhone',
  last_connected_at: hoursAgo(3),
  networks: [at(1, ['10.1.0.3'])],
});
const spare = given.listedDevice({ ...bob, id: 3, name: 'Spare', is_user_active: false, created: hoursAgo(24) });
const old = given.listedDevice({
  ...bob,
  id: 4,
  name: 'Old',
  wireguard_pubkey: 'oldKey+/=',
  last_connected_at: hoursAgo(31 * 24),
  stopped_at: hoursAgo(1),
  networks: [at(2, ['10.2.0.9'])],
});
const all = [laptop, phone, spare, old];

beforeEach(() => {
  setWindowWidth(1440);
  server.use(
    respond(listAllDevices, all),
    respond(listLocations, [
      givenNetwork.location({ id: 1, name: 'Warsaw' }),
      givenNetwork.location({ id: 2, name: 'Seoul' }),
    ]),
  );
});

const shown = () => screen.findByRole('table', { name: 'Devices' });
const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('link')[0]?.textContent);
const rowOf = (name: string) => screen.getByRole('row', { name: new RegExp(name) });

describe('the list of devices', () => {
  it('shows owner, addresses, where each is connected, and only exceptions as badges', async () => {
    renderRoute('/devices', { me });
    await shown();
    expect(screen.getByRole('status')).toHaveTextContent('4 devices · 1 connected');
    expect(await within(rowOf('Laptop')).findByText('Warsaw · 10.1.0.2')).toBeVisible();
    expect(rowOf('Laptop')).toHaveTextContent(/Ada Lovelace.*\+1.*Seoul · 10\.2\.0\.2.*Connected · Warsaw/);
    expect(rowOf('iPhone')).toHaveTextContent('3 hours ago');
    expect(rowOf('iPhone')).not.toHaveTextContent(/disabled|Turned off|No location/);
    expect(rowOf('Spare')).toHaveTextContent(/^SpareOwner disabled.*Never connected/);
    expect(rowOf('Old')).toHaveTextContent(/^OldTurned off/);
    expect(screen.queryByRole('columnheader', { name: 'Status' })).toBeNull();
    expect(within(rowOf('iPhone')).getByRole('link', { name: 'iPhone' })).toHaveAttribute(
      'href',
      '/users/bob/devices/2',
    );
    expect(within(rowOf('iPhone')).getByRole('link', { name: 'Bob Żak' })).toHaveAttribute('href', '/users/bob');
  });

  it.each([
    ['zak', ['iPhone', 'Old', 'Spare']],
    ['10.2.0', ['Laptop', 'Old']],
    ['oldkey+/', ['Old']],
    ['bob iphone', ['iPhone']],
  ])('finds “%s” in names, owners, addresses and keys', async (words, found) => {
    renderRoute(`/devices?q=${encodeURIComponent(words)}`, { me });
    await shown();
    expect(names()).toEqual(found);
    expect(screen.getByRole('status')).toHaveTextContent(new RegExp(`^${found.length} of 4 devices$`));
  });

  it.each([
    ['Connected', ['Laptop']],
    ['Never connected', ['Spare']],
    ['Not seen for 30 days', ['Old']],
  ])('has the view “%s” with an address', async (view, found) => {
    const { user, router } = renderRoute('/devices?sort=-name', { me });
    await shown();
    await user.click(within(screen.getByRole('navigation', { name: 'Views' })).getByRole('link', { name: view }));
    await waitFor(() => expect(names()).toEqual(found));
    expect(router.state.location.search).toMatchObject({ sort: '-name' });
  });

  it('filters by location and status in the address, and clears both', async () => {
    const { user, router } = renderRoute('/devices?location=2', { me });
    await shown();
    expect(names()).toEqual(['Laptop', 'Old']);
    await user.click(screen.getAllByRole('button', { name: 'Status' })[0] ?? document.body);
    await user.click(await screen.findByRole('option', { name: 'Turned off' }));
    await waitFor(() => expect(names()).toEqual(['Old']));
    expect(router.state.location.search).toEqual({ location: 2, state: 'off' });
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(names()).toHaveLength(4));
  });

  it('adds an own device with the button and with c', async () => {
    server.use(respond(getUser, given.details(me)));
    const { user, router } = renderRoute('/devices', { me });
    await shown();
    expect(screen.getByRole('link', { name: 'Add device' })).toHaveAttribute('href', '/me/devices/new');
    await user.keyboard('c');
    await waitFor(() => expect(router.state.location.pathname).toBe('/me/devices/new'));
  });

  it('sorts the most recently seen first on the first click', async () => {
    const { user, router } = renderRoute('/devices', { me });
    await shown();
    await user.click(screen.getByRole('button', { name: 'Last seen' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ sort: '-seen' }));
  });

  it('sorts connected devices before those that were seen last, and others last', async () => {
    renderRoute('/devices?sort=-seen', { me });
    await shown();
    expect(names()).toEqual(['Laptop', 'iPhone', 'Old', 'Spare']);
  });

  it('shows the summary of a device with Space', async () => {
    const device = given.device({ id: 2, name: 'iPhone', networks: [given.assignment()] });
    server.use(
      respond(getUser, given.details(given.user({ id: 2, ...bob }), [device])),
      respond(listUserConnections, []),
    );
    const { user } = renderRoute('/devices', { me });
    await shown();
    await user.keyboard('j ');
    const summary = within(await screen.findByRole('region', { name: 'iPhone' }));
    expect(await summary.findByText('10.1.0.2')).toBeVisible();
    expect(summary.getByRole('link', { name: 'Open' })).toHaveAttribute('href', '/users/bob/devices/2');
  });

  it('removes several devices with what that means in numbers, and restores them', async () => {
    const sent: unknown[] = [];
    server.use(
      respond(deleteDevices, ({ body }) => {
        sent.push(body.devices);
        server.use(respond(listAllDevices, [spare, old]));
        return {};
      }),
      respond(restoreDevice, ({ params }) => {
        sent.push(Number(params.id));
        const device = given.device({ id: Number(params.id) });
        server.use(respond(listAllDevices, all));
        return { device, readdressed_locations: [] };
      }),
    );
    const { user } = renderRoute('/devices', { me });
    await shown();
    for (const name of ['Laptop', 'iPhone']) await user.click(screen.getByRole('checkbox', { name: `Select ${name}` }));
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('2 devices of 2 people can’t connect anymore, immediately.')).toBeVisible();
    expect(dialog.getByText('1 of them is connected now.')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Remove devices' }));
    await waitFor(() => expect(names()).toEqual(['Old', 'Spare']));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('2 devices were restored')).toBeVisible();
    expect(sent).toEqual([[1, 2], 1, 2]);
  });

  it('exports the devices that are shown', async () => {
    const downloads = recordDownloads();
    const { user } = renderRoute('/devices?state=off', { me });
    await shown();
    await user.click(screen.getByRole('button', { name: 'More actions' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Export 1 device as CSV' }));
    await waitFor(() => expect(downloads).toHaveLength(1));
    expect(downloads[0]?.name).toBe('devices.csv');
    expect(await downloads[0]?.text).toMatch(/Old,bob,.*Seoul: 10\.2\.0\.9,.*turned off/);
  });

  it('has rows of two lines on a phone', async () => {
    setWindowWidth(360);
    renderRoute('/devices', { me });
    const rows = await screen.findAllByRole('listitem');
    const laptopRow = rows.find((row) => row.textContent?.includes('Laptop'));
    await waitFor(() => expect(laptopRow).toHaveTextContent(/Ada Lovelace · Warsaw.*Connected/));
  });

  it('explains an empty list', async () => {
    server.use(respond(listAllDevices, []));
    renderRoute('/devices', { me });
    expect(await screen.findByText('No devices yet')).toBeVisible();
  });

  it('says that it could not be loaded, and tries again', async () => {
    server.use(refuse(listAllDevices, 429, 'rate_limited'));
    const { user } = renderRoute('/devices', { me });
    expect(await screen.findByText('Couldn’t load the devices')).toBeVisible();
    server.use(respond(listAllDevices, all));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await shown();
    expect(names()).toHaveLength(4);
  });

  it('is not there while the VPN module is off', async () => {
    renderRoute('/devices', { me, essentials: given.essentials({ wireguard_enabled: false }) });
    expect(await screen.findByText('The VPN module is off')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Devices' })).toBeNull();
  });
});
