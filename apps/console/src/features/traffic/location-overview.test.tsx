import { deleteGateway, listAllGateways, listGateways } from '@gatewarden/contract/gateways';
import { getLocation, listLocations } from '@gatewarden/contract/locations';
import { getConnectedUsers, getLocationStats, getStats } from '@gatewarden/contract/traffic';
import { getUser } from '@gatewarden/contract/users';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
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
    renderRoute('/overview/1', { me });
    expect(await screen.findByRole('link', { name: 'Add device' })).toHaveAttribute('href', '/me/devices/new');
  });

  it('shows connected users with device, address and traffic', async () => {
    server.use(...defaultHandlers());
    renderRoute('/overview/1?view=list', { me });
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
    renderRoute('/overview/1', { me });
    const cards = within(await screen.findByRole('list', { name: 'Connected now' })).getAllByRole('listitem');
    expect(cards).toHaveLength(3);
    const [, second] = cards;
    if (!second) throw new Error('there is no second card');
    expect(second).toHaveTextContent('Bob Żak1 device');
    expect(within(second).getByRole('button', { name: 'Copy fd00:1::3' })).toBeVisible();
    expect(within(second).getByRole('button', { name: 'Copy 198.51.100.7' })).toBeVisible();
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
    const { user, router } = renderRoute('/overview/1?view=list', { me });
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
    const { user } = renderRoute(`/overview/1?view=${view}`, { me });
    // by text: the role of each of the many elements would be computed again at each try
    await user.click(await screen.findByText('Show 2 more'));
    await waitFor(() => expect(screen.queryByText('Show 2 more')).toBeNull());
    if (view === 'grid') expect(screen.getByText('Laptop 49')).toBeVisible();
  });

  it('shows applied versions and errors of its gateways', async () => {
    const faulty = givenNetwork.gateway({
      hostname: 'edge-2',
      held_version: 2,
      current: false,
      last_error: 'the interface is taken',
      uid: '0198c5f0-0000-7000-8000-000000000002',
    });
    server.use(respond(listGateways, [givenNetwork.gateway({ name: 'North' }), faulty]), ...defaultHandlers());
    renderRoute('/overview/1', { me });
    const table = await screen.findByRole('table', { name: 'Gateways' });
    expect(within(table).getByRole('row', { name: /North/ })).toHaveTextContent('Connected3, up to date');
    expect(within(table).getByRole('row', { name: /edge-2/ })).toHaveTextContent('2, update to 3 pending');
    const alert = screen.getByRole('alert', { name: 'edge-2 could not apply version 3' });
    expect(alert).toHaveTextContent('The gateway retries.');
    expect(alert).toHaveTextContent('the interface is taken');
    expect(screen.getByText('1 with errors')).toBeVisible();
  });

  it('dismisses a gateway that is disconnected', async () => {
    const offline = givenNetwork.gateway({ name: 'South', connected: false, disconnected_at: '2030-01-31T13:00:00' });
    let gateways = [offline];
    server.use(
      respond(listGateways, () => gateways),
      respond(deleteGateway, ({ params }) => {
        gateways = gateways.filter(({ uid }) => uid !== params['gatewayId']);
        return null;
      }),
      ...defaultHandlers(),
    );
    const { user } = renderRoute('/overview/1', { me });
    await user.click(await screen.findByRole('button', { name: 'Actions for South' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete gateway' }));
    await user.click(await screen.findByRole('button', { name: 'Delete gateway' }));
    expect(await screen.findByText('South was deleted')).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'No gateways yet' })).toBeVisible();
  });

  it('links to the setup without a gateway, and shows empty states', async () => {
    server.use(respond(listGateways, []), respond(getConnectedUsers, givenNetwork.connected()), ...defaultHandlers());
    renderRoute('/overview/1', { me });
    expect(await screen.findByRole('link', { name: 'Set up gateways' })).toHaveAttribute(
      'href',
      '/locations/1/gateways',
    );
    expect(await screen.findByRole('heading', { name: 'No one is connected' })).toBeVisible();
    expect(screen.getByText('No traffic in this period')).toBeVisible();
  });

  it('switches to another location and back to all', async () => {
    // before `/network/:id`, which matches these paths too
    server.use(respond(listAllGateways, {}), respond(getStats, givenNetwork.stats()), ...defaultHandlers());
    const { user, router } = renderRoute('/overview/1?hours=2', { me });
    const choose = async (name: string) => {
      await user.click(await screen.findByRole('combobox', { name: 'Location' }));
      await user.click(await screen.findByRole('option', { name }));
    };
    await choose('Seoul');
    await waitFor(() => expect(router.state.location.href).toBe('/overview/2?hours=2'));
    await choose('All locations');
    await waitFor(() => expect(router.state.location.href).toBe('/overview?hours=2'));
  });

  it('shows the other data when the connected users cannot be loaded', async () => {
    server.use(failNetwork(getConnectedUsers), ...defaultHandlers());
    const { queryClient } = renderRoute('/overview/1', { me });
    queryClient.setDefaultOptions({ queries: { retry: false } });
    expect(await screen.findByRole('alert')).toHaveTextContent('Could not load this content');
    expect(screen.getByText('People connected')).toBeVisible();
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
