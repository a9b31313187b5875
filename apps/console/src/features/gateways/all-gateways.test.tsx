import { listAllGateways } from '@gatewarden/contract/gateways';
import { listLocations } from '@gatewarden/contract/locations';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { given } from '../../../test/given.ts';
import { givenNetwork } from '../../../test/given-network.ts';
import { renderRoute } from '../../../test/render-route.tsx';
import { respond } from '../../../test/respond.ts';
import { server } from '../../../test/server.ts';

const me = given.admin();
const inWarsaw = givenNetwork.gateway({ uid: '00000000-0000-4000-8000-000000000001', name: 'alpha' });
const inSeoul = givenNetwork.gateway({
  ...{ uid: '00000000-0000-4000-8000-000000000002', name: 'beta', network_id: 2, network_name: 'Seoul' },
  ...{ connected: false, disconnected_at: '2030-01-31T12:00:00' },
});

const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('link')[0]?.textContent);

it('lists the gateways of all locations, and finds them by location', async () => {
  server.use(respond(listAllGateways, { 1: [inWarsaw], 2: [inSeoul] }));
  const { user } = renderRoute('/locations/gateways?sort=-name', { me });
  await screen.findByRole('table', { name: 'Gateways' });
  expect(names()).toEqual(['beta', 'alpha']);
  expect(screen.getByText('1 of 2 gateways connected')).toBeVisible();
  expect(screen.getByRole('link', { name: 'beta' })).toHaveAttribute('href', `/locations/2/gateways/${inSeoul.uid}`);
  await user.type(screen.getByRole('searchbox', { name: 'Search gateways' }), 'seo');
  await waitFor(() => expect(names()).toEqual(['beta']));
});

it('is a tab beside the list of locations', async () => {
  server.use(respond(listLocations, [givenNetwork.location()]), respond(listAllGateways, {}));
  const { user } = renderRoute('/locations', { me });
  await user.click(
    within(await screen.findByRole('navigation', { name: 'Locations' })).getByRole('link', { name: 'Gateways' }),
  );
  expect(await screen.findByText('No gateways yet')).toBeVisible();
});
