import { listAllGateways, listGateways } from '@gatewarden/contract/gateways';
import { getLocation, listLocations } from '@gatewarden/contract/locations';
import { getConnectedUsers, getStats, listLocationDevices, listLocationStats } from '@gatewarden/contract/traffic';
import { getUser } from '@gatewarden/contract/users';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { setWindowWidth, showEverything } from '../../../test/browser-stubs.ts';
import { given } from '../../../test/given.ts';
import { givenNetwork } from '../../../test/given-network.ts';
import { renderRoute } from '../../../test/render-route.tsx';
import { respond } from '../../../test/respond.ts';
import { server } from '../../../test/server.ts';

const me = given.admin();
const north = givenNetwork.gateway({ name: 'North' });
const una = (index: number) =>
  given.user({ id: index + 1, username: `user${index}`, first_name: `Una${index}`, last_name: 'Berg' });

/** As many of 20 connected people as are asked for, the later ones with more traffic, and a printer. */
function connectedPeople(size: number) {
  return givenNetwork.connected({
    user_devices: Array.from({ length: Math.min(size, 20) }, (_, index) => {
      const bucket = { collected_at: givenNetwork.minutesAgo(2), upload: index * 37_500, download: 0 };
      const stats = [{ device_id: index + 1, ...bucket }];
      return { user: una(index), devices: [givenNetwork.connectedDevice({ id: index + 1, stats })] };
    }),
    network_devices: size > 20 ? [givenNetwork.connectedDevice({ id: 99, name: 'Printer' })] : [],
    total_items: 21,
  });
}

beforeEach(() => {
  showEverything();
  server.use(
    respond(listLocations, [givenNetwork.location(), givenNetwork.location({ id: 2, name: 'Seoul' })]),
    respond(listAllGateways, {
      '1': [
        north,
        givenNetwork.gateway({ uid: '0198c5f0-0000-7000-8000-000000000002', name: 'South', connected: false }),
      ],
    }),
    respond(getStats, givenNetwork.stats({ active_user_devices: 20 })),
    respond(listLocationStats, [
      givenNetwork.locationStats({ current_active_users: 20, current_active_network_devices: 1 }),
      givenNetwork.locationStats({ location_id: 2 }),
    ]),
    respond(getConnectedUsers, ({ query }) => connectedPeople(Number(query.get('page_size')))),
    respond(getUser, ({ params }) => given.details(una(Number(params['username']?.replace('user', ''))))),
    respond(listLocationDevices, { data: [], total_items: 0 }),
    respond(listGateways, [north]),
    // last: its path matches others too
    respond(getLocation, givenNetwork.location()),
  );
});

const summary = (name: string) => screen.findByRole('region', { name });

describe('the network map', () => {
  it('shows the first names of a few people', async () => {
    renderRoute('/overview?show=map', { me });
    const link = await screen.findByRole('link', { name: /^Una7 Berg/ });
    expect(within(link).getByText('Una7')).toBeInTheDocument();
  });

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
      `/locations/1/gateways/${north.uid}`,
    );
    expect(warsaw?.getByRole('link', { name: 'Gateway South, not connected' })).toBeVisible();
    expect(warsaw?.getByRole('link', { name: '13 more connected' })).toHaveAttribute('href', '/locations/1');
    expect(seoul?.getAllByRole('link').map((link) => link.textContent)).toEqual(['', 'Seoul', 'Set up a gateway']);
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
    await waitFor(() => expect(asked).toEqual(['1']));
  });
});

describe('a network map of 20 locations and 500 people', () => {
  const locations = Array.from({ length: 20 }, (_, index) =>
    givenNetwork.location({ id: index + 1, name: `Site ${index + 1}` }),
  );
  const site = async (name: string) => {
    const link = await screen.findByRole('link', { name });
    return within(link.closest('li') ?? document.body);
  };

  beforeEach(() =>
    server.use(
      respond(listLocations, locations),
      respond(listAllGateways, {}),
      // 500 together
      respond(
        listLocationStats,
        locations.map(({ id }) =>
          givenNetwork.locationStats({ location_id: id, current_active_users: id === 1 ? 9 : id === 20 ? 41 : 25 }),
        ),
      ),
      respond(getConnectedUsers, ({ params, query }) => {
        const size = Number(query.get('page_size'));
        return { ...connectedPeople(Math.min(size, params['id'] === '1' ? 9 : 20)), total_items: 25 };
      }),
    ),
  );

  it('shows up to nine people per location, and of more a number', async () => {
    renderRoute('/overview?show=map', { me });
    const first = await site('Site 1');
    await waitFor(() => expect(first.getAllByRole('link', { name: /Berg/ })).toHaveLength(9));
    expect(first.queryByRole('link', { name: /more connected/ })).toBeNull();
    const last = await site('Site 20');
    await waitFor(() => expect(last.getAllByRole('link', { name: /Berg/ })).toHaveLength(8));
    expect(last.getByRole('link', { name: '33 more connected' })).toHaveTextContent('+33');
    expect(document.querySelectorAll('[data-node]')).toHaveLength(20 + 9 + 19 * 9);
  });

  it('requests the figures of all locations in one call', async () => {
    let calls = 0;
    server.use(
      respond(listLocationStats, () => {
        calls += 1;
        return locations.map(({ id }) => givenNetwork.locationStats({ location_id: id }));
      }),
    );
    renderRoute('/overview?show=map', { me });
    expect(await screen.findAllByText('0 people')).toHaveLength(20);
    expect(calls).toBe(1);
  });
});

describe('the summary beside the network map', () => {
  it('opens on a click and is closed with Escape, which returns the focus', async () => {
    const { user, router } = renderRoute('/overview?show=map', { me });
    const person = await screen.findByRole('link', { name: /^Una7 Berg/ });
    await user.click(person);
    const drawer = within(await summary('Una7 Berg'));
    expect(await drawer.findByText('ada@example.com')).toBeVisible();
    expect(drawer.getByRole('link', { name: 'Open' })).toHaveAttribute('href', '/users/user7');
    expect(person).toHaveAttribute('aria-expanded', 'true');
    expect(router.state.location.pathname).toBe('/overview');
    await user.click(drawer.getByText('ada@example.com'));
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('region', { name: 'Una7 Berg' })).toBeNull();
    expect(person).toHaveFocus();
    expect(person).toHaveAttribute('aria-expanded', 'false');
  });

  it('follows the arrow keys from node to node, across locations', async () => {
    const { user } = renderRoute('/overview?show=map', { me });
    await screen.findByRole('link', { name: /^Una7 Berg/ });
    screen.getByRole('link', { name: 'Location Warsaw' }).focus();
    await user.keyboard(' ');
    expect(within(await summary('Warsaw')).getByRole('link', { name: 'Open' })).toHaveAttribute('href', '/locations/1');
    await user.keyboard('{ArrowDown}');
    expect(await within(await summary('North')).findByText('edge-1')).toBeVisible();
    await user.keyboard('{ArrowDown}{ArrowRight}');
    expect(await summary('Una8 Berg')).toBeVisible();
    await user.keyboard('{End}');
    expect(await summary('Seoul')).toBeVisible();
    await user.keyboard('{ArrowUp}');
    expect(await summary('Connected now')).toBeVisible();
    expect(screen.getByRole('link', { name: '13 more connected' })).toHaveFocus();
    await user.keyboard(' ');
    expect(screen.queryByRole('region', { name: 'Connected now' })).toBeNull();
  });

  it('opens with Enter, and opens the page with Enter once more', async () => {
    const { user, router } = renderRoute('/overview?show=map', { me });
    (await screen.findByRole('link', { name: 'Location Warsaw' })).focus();
    await user.keyboard('{Enter}');
    expect(await summary('Warsaw')).toBeVisible();
    expect(router.state.location.pathname).toBe('/overview');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/locations/1'));
  });

  it('lists all who are connected to a location, and searches among them', async () => {
    const searched: (string | null)[] = [];
    server.use(
      respond(getConnectedUsers, ({ query }) => {
        searched.push(query.get('search'));
        return connectedPeople(Number(query.get('page_size')));
      }),
    );
    const { user } = renderRoute('/overview?show=map', { me });
    await user.click(await screen.findByRole('link', { name: '13 more connected' }));
    const drawer = within(await summary('Connected now'));
    const people = within(await drawer.findByRole('list', { name: 'Connected now' }));
    expect(people.getAllByRole('listitem')).toHaveLength(21);
    expect(people.getAllByRole('listitem').at(-1)).toHaveTextContent('PrinterNetwork device');
    expect(people.getByRole('link', { name: 'Una0 Berg' })).toHaveAttribute('href', '/users/user0');
    await user.type(drawer.getByRole('searchbox', { name: 'Search people and devices' }), 'una');
    await waitFor(() => expect(searched.at(-1)).toBe('una'));
  });

  it('shows the facts about a network device', async () => {
    const printer = givenNetwork.connectedDevice({ id: 99, name: 'Printer' });
    server.use(
      respond(getConnectedUsers, givenNetwork.connected({ network_devices: [printer], total_items: 1 })),
      respond(listLocationStats, [givenNetwork.locationStats({ current_active_network_devices: 1 })]),
    );
    const { user } = renderRoute('/overview?show=map', { me });
    await user.click(await screen.findByRole('link', { name: /^Printer/ }));
    const drawer = within(await summary('Printer'));
    expect(drawer.getByText('198.51.100.7')).toBeVisible();
    expect(drawer.getByRole('link', { name: 'Open' })).toHaveAttribute('href', '/locations/1/devices?q=Printer');
  });

  it('fills the screen of a phone', async () => {
    setWindowWidth(360);
    const { user } = renderRoute('/overview?show=map', { me });
    const person = await screen.findByRole('link', { name: /^Una7 Berg/ });
    await user.click(person);
    const sheet = within(await screen.findByRole('dialog', { name: /Una7 Berg/ }));
    await user.click(sheet.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(person).toHaveFocus());
  });

  it('is one stop in the tab order per location', async () => {
    const { user } = renderRoute('/overview?show=map', { me });
    const person = await screen.findByRole('link', { name: /^Una7 Berg/ });
    screen.getByRole('link', { name: 'Location Warsaw' }).focus();
    await user.tab();
    expect(screen.getByRole('link', { name: 'Warsaw' })).toHaveFocus();
    person.focus();
    await user.tab();
    expect(screen.getByRole('link', { name: 'Warsaw' })).toHaveFocus();
    await user.tab({ shift: true });
    expect(person).toHaveFocus();
  });
});
