import { listGateways } from '@gatewarden/contract/gateways';
import { listGroupNames } from '@gatewarden/contract/groups';
import { endLocationSession } from '@gatewarden/contract/location-mfa';
import { getLocation, listLocationPeople, listLocations, updateLocation } from '@gatewarden/contract/locations';
import { getConnectedUsers, getLocationStats, listLocationDevices } from '@gatewarden/contract/traffic';
import { getUser } from '@gatewarden/contract/users';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { setWindowWidth } from '../../../test/browser-stubs.ts';
import { given } from '../../../test/given.ts';
import { givenNetwork } from '../../../test/given-network.ts';
import { renderRoute } from '../../../test/render-route.tsx';
import { failNetwork, refuse, respond } from '../../../test/respond.ts';
import { server } from '../../../test/server.ts';

const me = given.admin();
const bob = given.user({ id: 2, username: 'bob', first_name: 'Bob', last_name: 'Żak' });
const laptop = givenNetwork.connectedDevice({
  stats: [{ device_id: 1, collected_at: givenNetwork.minutesAgo(2), download: 2_000, upload: 3_000 }],
});
const phone = givenNetwork.connectedDevice({ id: 2, name: 'Phone', wireguard_ips: ['10.1.0.3', 'fd00:1::3'] });
const printer = givenNetwork.connectedDevice({ id: 3, name: 'Printer', wireguard_ips: ['10.1.0.4'], public_ip: null });

const defaultHandlers = () => [
  respond(getLocation, givenNetwork.location()),
  respond(listLocations, [givenNetwork.location(), givenNetwork.location({ id: 2, name: 'Seoul' })]),
  respond(listGateways, [givenNetwork.gateway({ name: 'North' })]),
  respond(getLocationStats, givenNetwork.stats()),
  respond(getConnectedUsers, {
    user_devices: [
      { user: me, devices: [laptop] },
      { user: bob, devices: [phone] },
    ],
    network_devices: [printer],
  }),
  respond(getUser, given.details(me)),
];

const rows = () =>
  within(screen.getByRole('table', { name: 'Connected now' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    );

describe('the overview of one location', () => {
  it('offers to add a device while the user has none in the location', async () => {
    server.use(...defaultHandlers());
    renderRoute('/locations/1', { me });
    expect(await screen.findByRole('link', { name: 'Add device' })).toHaveAttribute('href', '/me/devices/new');
  });

  it('shows connected users with device, address and traffic', async () => {
    server.use(...defaultHandlers());
    renderRoute('/locations/1?view=list', { me });
    await screen.findByRole('table', { name: 'Connected now' });
    expect(rows().map((cells) => cells.slice(0, 3))).toEqual([
      ['Ada Lovelace', 'Laptop', '10.1.0.2'],
      ['Bob Żak', 'Phone', '10.1.0.3, fd00:1::3'],
      ['Network device', 'Printer', '10.1.0.4'],
    ]);
    expect(rows()[0]?.slice(-2)).toEqual(['3\u00a0kB', '2\u00a0kB']);
    expect(screen.getByRole('link', { name: 'Bob Żak' })).toHaveAttribute('href', '/users/bob');
  });

  it('shows each user in a card with addresses to copy', async () => {
    server.use(...defaultHandlers());
    renderRoute('/locations/1', { me });
    const cards = within(await screen.findByRole('list', { name: 'Connected now' })).getAllByRole('listitem');
    expect(cards).toHaveLength(3);
    const [, second] = cards;
    if (!second) throw new Error('there is no second card');
    expect(second).toHaveTextContent('Bob Żak1 device');
    expect(within(second).getByRole('button', { name: 'Copy fd00:1::3' })).toBeVisible();
    expect(within(second).getByRole('button', { name: 'Copy 198.51.100.7' })).toBeVisible();
  });

  it.each(['grid', 'list'])('shows in the %s until when a device can connect, and disconnects it', async (view) => {
    const sent: unknown[] = [];
    let until: string | null = '2030-02-01T13:30:00';
    server.use(
      respond(getConnectedUsers, () => ({
        user_devices: [{ user: bob, devices: [{ ...phone, mfa_expires_at: until }, laptop] }],
        network_devices: [],
      })),
      respond(endLocationSession, ({ params }) => {
        sent.push([params.id, params.deviceId]);
        until = null;
        return {};
      }),
      ...defaultHandlers(),
    );
    const { user } = renderRoute(`/locations/1?view=${view}`, { me });
    if (view === 'grid') {
      expect(await screen.findByText(/^Connected with two-factor authentication until 02\/01\/2030, /)).toBeVisible();
      expect(screen.getAllByRole('button', { name: /^Disconnect / })).toHaveLength(1);
      await user.click(screen.getByRole('button', { name: 'Disconnect Phone' }));
    } else {
      expect(await screen.findByRole('columnheader', { name: 'Two-factor until' })).toBeVisible();
      expect(screen.queryByRole('button', { name: 'Actions for Laptop' })).toBeNull();
      await user.click(screen.getByRole('button', { name: 'Actions for Phone' }));
      await user.click(await screen.findByRole('menuitem', { name: 'Disconnect' }));
    }
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Disconnect' }));
    expect(await screen.findByText('Phone was disconnected')).toBeVisible();
    const shown = /^(Connected with two-factor authentication|Two-factor) until/;
    await waitFor(() => expect(screen.queryByText(shown)).toBeNull());
    expect(sent).toEqual([['1', '2']]);
  });

  it('searches users, devices and addresses in core', async () => {
    const searches: (string | null)[] = [];
    server.use(
      respond(getConnectedUsers, ({ query }) => {
        const search = query.get('search');
        searches.push(search);
        if (search === null) return givenNetwork.connected({ user_devices: [{ user: me, devices: [laptop] }] });
        if (search !== 'fd00') return givenNetwork.connected();
        return givenNetwork.connected({ user_devices: [{ user: bob, devices: [phone] }] });
      }),
      ...defaultHandlers(),
    );
    const { user, router } = renderRoute('/locations/1?view=list', { me });
    await screen.findByRole('table', { name: 'Connected now' });
    const search = screen.getByRole('searchbox', { name: 'Search people and devices' });
    await user.type(search, 'fd00');
    await waitFor(() => expect(rows().map(([person]) => person)).toEqual(['Bob Żak']));
    expect(router.state.location.search).toEqual({ view: 'list', q: 'fd00' });
    await user.clear(search);
    await waitFor(() => expect(rows().map(([person]) => person)).toEqual(['Ada Lovelace']));
    await user.type(search, 'unknown');
    expect(await screen.findByRole('heading', { name: 'No matches' })).toBeVisible();
    expect(searches).toEqual([null, 'fd00', 'unknown']);
  });

  it.each(['grid', 'list'])('loads a limited number of users for the %s, and more on request', async (view) => {
    const crowd = Array.from({ length: 50 }, (_, index) => ({
      user: given.user({ id: index + 1, username: `user${index}`, first_name: `Una${index}` }),
      devices: [givenNetwork.connectedDevice({ id: index + 1, name: `Laptop ${index}` })],
    }));
    server.use(
      respond(getConnectedUsers, ({ query }) =>
        givenNetwork.connected({
          user_devices: crowd.slice(0, Number(query.get('page_size'))),
          total_items: crowd.length,
        }),
      ),
      ...defaultHandlers(),
    );
    const { user } = renderRoute(`/locations/1?view=${view}`, { me });
    // by text: the role of each of the many elements would be computed again at each try
    await user.click(await screen.findByText('Show 2 more'));
    await waitFor(() => expect(screen.queryByText('Show 2 more')).toBeNull());
    if (view === 'grid') expect(screen.getByText('Laptop 49')).toBeVisible();
  });

  it('shows faults of its gateways, and since when one is down and what to check', async () => {
    const faulty = givenNetwork.gateway({
      hostname: 'edge-2',
      held_version: 2,
      current: false,
      last_error: 'the interface is taken',
      uid: '0198c5f0-0000-7000-8000-000000000002',
    });
    const down = givenNetwork.gateway({
      name: 'South',
      connected: false,
      disconnected_at: '2030-01-31T13:00:00',
      uid: '0198c5f0-0000-7000-8000-000000000003',
    });
    const gateways = [givenNetwork.gateway({ name: 'North' }), faulty, down];
    server.use(
      respond(listGateways, gateways),
      respond(getLocation, givenNetwork.location({ gateways })),
      ...defaultHandlers(),
    );
    renderRoute('/locations/1', { me });
    const alert = await screen.findByRole('alert', { name: 'edge-2 could not apply version 3' });
    expect(alert).toHaveTextContent('The gateway retries.');
    expect(alert).toHaveTextContent('the interface is taken');
    const outage = screen.getByRole('alert', { name: 'South is not connected' });
    expect(outage).toHaveTextContent('systemctl status gatewarden-gateway');
    expect(screen.getByText('2 of 3 gateways connected')).toBeVisible();
    expect(screen.getByText('1 with errors')).toBeVisible();
    expect(screen.getByText(/^South disconnected/)).toBeVisible();
  });

  it('links to the setup without a gateway, and shows empty states', async () => {
    server.use(respond(listGateways, []), respond(getConnectedUsers, givenNetwork.connected()), ...defaultHandlers());
    renderRoute('/locations/1', { me });
    expect(await screen.findByRole('link', { name: 'Manage gateways' })).toHaveAttribute(
      'href',
      '/locations/1/gateways',
    );
    expect(await screen.findByRole('heading', { name: 'No one is connected' })).toBeVisible();
    expect(screen.getByText('No traffic in this period')).toBeVisible();
  });

  it('redirects addresses of the former overview of a location', async () => {
    server.use(...defaultHandlers());
    const { router } = renderRoute('/overview/1?hours=2&view=list', { me });
    await screen.findByRole('table', { name: 'Connected now' });
    expect(router.state.location.href).toBe('/locations/1?hours=2&view=list');
  });

  it('shows endpoint, networks and, except on the overview, connected people in the header', async () => {
    server.use(respond(getLocationStats, givenNetwork.stats({ current_active_users: 7 })), ...defaultHandlers());
    const { router } = renderRoute('/locations/1', { me });
    expect(await screen.findByText('vpn.example.com:51820')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Copy Endpoint' })).toBeVisible();
    expect(await screen.findByText('People connected')).toBeVisible();
    expect(screen.queryByText('7 people')).toBeNull();
    await act(() => router.navigate({ to: '/locations/$locationId/access', params: { locationId: '1' } }));
    expect(await screen.findByText('7 people')).toBeVisible();
  });

  it('shows the other data when the connected users cannot be loaded', async () => {
    server.use(failNetwork(getConnectedUsers), ...defaultHandlers());
    const { queryClient } = renderRoute('/locations/1', { me });
    queryClient.setDefaultOptions({ queries: { retry: false } });
    expect(await screen.findByRole('alert')).toHaveTextContent('Couldn’t load who is connected');
    expect(await screen.findByText('People connected')).toBeVisible();
  });

  it.each(['/overview/7', '/locations/7', '/locations/7/gateways'])(
    'reports at %s that the location does not exist',
    async (path) => {
      server.use(refuse(getLocation, 404, 'location_not_found'), ...defaultHandlers());
      renderRoute(path, { me });
      expect(await screen.findByRole('heading', { name: 'Location not found' })).toBeVisible();
    },
  );

  it('shows a not-found page for an invalid id', async () => {
    renderRoute('/overview/abc', { me });
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible();
  });
});

describe('the devices of a location', () => {
  it('are searched and sorted in core, by page', async () => {
    const asked: string[] = [];
    server.use(
      respond(listLocationDevices, ({ query }) => {
        asked.push(query.toString());
        return {
          data: [
            givenNetwork.locationDevice({ is_active: true }),
            givenNetwork.locationDevice({ id: 2, name: 'Phone', last_connected_at: null }),
          ],
          total_items: 120,
        };
      }),
      ...defaultHandlers(),
    );
    const { user, router } = renderRoute('/locations/1/devices?sort=-last_connected', { me });
    const table = within(await screen.findByRole('table', { name: 'Devices' }));
    expect(table.getByRole('row', { name: /Laptop/ })).toHaveTextContent(/Ada Lovelace.*10\.1\.0\.2.*Connected/);
    expect(table.getByRole('row', { name: /Phone/ })).toHaveTextContent('Never connected');
    expect(asked.at(-1)).toContain('sort_by=last_connected&sort_order=desc');
    // in the order of the server
    const names = () => table.getAllByRole('row').map((row) => /Laptop|Phone/.exec(row.textContent)?.[0]);
    expect(names().slice(1)).toEqual(['Laptop', 'Phone']);
    await user.click(table.getByRole('button', { name: 'Owner' }));
    await waitFor(() => expect(asked.at(-1)).toContain('sort_by=owner&sort_order=asc'));
    expect(table.getByRole('columnheader', { name: 'Owner' })).toHaveAttribute('aria-sort', 'ascending');
    await user.click(table.getByRole('button', { name: 'Owner' }));
    await waitFor(() => expect(asked.at(-1)).toContain('sort_by=owner&sort_order=desc'));
    expect(names().slice(1)).toEqual(['Laptop', 'Phone']);
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    await waitFor(() => expect(asked.at(-1)).toContain('page=2'));
    await user.type(screen.getByRole('searchbox', { name: 'Search devices and people' }), 'ada');
    await waitFor(() => expect(asked.at(-1)).toContain('search=ada'));
    expect(router.state.location.search).toEqual({ sort: '-owner', q: 'ada' });
  });
});

describe('on a phone, the devices of a location', () => {
  it('are sorted in a sheet', async () => {
    setWindowWidth(400);
    const asked: string[] = [];
    server.use(
      respond(listLocationDevices, ({ query }) => {
        asked.push(query.toString());
        return { data: [givenNetwork.locationDevice()], total_items: 1 };
      }),
      ...defaultHandlers(),
    );
    const { user, router } = renderRoute('/locations/1/devices', { me });
    await user.click(await screen.findByRole('button', { name: 'Filters and sorting' }));
    await user.click(await screen.findByRole('combobox', { name: 'Sort by' }));
    await user.click(await screen.findByRole('option', { name: 'Last seen, descending' }));
    await waitFor(() => expect(asked.at(-1)).toContain('sort_by=last_connected&sort_order=desc'));
    expect(router.state.location.search).toEqual({ sort: '-last_connected' });
  });
});

describe('the access to a location', () => {
  it('lists people with the reason, and is changed in place', async () => {
    const sent: unknown[] = [];
    const location = givenNetwork.location({ allowed_groups: ['Staff'] });
    server.use(
      respond(getLocation, location),
      respond(listGroupNames, { groups: ['Ops', 'Staff'] }),
      respond(listLocationPeople, {
        data: [
          { ...person(bob), reasons: ['group'], groups: ['Staff'] },
          { ...person(me), reasons: ['admin'], groups: [] },
        ],
        total_items: 2,
      }),
      respond(updateLocation, ({ body }) => {
        sent.push(body.allowed_groups);
        return location;
      }),
      ...defaultHandlers(),
    );
    const { user } = renderRoute('/locations/1/access', { me });
    const table = within(await screen.findByRole('table', { name: 'People with access' }));
    expect(table.getByRole('row', { name: /Bob Żak/ })).toHaveTextContent('Member of Staff');
    expect(table.getByRole('row', { name: /Ada Lovelace/ })).toHaveTextContent('As an administrator');
    await user.click(screen.getByRole('combobox', { name: /^Groups/ }));
    await user.click(await screen.findByRole('option', { name: 'Ops' }));
    expect(screen.getByText('Users who lose access are disconnected immediately.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText('Location saved')).toBeVisible();
    expect(sent).toEqual([['Staff', 'Ops']]);
  });
});

function person({ id, username, first_name, last_name }: typeof me) {
  return { user_id: id, username, first_name, last_name };
}
