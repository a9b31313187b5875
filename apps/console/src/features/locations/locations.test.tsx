import { getLocationUsage } from '@gatewarden/contract/devices';
import { listGroupNames } from '@gatewarden/contract/groups';
import { deleteLocation, getLocation, listLocations } from '@gatewarden/contract/locations';
import { listLocationStats } from '@gatewarden/contract/traffic';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { given } from '../../../test/given.ts';
import { givenNetwork } from '../../../test/given-network.ts';
import { renderRoute } from '../../../test/render-route.tsx';
import { failNetwork, refuse, respond } from '../../../test/respond.ts';
import { server } from '../../../test/server.ts';

const me = given.admin();
const warsaw = givenNetwork.location();
const seoul = givenNetwork.location({ id: 2, name: 'Seoul', address: ['10.2.0.1/24'], endpoint: 'seoul.example.com' });

describe('the list of locations', () => {
  beforeEach(() => server.use(respond(listLocations, [warsaw, seoul]), respond(listLocationStats, [])));
  const names = () =>
    screen
      .getAllByRole('row')
      .slice(1)
      .map((row) => within(row).getByRole('link').textContent);

  it('shows gateways and networks', async () => {
    const disconnected_at = new Date(Date.now() - 20 * 60_000).toISOString().slice(0, -1);
    const away = givenNetwork.gateway({ uid: crypto.randomUUID(), connected: false, disconnected_at });
    const gateways = [givenNetwork.gateway(), away];
    server.use(respond(listLocations, [{ ...warsaw, gateways }, seoul]));
    renderRoute('/locations', { me });
    const row = await screen.findByRole('row', { name: /Warsaw/ });
    expect(row).toHaveTextContent(/1 of 2 up\s*down for 20 minutes/);
    expect(row).toHaveTextContent('10.1.0.1/24');
    expect(screen.getByRole('row', { name: /Seoul/ })).toHaveTextContent('No gateways');
  });

  it('shows who is connected and the traffic on a common scale, and sorts by the number of people', async () => {
    const hour = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000 - 7_200_000).toISOString().slice(0, 19);
    const series = (bytes: number) => [{ collected_at: hour, upload: bytes, download: 0 }];
    server.use(
      respond(listLocationStats, [
        givenNetwork.locationStats({ current_active_users: 12, upload: 4e6, transfer_series: series(4e6) }),
        givenNetwork.locationStats({ location_id: 2, upload: 1e6, transfer_series: series(1e6) }),
      ]),
    );
    const { user } = renderRoute('/locations', { me });
    const row = await screen.findByRole('row', { name: /Warsaw/ });
    expect(await within(row).findByText('12 people')).toBeVisible();
    expect(within(row).getByRole('img', { name: /^Download 4\sMB, Upload 0\sB$/ })).toBeVisible();
    expect(screen.getByRole('row', { name: /Seoul/ })).toHaveTextContent('–');
    const heights = screen.getAllByRole('img', { name: /Download/ }).map((line) => line.innerHTML);
    expect(heights[0]).not.toBe(heights[1]);
    await user.click(screen.getByRole('button', { name: /Connected/ }));
    await user.click(screen.getByRole('button', { name: /Connected/ }));
    expect(names()).toEqual(['Warsaw', 'Seoul']);
  });

  it('shows the summary of a location with Space: gateways, traffic, people and access', async () => {
    const gateways = [
      givenNetwork.gateway({ name: 'Rack 1' }),
      givenNetwork.gateway({
        ...{ uid: crypto.randomUUID(), name: 'Rack 2', connected: false },
        disconnected_at: '2030-01-31T11:00:00',
      }),
    ];
    server.use(
      respond(listLocations, [{ ...warsaw, gateways, allowed_groups: ['Staff'] }, seoul]),
      respond(listLocationStats, [
        givenNetwork.locationStats({
          current_active_users: 3,
          current_active_network_devices: 1,
          people: [{ username: 'ada', first_name: 'Ada', last_name: 'Lovelace' }],
        }),
      ]),
    );
    const { user } = renderRoute('/locations', { me });
    (await screen.findByRole('link', { name: 'Warsaw' })).focus();
    await user.keyboard(' ');
    const drawer = await screen.findByRole('region', { name: 'Warsaw' });
    expect(await within(drawer).findByRole('listitem', { name: 'Rack 2' })).toHaveTextContent('Not connected');
    expect(within(drawer).getByRole('heading', { name: '3 people connected' })).toBeVisible();
    expect(within(drawer).getByText('And 1 network device')).toBeVisible();
    expect(within(drawer).getByRole('link', { name: 'Ada Lovelace' })).toHaveAttribute('href', '/users/ada');
    expect(within(drawer).getByRole('link', { name: '2 more' })).toHaveAttribute('href', '/locations/1');
    expect(within(drawer).getByText('Staff')).toBeVisible();
    expect(within(drawer).getByRole('link', { name: 'Open' })).toHaveAttribute('href', '/locations/1');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('region', { name: 'Warsaw' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Warsaw' })).toHaveFocus();
  });

  it('can be searched by name, network and endpoint', async () => {
    const { user, router } = renderRoute('/locations', { me });
    await screen.findByRole('row', { name: /Warsaw/ });
    expect(names()).toEqual(['Seoul', 'Warsaw']);
    await user.type(screen.getByRole('searchbox', { name: 'Search locations' }), '10.1.');
    await waitFor(() => expect(names()).toEqual(['Warsaw']));
    expect(router.state.location.search).toEqual({ q: '10.1.' });
  });

  it('shows an empty state with a link to add a location', async () => {
    server.use(respond(listLocations, []));
    renderRoute('/locations', { me });
    expect(await screen.findByRole('heading', { name: 'No locations yet' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Add location' })).toHaveAttribute('href', '/locations/new');
  });

  it('reports a failure to load, and retries', async () => {
    server.use(failNetwork(listLocations));
    const { user, queryClient } = renderRoute('/locations', { me });
    queryClient.setDefaultOptions({ queries: { retry: false } });
    await screen.findByRole('alert');
    server.use(respond(listLocations, [warsaw]));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'Warsaw' })).toBeVisible();
  });
});

describe('deleting a location', () => {
  beforeEach(() => server.use(respond(listLocationStats, [])));

  it('shows numbers of what is lost, and asks for the name', async () => {
    let locations = [{ ...warsaw, gateways: [givenNetwork.gateway()] }, seoul];
    server.use(
      respond(listLocations, () => locations),
      respond(getLocationUsage, { users: 5, user_devices: 12, network_devices: 1 }),
      respond(deleteLocation, ({ params }) => {
        locations = locations.filter(({ id }) => String(id) !== String(params.id));
        return null;
      }),
    );
    const { user } = renderRoute('/locations', { me });
    await user.click(await screen.findByRole('button', { name: 'Actions for Warsaw' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete location' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete Warsaw?' });
    expect(
      await within(dialog).findByText('12 devices of 5 people lose access to this location immediately.'),
    ).toBeVisible();
    expect(dialog).toHaveTextContent('1 network device is deleted too.');
    expect(dialog).toHaveTextContent('1 gateway stops working.');
    const button = within(dialog).getByRole('button', { name: 'Delete location' });
    expect(button).toBeDisabled();
    await user.type(within(dialog).getByRole('textbox', { name: /Warsaw/ }), 'Warsaw');
    await user.click(button);
    expect(await screen.findByText('Warsaw was deleted')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('row', { name: /Warsaw/ })).toBeNull());
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('leads from the pages of the deleted location to the list, without a return by the back button', async () => {
    server.use(
      respond(listLocations, [warsaw]),
      respond(getLocation, warsaw),
      respond(listGroupNames, { groups: [] }),
      respond(getLocationUsage, { users: 0, user_devices: 0, network_devices: 0 }),
      respond(deleteLocation, null),
    );
    const { user, router } = renderRoute('/locations', { me });
    await act(() => router.navigate({ to: '/locations/$locationId/settings', params: { locationId: '1' } }));
    await user.click(await screen.findByRole('button', { name: 'Actions for Warsaw' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete location' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByRole('textbox'), 'Warsaw');
    await user.click(dialog.getByRole('button', { name: 'Delete location' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/locations'));
    await act(async () => router.history.back());
    expect(router.state.location.pathname).toBe('/locations');
  });

  it('keeps the dialog open after a failure, and reports unknown numbers', async () => {
    server.use(
      respond(listLocations, [warsaw]),
      refuse(getLocationUsage, 404, 'location_not_found'),
      refuse(deleteLocation, 503, 'database_unavailable'),
    );
    const { user } = renderRoute('/locations', { me });
    await user.click(await screen.findByRole('button', { name: 'Actions for Warsaw' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete location' }));
    const dialog = await screen.findByRole('dialog');
    expect(await within(dialog).findByText(/could not be determined/)).toBeVisible();
    await user.type(within(dialog).getByRole('textbox'), 'Warsaw');
    await user.click(within(dialog).getByRole('button', { name: 'Delete location' }));
    expect(await screen.findByText(/Nothing was changed/)).toBeVisible();
    expect(screen.getByRole('dialog')).toBeVisible();
  });
});
