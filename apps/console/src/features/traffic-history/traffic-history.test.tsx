import { getLocation } from '@gatewarden/contract/locations';
import { listNetworkDevices } from '@gatewarden/contract/network-devices';
import { getSettings } from '@gatewarden/contract/settings';
import {
  exportTrafficHistory,
  getTrafficHistory,
  getTrafficStorage,
  type TrafficHistory,
} from '@gatewarden/contract/traffic-history';
import { getUser } from '@gatewarden/contract/users';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { given } from '../../../test/given.ts';
import { givenNetwork } from '../../../test/given-network.ts';
import { givenSettings } from '../../../test/given-settings.ts';
import { recordDownloads } from '../../../test/record-downloads.ts';
import { renderRoute } from '../../../test/render-route.tsx';
import { refuse, respond } from '../../../test/respond.ts';
import { server } from '../../../test/server.ts';

const me = given.admin();
const dayMilliseconds = 86_400_000;

/** The last two days, with traffic in the first. */
function twoDays(): TrafficHistory {
  const today = Math.floor(Date.now() / dayMilliseconds) * dayMilliseconds;
  const naive = (at: number) => new Date(at).toISOString().slice(0, 19);
  return {
    ...{ step: 'day', from: naive(today - dayMilliseconds), until: naive(today + dayMilliseconds) },
    ...{ upload: 8_640_000, download: 1_000 },
    series: [{ at: naive(today - dayMilliseconds), upload: 8_640_000, download: 1_000 }],
  };
}

it('shows totals and the highest average of a location in the chosen period', async () => {
  const asked: number[] = [];
  server.use(
    respond(getLocation, givenNetwork.location()),
    respond(getTrafficHistory, ({ query }) => {
      expect(query.get('location')).toBe('1');
      asked.push(Math.round((Date.now() - Date.parse(query.get('from') ?? '')) / dayMilliseconds));
      return twoDays();
    }),
  );
  const { user, router } = renderRoute('/locations/1/history', { me });
  expect(await screen.findByText('8.64 MB')).toBeVisible();
  expect(screen.getByText('800 bit/s', { selector: 'dd' })).toBeVisible();
  expect(screen.getByText('Highest daily average')).toBeVisible();
  await user.click(screen.getByRole('combobox', { name: 'Period' }));
  await user.click(await screen.findByRole('option', { name: 'Last 12 months' }));
  await waitFor(() => expect(asked).toEqual([30, 365]));
  expect(router.state.location.search).toEqual({ period: 'year' });
});

it('downloads the traffic as a file that is named after the location and the period', async () => {
  const files = recordDownloads();
  server.use(
    respond(getLocation, givenNetwork.location({ name: 'Warsaw' })),
    respond(getTrafficHistory, twoDays()),
    respond(exportTrafficHistory, ({ query }) => `location ${query.get('location')}`),
  );
  const { user } = renderRoute('/locations/1/history', { me });
  await user.click(await screen.findByRole('button', { name: 'Download CSV' }));
  await waitFor(() => expect(files).toHaveLength(1));
  expect(files[0]?.name).toMatch(/^traffic-warsaw-\d{4}-\d\d-\d\d-to-\d{4}-\d\d-\d\d\.csv$/);
  expect(await files[0]?.text).toContain('location 1');
});

it('shows the part in the address, says so in place of the period, and ends it with a period', async () => {
  const today = Math.floor(Date.now() / dayMilliseconds) * dayMilliseconds;
  const [from, until] = [today - dayMilliseconds, today].map((at) => new Date(at).toISOString());
  const asked: unknown[] = [];
  server.use(
    respond(getLocation, givenNetwork.location()),
    respond(getTrafficHistory, ({ query }) => {
      asked.push(query.get('to'));
      return twoDays();
    }),
  );
  const { user, router } = renderRoute(`/locations/1/history?period=year&from=${from}&until=${until}`, { me });
  const select = await screen.findByRole('combobox', { name: 'Period' });
  await waitFor(() => expect(asked).toEqual([null, until]));
  expect(select).toHaveValue(
    `Zoomed: ${new Date(today - 1).toLocaleString('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric' })}`,
  );
  await user.click(select);
  await user.click(await screen.findByRole('option', { name: 'Last 12 months' }));
  await waitFor(() => expect(router.state.location.search).toEqual({ period: 'year' }));
  expect(select).toHaveValue('Last 12 months');
});

it('shows the traffic of a network device', async () => {
  server.use(
    respond(listNetworkDevices, [givenNetwork.networkDevice({ id: 9, name: 'Printer' })]),
    respond(getTrafficHistory, ({ query }) => {
      expect(query.get('device')).toBe('9');
      return twoDays();
    }),
  );
  renderRoute('/network-devices/9/traffic', { me });
  expect(await screen.findByRole('heading', { name: 'Traffic of Printer' })).toBeVisible();
  expect(await screen.findByText('8.64 MB')).toBeVisible();
});

it('explains that a network device does not exist', async () => {
  server.use(respond(listNetworkDevices, []));
  renderRoute('/network-devices/9/traffic', { me });
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('This network device does not exist');
  expect(within(alert).getByRole('link', { name: 'Network devices' })).toHaveAttribute('href', '/network-devices');
});

it('shows the traffic of a user, or of one device', async () => {
  const asked: unknown[] = [];
  const bob = given.user({ id: 7, username: 'bob', first_name: 'Bob', last_name: 'Stone' });
  server.use(
    respond(getUser, given.details(bob, [given.device({ id: 5, name: 'Laptop' })])),
    respond(getTrafficHistory, ({ query }) => {
      asked.push([query.get('username'), query.get('device')]);
      return { ...twoDays(), series: [], upload: 0, download: 0 };
    }),
  );
  const { user } = renderRoute('/users/bob/traffic', { me });
  await screen.findByText('No traffic in this period');
  await user.click(screen.getByRole('combobox', { name: 'Device' }));
  await user.click(await screen.findByRole('option', { name: 'Laptop' }));
  await waitFor(() =>
    expect(asked).toEqual([
      ['bob', null],
      [null, '5'],
    ]),
  );
});

it('says why the traffic cannot be shown', async () => {
  server.use(respond(getLocation, givenNetwork.location()), refuse(getTrafficHistory, 500, 'internal_error'));
  renderRoute('/locations/1/history', { me });
  expect(await screen.findByText('Couldn’t load the traffic')).toBeVisible();
});

it.each([
  [{ detail_bytes_per_day: 1_000_000, history_bytes_per_day: 100_000 }, 'and about 75 MB with these settings'],
  [{ detail_bytes_per_day: null, history_bytes_per_day: null }, 'A forecast needs traffic of at least one day'],
])('forecasts the room that stored traffic takes from %j', async (perDay, text) => {
  server.use(
    respond(getSettings, givenSettings()),
    respond(getTrafficStorage, { bytes: 5_000_000, expected_bytes: null, ...perDay }),
  );
  renderRoute('/settings/traffic', { me });
  expect(await screen.findByText(new RegExp(text))).toHaveTextContent('Stored traffic takes 5 MB now');
});
