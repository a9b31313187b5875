import { listActivity } from '@gatewarden/contract/activity-log';
import { listAllGateways } from '@gatewarden/contract/gateways';
import { listLocations } from '@gatewarden/contract/locations';
import { getLocationStats, getStats, listLocationStats } from '@gatewarden/contract/traffic';
import { getUser } from '@gatewarden/contract/users';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { showEverything, TestEventSource } from '../../../test/browser-stubs.ts';
import { given } from '../../../test/given.ts';
import { givenActivity } from '../../../test/given-activity.ts';
import { givenNetwork } from '../../../test/given-network.ts';
import { renderRoute } from '../../../test/render-route.tsx';
import { failNetwork, respond } from '../../../test/respond.ts';
import { server } from '../../../test/server.ts';

// the examples are minutes ago: all of them are of one day, and no minute ends during a test
vi.setSystemTime('2030-01-31T12:00:30Z');
afterAll(() => vi.useRealTimers());

const me = given.admin();
const warsaw = givenNetwork.location();
const seoul = givenNetwork.location({ id: 2, name: 'Seoul' });
const busy = givenNetwork.stats({
  current_active_users: 12,
  current_active_user_devices: 18,
  active_users: 20,
  active_user_devices: 31,
  download: 1_200_000,
  upload: 9_600_000,
  transfer_series: [
    { collected_at: givenNetwork.minutesAgo(5), download: 1_200_000, upload: 1_800_000 },
    { collected_at: givenNetwork.minutesAgo(3), download: 0, upload: 7_800_000 },
  ],
});

/** Handlers for two locations with three of four gateways connected. */
function defaultHandlers() {
  const gateway = (uid: number, overrides = {}) =>
    givenNetwork.gateway({ uid: `0198c5f0-0000-7000-8000-00000000000${uid}`, ...overrides });
  return [
    respond(listLocations, [warsaw, seoul]),
    respond(listAllGateways, {
      '1': [gateway(1), gateway(2)],
      '2': [gateway(3), gateway(4, { connected: false })],
    }),
    respond(getStats, busy),
    respond(listLocationStats, [
      givenNetwork.locationStats({
        current_active_users: 12,
        current_active_user_devices: 18,
        current_active_network_devices: 1,
        upload: 9_600_000,
        download: 1_200_000,
        transfer_series: busy.transfer_series,
      }),
      givenNetwork.locationStats({ location_id: 2 }),
    ]),
    respond(listActivity, givenActivity.page([])),
  ];
}

/** Label, value and hint of each figure. */
const figures = () => screen.getAllByRole('term').map((term) => term.parentElement?.textContent);

describe('the overview of all locations', () => {
  it('shows connections, traffic and the state of the gateways', async () => {
    server.use(...defaultHandlers());
    renderRoute('/overview', { me });
    expect(await screen.findByText('3 of 4 gateways connected')).toBeVisible();
    await waitFor(() =>
      expect(figures()).toEqual([
        'People connected1220 in the last hour',
        'Devices connected1831 in the last hour',
        'Download9.6\u00a0MBto devices',
        'Upload1.2\u00a0MBfrom devices',
        expect.stringMatching(/^Peak1\.04\u00a0Mbit\/sdownload at \d\d:\d\d$/),
      ]),
    );
    expect(document.title).toBe('VPN overview · Gatewarden');
  });

  it('distinguishes no traffic from unknown traffic', async () => {
    server.use(...defaultHandlers());
    renderRoute('/overview', { me });
    const table = await screen.findByRole('table', { name: 'Traffic of all locations' });
    const rows = within(table)
      .getAllByRole('row')
      .map((row) =>
        within(row)
          .queryAllByRole('cell')
          .map((cell) => cell.textContent),
      );
    const first = rows.findIndex(([down]) => down === '240\u00a0kbit/s');
    expect(rows.slice(first, first + 4)).toEqual([
      ['240\u00a0kbit/s', '160\u00a0kbit/s'],
      ['unknown', 'unknown'],
      ['1.04\u00a0Mbit/s', '0\u00a0bit/s'],
      ['unknown', 'unknown'],
    ]);
  });

  it('lists disconnected gateways and changed locations with the chart', async () => {
    const queries: (string | null)[] = [];
    server.use(
      respond(listActivity, ({ query }) => {
        queries.push(...query.getAll('event'));
        return givenActivity.page([
          givenActivity.row({ id: 2, event: 'vpn_location_modified', location: 'Seoul', names: {} }),
          givenActivity.row({ id: 1, event: 'gateway_disconnected', names: { gateway: 'waw-gw-1' } }),
        ]);
      }),
      ...defaultHandlers(),
    );
    renderRoute('/overview', { me });
    const events = within(await screen.findByRole('list', { name: 'Events' }));
    expect(events.getAllByRole('listitem').map((item) => item.textContent?.replace(/^.*: /, ''))).toEqual([
      'waw-gw-1 disconnected',
      'Seoul changed',
    ]);
    expect(queries).toEqual(['gateway_connected', 'gateway_disconnected', 'vpn_location_modified']);
  });

  it('reads the points of the chart with the arrow keys', async () => {
    server.use(...defaultHandlers());
    const { user } = renderRoute('/overview', { me });
    const chart = await screen.findByRole('slider', { name: 'Traffic of all locations' });
    act(() => chart.focus());
    await user.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}');
    expect(chart).toHaveAttribute(
      'aria-valuetext',
      expect.stringMatching(/^\d\d:\d\d, Download 1\.04\u00a0Mbit\/s, Upload 0\u00a0bit\/s$/),
    );
  });

  it('offers a gateway on the card of a location without traffic', async () => {
    server.use(respond(listAllGateways, { '1': [givenNetwork.gateway()] }), ...defaultHandlers());
    renderRoute('/overview', { me });
    const link = await screen.findByRole('link', { name: 'Set up a gateway' });
    expect(link).toHaveAttribute('href', '/locations/2/gateways');
  });

  it('fetches the selected window and stores it in the address', async () => {
    const hours: number[] = [];
    server.use(
      respond(getStats, ({ query }) => {
        hours.push(Math.round((Date.now() - Date.parse(query.get('from') ?? '')) / 3_600_000));
        return busy;
      }),
      ...defaultHandlers(),
    );
    const { user, router } = renderRoute('/overview?hours=4', { me });
    expect(await screen.findByText('20 in the last 4 hours')).toBeVisible();
    await user.click(screen.getByRole('combobox', { name: 'Period' }));
    await user.click(await screen.findByRole('option', { name: 'Last 24 hours' }));
    expect(await screen.findByText('20 in the last 24 hours')).toBeVisible();
    expect(router.state.location.search).toEqual({ hours: 24 });
    expect([...new Set(hours)]).toEqual([4, 24]);
  });

  it('shows locations as cards or rows, as the address says', async () => {
    server.use(...defaultHandlers());
    const { user, router } = renderRoute('/overview', { me });
    const cards = within(await screen.findByRole('list', { name: 'Locations' })).getAllByRole('listitem');
    expect(cards.map((card) => within(card).getByRole('link').textContent)).toEqual(['Warsaw', 'Seoul']);
    await user.click(screen.getByRole('radio', { name: 'List' }));
    const rows = within(await screen.findByRole('table', { name: 'Locations' })).getAllByRole('row');
    expect(rows[1]).toHaveTextContent('Warsaw2 gateways connected12 people, 19 devices9.6 MB1.2 MB');
    expect(rows[2]).toHaveTextContent('Seoul1 of 2 gateways connected');
    expect(router.state.location.search).toEqual({ view: 'list' });
  });

  it('requests the figures of all locations in one call, whatever their number', async () => {
    showEverything();
    const windows: (string | null)[] = [];
    let callsOfOne = 0;
    server.use(
      respond(listLocations, [warsaw, seoul, givenNetwork.location({ id: 3, name: 'Oslo' })]),
      respond(listLocationStats, ({ query }) => {
        windows.push(query.get('from'));
        return [1, 2, 3].map((id) =>
          givenNetwork.locationStats({
            location_id: id,
            current_active_users: id,
            current_active_user_devices: 2 * id,
          }),
        );
      }),
      respond(getLocationStats, () => {
        callsOfOne += 1;
        return givenNetwork.stats();
      }),
      ...defaultHandlers(),
    );
    const { user } = renderRoute('/overview?hours=4', { me });
    const cards = within(await screen.findByRole('list', { name: 'Locations' }));
    expect(await cards.findByText('3 people, 6 devices')).toBeVisible();
    expect(cards.getByText('1 person, 2 devices')).toBeVisible();
    await user.click(screen.getByRole('radio', { name: 'List' }));
    const rows = within(await screen.findByRole('table', { name: 'Locations' }));
    expect(rows.getByText('2 people, 4 devices')).toBeVisible();
    expect(windows.map((from) => Math.round((Date.now() - Date.parse(from ?? '')) / 3_600_000))).toEqual([4]);
    expect(callsOfOne).toBe(0);
  });

  it('shows figures of locations as unknown if they cannot be loaded', async () => {
    server.use(failNetwork(listLocationStats), ...defaultHandlers());
    const { queryClient } = renderRoute('/overview', { me });
    queryClient.setDefaultOptions({ queries: { retry: false } });
    const cards = within(await screen.findByRole('list', { name: 'Locations' }));
    await waitFor(() => expect(cards.getAllByText('–')).toHaveLength(6));
  });

  it('shows locations as the instance says, if the user has chosen no view', async () => {
    server.use(...defaultHandlers());
    renderRoute('/overview', { me, essentials: given.essentials({ default_location_view: 'list' }) });
    expect(await screen.findByRole('table', { name: 'Locations' })).toBeVisible();
  });

  it('links to a location with the same window', async () => {
    server.use(...defaultHandlers());
    renderRoute('/overview?hours=8', { me });
    const link = await screen.findByRole('link', { name: 'Seoul' });
    expect(link).toHaveAttribute('href', '/locations/2?hours=8');
  });

  it('offers to add a device when a gateway is connected and no device has connected', async () => {
    const unused = [respond(getStats, givenNetwork.stats()), respond(getUser, given.details(me)), ...defaultHandlers()];
    server.use(...unused);
    const { unmount } = renderRoute('/overview', { me });
    expect(await screen.findByRole('link', { name: 'Add device' })).toHaveAttribute('href', '/me/devices/new');
    unmount();
    server.use(respond(listAllGateways, {}), ...unused);
    renderRoute('/overview', { me });
    expect(await screen.findByText('People connected')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Add device' })).toBeNull();
  });

  it('offers to add a location when there is none', async () => {
    server.use(respond(listLocations, []), ...defaultHandlers());
    renderRoute('/overview', { me });
    expect(await screen.findByRole('link', { name: 'Add location' })).toHaveAttribute('href', '/locations/new');
    expect(screen.queryByText('People connected')).toBeNull();
  });

  it('updates live', async () => {
    let people = 12;
    server.use(
      respond(getStats, () => ({ ...busy, current_active_users: people })),
      ...defaultHandlers(),
    );
    renderRoute('/overview', { me });
    expect(await screen.findByText('12')).toBeVisible();
    act(() => TestEventSource.open.at(-1)?.succeed());
    expect(await screen.findByText(/^Live$/)).toBeVisible();
    people = 13;
    act(() => TestEventSource.open.at(-1)?.send('stale', { stale: ['traffic'] }));
    expect(await screen.findByText('13')).toBeVisible();
  });

  it('reports failed requests, and retries', async () => {
    server.use(failNetwork(getStats), failNetwork(listAllGateways), ...defaultHandlers());
    const { user, queryClient } = renderRoute('/overview', { me });
    queryClient.setDefaultOptions({ queries: { retry: false } });
    expect(await screen.findByRole('alert')).toHaveTextContent('Couldn’t load the traffic');
    await waitFor(() => expect(screen.getAllByText('Gateway state unknown')[0]).toBeVisible());
    server.use(...defaultHandlers());
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('People connected')).toBeVisible();
  });

  it('is forbidden for other users', async () => {
    server.use(...defaultHandlers());
    renderRoute('/overview', { me: given.user() });
    expect(await screen.findByText('You don’t have access to this page')).toBeVisible();
  });
});
