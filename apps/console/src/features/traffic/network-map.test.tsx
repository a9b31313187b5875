import { listAllGateways } from '@gatewarden/contract/gateways';
import { listLocations } from '@gatewarden/contract/locations';
import { getConnectedUsers, getLocationStats, getStats } from '@gatewarden/contract/traffic';
import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { showEverything } from '../../../test/browser-stubs.ts';
import { given } from '../../../test/given.ts';
import { givenNetwork } from '../../../test/given-network.ts';
import { renderRoute } from '../../../test/render-route.tsx';
import { respond } from '../../../test/respond.ts';
import { server } from '../../../test/server.ts';

const me = given.admin();

beforeEach(() => {
  showEverything();
  server.use(
    respond(listLocations, [givenNetwork.location(), givenNetwork.location({ id: 2, name: 'Seoul' })]),
    respond(listAllGateways, {
      '1': [
        givenNetwork.gateway({ name: 'North' }),
        givenNetwork.gateway({ uid: '0198c5f0-0000-7000-8000-000000000002', name: 'South', connected: false }),
      ],
    }),
    respond(getStats, givenNetwork.stats({ active_user_devices: 20 })),
    respond(getLocationStats, ({ params }) =>
      givenNetwork.stats(params['id'] === '1' ? { current_active_users: 20, current_active_network_devices: 1 } : {}),
    ),
    respond(getConnectedUsers, ({ query }) =>
      givenNetwork.connected({
        user_devices: Array.from({ length: Number(query.get('page_size')) }, (_, index) => ({
          user: given.user({ id: index + 1, username: `user${index}`, first_name: `Una${index}`, last_name: 'Berg' }),
          devices: [
            givenNetwork.connectedDevice({
              id: index + 1,
              stats: [
                {
                  device_id: index + 1,
                  collected_at: givenNetwork.minutesAgo(2),
                  upload: index * 37_500,
                  download: 0,
                },
              ],
            }),
          ],
        })),
        total_items: 21,
      }),
    ),
  );
});

describe('the network map', () => {
  it('links to locations, gateways and connected people, with those that are not shown as a number', async () => {
    const { user, router } = renderRoute('/overview', { me });
    await user.click(await screen.findByRole('radio', { name: 'Map' }));
    expect(router.state.location.search).toEqual({ show: 'map' });
    const clusters = within(await screen.findByRole('list', { name: 'Network map' })).getAllByRole('listitem');
    const [warsaw, seoul] = clusters.map((cluster) => within(cluster));
    expect(await warsaw?.findByRole('link', { name: 'Una7 Berg, 1 device, 7\u00a0kbit/s' })).toHaveAttribute(
      'href',
      '/users/user7',
    );
    expect(warsaw?.getByRole('link', { name: 'Warsaw' })).toHaveAttribute('href', '/locations/1');
    expect(warsaw?.getByRole('link', { name: 'Gateway North, connected' })).toHaveAttribute(
      'href',
      '/locations/1/gateways',
    );
    expect(warsaw?.getByRole('link', { name: 'Gateway South, not connected' })).toBeVisible();
    expect(warsaw?.getByRole('link', { name: '13 more connected' })).toHaveAttribute('href', '/locations/1');
    expect(seoul?.getAllByRole('link').map((link) => link.textContent)).toEqual(['Seoul', 'Set up a gateway']);
  });

  it('requests people only of locations where someone is connected', async () => {
    const asked: (string | undefined)[] = [];
    server.use(
      respond(getConnectedUsers, ({ params }) => {
        asked.push(params['id']);
        return givenNetwork.connected({ total_items: 0 });
      }),
    );
    renderRoute('/overview?show=map', { me });
    expect(await screen.findByRole('link', { name: '21 more connected' })).toBeVisible();
    expect(asked).toEqual(['1']);
  });
});
