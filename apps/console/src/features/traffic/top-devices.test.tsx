import { listGateways } from '@gatewarden/contract/gateways';
import { getLocation, listLocations } from '@gatewarden/contract/locations';
import { getConnectedUsers, getLocationStats, listTopDevices } from '@gatewarden/contract/traffic';
import { getUser } from '@gatewarden/contract/users';
import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { given } from '../../../test/given.ts';
import { givenNetwork } from '../../../test/given-network.ts';
import { renderRoute } from '../../../test/render-route.tsx';
import { failNetwork, respond } from '../../../test/respond.ts';
import { server } from '../../../test/server.ts';

const me = given.admin();
const laptop = givenNetwork.topDevice({ upload: 6_000_000, download: 1_500_000 });
const printer = givenNetwork.topDevice({
  device_id: 2,
  device_name: 'Printer',
  device_type: 'network',
  upload: 500_000,
  download: 0,
});

beforeEach(() => {
  server.use(
    respond(getLocation, givenNetwork.location()),
    respond(listLocations, [givenNetwork.location()]),
    respond(listGateways, [givenNetwork.gateway()]),
    respond(getLocationStats, givenNetwork.stats()),
    respond(getConnectedUsers, givenNetwork.connected()),
    respond(getUser, given.details(me)),
  );
});

describe('the devices with the most traffic', () => {
  it('are listed with their share of all traffic, in both directions', async () => {
    server.use(
      respond(
        listTopDevices,
        givenNetwork.topDevices({ upload: 8_000_000, download: 2_000_000, devices: [laptop, printer] }),
      ),
    );
    renderRoute('/locations/1', { me });
    const list = within(await screen.findByRole('list', { name: 'Top devices' }));
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '))).toEqual([
      expect.stringMatching(/^Laptop75%Ada Lovelace.*6 MB.*1\.5 MB$/),
      expect.stringMatching(/^Printer5%Network device.*500 kB.*0 B$/),
    ]);
    expect(list.getByRole('link', { name: 'Laptop' })).toHaveAttribute('href', '/users/ada/devices/1');
    expect(list.queryByRole('link', { name: 'Printer' })).not.toBeInTheDocument();
  });

  it('are those of the location and the period of the page', async () => {
    const asked: URLSearchParams[] = [];
    server.use(
      respond(listTopDevices, ({ query }) => {
        asked.push(query);
        return givenNetwork.topDevices();
      }),
    );
    renderRoute('/locations/1?hours=4', { me });
    expect(await screen.findByRole('heading', { name: 'Top devices' })).toBeVisible();
    expect(await screen.findByText('No devices with traffic')).toBeVisible();
    const hoursAgo = (Date.now() - Date.parse(asked[0]?.get('from') ?? '')) / 3_600_000;
    expect(hoursAgo).toBeCloseTo(4, 1);
    expect(asked[0]?.get('location')).toBe('1');
  });

  it('are announced while nothing is ranked yet', async () => {
    const at = '2030-01-01T00:00:00';
    server.use(respond(listTopDevices, givenNetwork.topDevices({ from: at, until: at })));
    renderRoute('/locations/1', { me });
    expect(await screen.findByText(/The first ranking appears soon/)).toBeVisible();
  });

  it('can be loaded again after a failure', async () => {
    server.use(failNetwork(listTopDevices));
    renderRoute('/locations/1', { me });
    expect(await screen.findByText('Couldn’t load the devices')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  });
});
