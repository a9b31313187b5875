import { listActivity } from '@gatewarden/contract/activity-log';
import { getLocationUsage } from '@gatewarden/contract/devices';
import {
  deleteGateway,
  getGatewayToken,
  listGatewayRefusals,
  listGateways,
  revokeGateway,
  rotateGatewayToken,
} from '@gatewarden/contract/gateways';
import { getLocation } from '@gatewarden/contract/locations';
import { proveWithPassword } from '@gatewarden/contract/mfa';
import { listLocationDevices } from '@gatewarden/contract/traffic';
import { getUser } from '@gatewarden/contract/users';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { TestEventSource } from '../../../test/browser-stubs.ts';
import { given } from '../../../test/given.ts';
import { givenActivity } from '../../../test/given-activity.ts';
import { givenNetwork } from '../../../test/given-network.ts';
import { renderRoute } from '../../../test/render-route.tsx';
import { failNetwork, refuse, respond } from '../../../test/respond.ts';
import { server } from '../../../test/server.ts';

const me = given.admin();
const north = givenNetwork.gateway({ name: 'North' });
const south = givenNetwork.gateway({
  uid: '0198c5f0-0000-7000-8000-000000000002',
  name: 'South',
  connected: false,
  connected_at: null,
  disconnected_at: '2030-01-31T13:00:00',
});
const path = '/locations/1/gateways';

/** Opens the event stream once the page has subscribed. */
async function openEventStream() {
  await waitFor(() => expect(TestEventSource.open).toHaveLength(1));
  act(() => TestEventSource.open[0]?.succeed());
}
const sendStale = () => act(() => TestEventSource.open[0]?.send('stale', { stale: ['gateways', 'locations'] }));

beforeEach(() => {
  server.use(
    respond(getLocation, givenNetwork.location()),
    respond(listGateways, []),
    respond(listGatewayRefusals, []),
    respond(getGatewayToken, {
      token: 'gwj_secret',
      grpc_url: 'https://vpn.example.com:50055',
      loopback: false,
      package: null,
    }),
    respond(getUser, given.details(me, [given.device({ networks: [given.assignment()] })])),
  );
});

describe('setting up a gateway', () => {
  it('shows command and requirements, and reports the connected gateway', async () => {
    let gateways = [] as (typeof north)[];
    server.use(respond(listGateways, () => gateways));
    const { user } = renderRoute(path, { me });
    expect(await screen.findByText('npm run gateway -- --join gwj_secret')).toBeVisible();
    expect(screen.getByText('vpn.example.com:50055')).toBeVisible();
    expect(screen.getByText('Open UDP port 51820 for incoming traffic.')).toBeVisible();
    await user.click(screen.getByText('Commands for the firewall and IP forwarding'));
    expect(screen.getByText('sudo ufw allow 51820/udp')).toBeVisible();
    expect(screen.getAllByText(/^sudo ufw allow out/)).toHaveLength(1);
    await user.click(screen.getByRole('radio', { name: 'nftables' }));
    expect(screen.getByText('sudo nft insert rule inet filter input udp dport 51820 accept')).toBeVisible();
    const check = screen.getByRole('status', { name: 'Connection of the gateway' });
    expect(check).toHaveTextContent('Waiting for the gateway to connect…');

    await openEventStream();
    gateways = [{ ...north, held_version: 0, current: false, acknowledged_at: null }];
    sendStale();
    await waitFor(() => expect(check).toHaveTextContent('North is connectedApplying version 3…'));
    gateways = [{ ...north, acknowledged_at: new Date().toISOString().slice(0, -1) }];
    sendStale();
    await waitFor(() => expect(check).toHaveTextContent('North is connectedVersion 3 was applied just now.'));
    // the command remains for the next gateway
    expect(screen.getByText('npm run gateway -- --join gwj_secret')).toBeVisible();
    expect(await screen.findByRole('row', { name: /North/ })).toHaveTextContent('3, up to date');
  });

  it('offers one line, the package and a container if the server has the package', async () => {
    const offered = {
      version: '0.1.0',
      file: 'gatewarden-gateway_0.1.0_amd64.deb',
      sha256: 'a'.repeat(64),
      installer_sha256: 'b'.repeat(64),
      containerfile_sha256: 'c'.repeat(64),
    };
    const answer = {
      token: 'gwj_secret',
      grpc_url: 'https://vpn.example.com:50055',
      loopback: false,
      package: offered,
    };
    server.use(respond(getGatewayToken, answer));
    const { user } = renderRoute(path, { me });
    const command = await screen.findByRole('region', { name: 'Command for the gateway' });
    expect(command).toHaveTextContent('GATEWARDEN_GATEWAY_JOIN=gwj_secret sh -c');
    expect(screen.queryByText(/npm run/)).toBeNull();
    expect(screen.getByText('vpn.example.com:3000')).toBeVisible();
    await user.click(screen.getByText('Commands for the firewall and IP forwarding'));
    expect(screen.getByText('sudo ufw allow out 50055/tcp')).toBeVisible();
    expect(screen.getByText('sudo ufw allow out 3000/tcp')).toBeVisible();
    expect(screen.getByText(/The files come from this server/)).toBeVisible();
    await user.click(screen.getByRole('radio', { name: 'Package' }));
    expect(command).toHaveTextContent(`apt-get install -y ./${offered.file}`);
    await user.click(screen.getByRole('radio', { name: 'Container' }));
    expect(command).toHaveTextContent('docker build');
    expect(screen.getByText(/Docker loads the base image and Debian packages\./)).toBeVisible();
    expect(screen.queryByText(/not from the internet/)).toBeNull();
    expect(screen.getByRole('link', { name: 'Download package 0.1.0' })).toHaveAttribute(
      'href',
      `/install/${offered.file}`,
    );
  });

  it('shows the command after a proof of identity, if the session has no recent one', async () => {
    const token = { token: 'gwj_secret', grpc_url: 'https://vpn.example.com:50055', loopback: false, package: null };
    const proof = respond(proveWithPassword, () => {
      server.use(respond(getGatewayToken, token));
      return {};
    });
    server.use(refuse(getGatewayToken, 403, 'proof_required'), proof);
    const { user } = renderRoute(path, { me });
    const show = () => screen.findByRole('button', { name: 'Show command' });
    const asked = async () => within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }));
    await user.click(await show());
    await user.click((await asked()).getByRole('button', { name: 'Cancel' }));
    await user.click(await show());
    await user.type((await asked()).getByLabelText('Password'), 'Right-horse-7');
    await user.click((await asked()).getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByRole('region', { name: 'Command for the gateway' })).toHaveTextContent('gwj_secret');
  });

  it('says how to build packages if the server has none', async () => {
    renderRoute(path, { me });
    expect(await screen.findByText('npm run package')).toBeVisible();
    expect(screen.queryByRole('link', { name: /Download package/ })).toBeNull();
  });

  it('asks for the server address before it shows the command if the server knows only localhost', async () => {
    const tokenFor = (address: string | null) =>
      address
        ? { token: 'gwj_elsewhere', grpc_url: `https://${address}`, loopback: false, package: null }
        : { token: 'gwj_local', grpc_url: 'https://localhost:50100', loopback: true, package: null };
    server.use(respond(getGatewayToken, ({ query }) => tokenFor(query.get('address'))));
    const { user } = renderRoute(path, { me });
    const field = await screen.findByRole('textbox', { name: 'Server address for gateways' });
    expect(screen.queryByText(/gwj_/)).toBeNull();
    expect(screen.getByText(/^The command appears here/)).toBeVisible();
    const check = screen.getByRole('status', { name: 'Connection of the gateway' });
    expect(check).toHaveTextContent(/^The check starts once the command is ready\.$/);
    await user.type(field, 'https://vpn');
    await user.click(screen.getByRole('button', { name: 'Use this address' }));
    expect(field).toHaveAttribute('placeholder', 'vpn.example.com:50100');
    expect(screen.getByText('Enter a host, with or without a port, such as vpn.example.com:50100.')).toBeVisible();
    await user.clear(field);
    await user.type(field, '192.0.2.7:50055{Enter}');
    expect(await screen.findByText('npm run gateway -- --join gwj_elsewhere')).toBeVisible();
    expect(screen.getByRole('status', { name: 'Connection of the gateway' })).toHaveTextContent(
      'Waiting for the gateway',
    );
    expect(screen.getByText('192.0.2.7:50055')).toBeVisible();
  });

  it.each([
    ['vpn.example.org', 'vpn.example.org:50055'],
    ['2001:db8::1', '[2001:db8::1]:50055'],
  ])('adds the port of the server to the address %s', async (typed, address) => {
    server.use(
      respond(getGatewayToken, ({ query }) => ({
        token: `gwj_${query.get('address')}`,
        grpc_url: `https://${query.get('address') ?? 'localhost:50055'}`,
        loopback: !query.get('address'),
        package: null,
      })),
    );
    const { user } = renderRoute(path, { me });
    await user.type(await screen.findByRole('textbox', { name: 'Server address for gateways' }), `${typed}{Enter}`);
    expect(await screen.findByText(`npm run gateway -- --join gwj_${address}`)).toBeVisible();
  });

  it('shows no localhost, and stores the entered address until it is changed', async () => {
    server.use(
      respond(getGatewayToken, ({ query }) => {
        const address = query.get('address');
        return {
          token: `gwj_${address}`,
          grpc_url: `https://${address ?? 'localhost:50055'}`,
          loopback: !address,
          package: null,
        };
      }),
    );
    const { user, unmount } = renderRoute(path, { me });
    const name = 'Server address for gateways';
    const field = await screen.findByRole('textbox', { name });
    expect(screen.queryByText('localhost:50055')).toBeNull();
    await user.type(field, 'vpn.example.org:50055{Enter}');
    expect(await screen.findByText('npm run gateway -- --join gwj_vpn.example.org:50055')).toBeVisible();
    unmount();
    renderRoute(path, { me });
    expect(await screen.findByText('npm run gateway -- --join gwj_vpn.example.org:50055')).toBeVisible();
    expect(screen.queryByRole('textbox', { name })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Change address' }));
    expect(await screen.findByRole('textbox', { name })).toHaveValue('');
    expect(screen.queryByText(/gwj_/)).toBeNull();
  });

  it('shows the command with localhost when the gateway runs on the same server, also after a reload', async () => {
    server.use(
      respond(getGatewayToken, {
        token: 'gwj_local',
        grpc_url: 'https://localhost:50055',
        loopback: true,
        package: null,
      }),
    );
    const { user, unmount } = renderRoute(path, { me });
    const sameServer = { name: 'The gateway runs on this server' };
    await user.click(await screen.findByRole('button', sameServer));
    expect(screen.getByText('npm run gateway -- --join gwj_local')).toBeVisible();
    unmount();
    const { unmount: unmountSecond } = renderRoute(path, { me });
    expect(await screen.findByText('npm run gateway -- --join gwj_local')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Change address' }));
    expect(await screen.findByRole('button', sameServer)).toBeVisible();
    await user.click(screen.getByRole('button', sameServer));
    unmountSecond();
    // the gateway of another location may run elsewhere
    renderRoute('/locations/2/gateways', { me });
    expect(await screen.findByRole('button', sameServer)).toBeVisible();
    expect(screen.queryByText(/gwj_local/)).toBeNull();
  });

  it('offers to add a device once a gateway is connected, until the user has one in the location', async () => {
    const elsewhere = given.device({ networks: [given.assignment({ network_id: 2 })] });
    let gateways = [] as (typeof north)[];
    server.use(
      respond(listGateways, () => gateways),
      respond(getUser, given.details(me, [elsewhere])),
    );
    const { unmount } = renderRoute(path, { me });
    await screen.findByText('npm run gateway -- --join gwj_secret');
    expect(await screen.findByRole('heading', { name: 'Add your first device' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Add device' })).toBeNull();
    await openEventStream();
    gateways = [north];
    sendStale();
    expect(await screen.findByRole('link', { name: 'Add device' })).toHaveAttribute('href', '/me/devices/new');
    unmount();
    const { unmount: unmountSecond } = renderRoute(path, { me });
    expect(await screen.findByRole('link', { name: 'Add device' })).toBeVisible();
    unmountSecond();
    server.use(
      respond(getUser, given.details(me, [elsewhere, given.device({ id: 2, networks: [given.assignment()] })])),
    );
    const { queryClient } = renderRoute(path, { me });
    await waitFor(() => expect(queryClient.getQueryData(['devices', 'of', me.username])).toHaveLength(2));
    expect(screen.queryByRole('link', { name: 'Add device' })).toBeNull();
  });

  it('offers no device where others have some, although the administrator has none', async () => {
    const asked = vi.fn();
    server.use(
      respond(listGateways, [north]),
      respond(getUser, given.details(me)),
      respond(getLocationUsage, () => {
        asked();
        return { users: 3, user_devices: 4, network_devices: 0 };
      }),
    );
    renderRoute(path, { me });
    await waitFor(() => expect(asked).toHaveBeenCalled());
    expect(await screen.findByRole('button', { name: 'Add gateway' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Add device' })).toBeNull();
  });

  it('shows the setup of the first gateway until one has connected, also after a reload', async () => {
    const joined = { ...north, connected: false, connected_at: null, acknowledged_at: null };
    let gateways = [] as (typeof north)[];
    server.use(respond(listGateways, () => gateways));
    const { unmount } = renderRoute(path, { me });
    const first = { name: 'Set up the first gateway' };
    const setup = await screen.findByRole('region', first);
    await within(setup).findByText('Waiting for the gateway to connect…');
    await openEventStream();
    gateways = [joined];
    sendStale();
    await screen.findByRole('row', { name: /North/ });
    expect(screen.getByRole('region', first)).toHaveTextContent('Waiting for the gateway to connect…');
    unmount();
    renderRoute(path, { me });
    await waitFor(() => expect(screen.getByRole('region', first)).toHaveTextContent('Waiting for the gateway'));
    await openEventStream();
    gateways = [north];
    sendStale();
    await waitFor(() => expect(screen.getByRole('region', first)).toHaveTextContent('North is connected'));
    expect(screen.queryByRole('heading', { name: 'Add another gateway' })).toBeNull();
  });

  it('reports a gateway that connects while the command is loaded', async () => {
    const { promise: isRequested, resolve: release } = Promise.withResolvers<void>();
    let gateways = [] as (typeof north)[];
    server.use(
      respond(listGateways, () => gateways),
      respond(getGatewayToken, async () => {
        await isRequested;
        return { token: 'gwj_secret', grpc_url: 'https://vpn.example.com:50055', loopback: false, package: null };
      }),
    );
    renderRoute(path, { me });
    expect(await screen.findByRole('region', { name: 'Set up the first gateway' })).toBeVisible();
    await openEventStream();
    gateways = [north];
    sendStale();
    await screen.findByRole('row', { name: /North/ });
    release();
    const check = await screen.findByRole('status', { name: 'Connection of the gateway' });
    expect(check).toHaveTextContent('North is connected');
  });

  it('shows why a gateway could not apply its state', async () => {
    let gateways = [] as (typeof north)[];
    server.use(respond(listGateways, () => gateways));
    renderRoute(path, { me });
    const check = await screen.findByRole('status', { name: 'Connection of the gateway' });
    await openEventStream();
    gateways = [{ ...north, held_version: 0, current: false, last_error: 'no WireGuard here' }];
    sendStale();
    await waitFor(() => expect(check).toHaveTextContent('Version 3 could not be applied'));
    expect(screen.getByRole('alert', { name: 'North could not apply version 3' })).toHaveTextContent(
      'no WireGuard here',
    );
  });

  it('shows who was rejected during the wait, and why', async () => {
    let refusals = [givenNetwork.refusal({ at: '2030-01-31T11:00:00', hostname: 'edge-1' })];
    server.use(respond(listGatewayRefusals, () => refusals));
    renderRoute(path, { me });
    const check = await screen.findByRole('status', { name: 'Connection of the gateway' });
    expect(check).not.toHaveTextContent('rejected');
    await openEventStream();
    refusals = [givenNetwork.refusal({ at: '2030-01-31T12:00:00' }), ...refusals];
    sendStale();
    await waitFor(() =>
      expect(check).toHaveTextContent(
        'A connection was rejected: edge-9, 203.0.113.7The join token is not valid or was replaced.',
      ),
    );
    expect(check).toHaveTextContent('Waiting for the gateway to connect…');
  });

  it('hides the command until it is requested if there are gateways', async () => {
    let asked = 0;
    server.use(
      respond(listGateways, [north]),
      respond(getGatewayToken, () => {
        asked += 1;
        return { token: 'gwj_secret', grpc_url: 'https://vpn.example.com:50055', loopback: false, package: null };
      }),
    );
    const { user } = renderRoute(path, { me });
    await screen.findByRole('row', { name: /North/ });
    expect(asked).toBe(0);
    await user.click(screen.getByRole('button', { name: 'Add gateway' }));
    expect(await screen.findByText(/gwj_secret/)).toBeVisible();
  });

  it('requests the token only once while it is shown, because requests are logged', async () => {
    let requests = 0;
    let gateways = [north];
    server.use(
      respond(listGateways, () => gateways),
      respond(getGatewayToken, () => {
        requests += 1;
        return { token: 'gwj_secret', grpc_url: 'https://vpn.example.com:50055', loopback: false, package: null };
      }),
    );
    const { user } = renderRoute(path, { me });
    await openEventStream();
    await user.click(await screen.findByRole('button', { name: 'Add gateway' }));
    await screen.findByText(/gwj_secret/);
    gateways = [north, south];
    sendStale();
    await screen.findByRole('row', { name: /South/ });
    expect(requests).toBe(1);
  });

  it('replaces the token after confirmation', async () => {
    server.use(
      respond(rotateGatewayToken, {
        token: 'gwj_replaced',
        grpc_url: 'https://vpn.example.com:50055',
        loopback: false,
        package: null,
      }),
    );
    const { user } = renderRoute(path, { me });
    await user.click(await screen.findByRole('button', { name: 'Replace token' }));
    const dialog = await screen.findByRole('dialog', { name: 'Replace the join token?' });
    await user.click(within(dialog).getByRole('button', { name: 'Replace token' }));
    expect(await screen.findByText('npm run gateway -- --join gwj_replaced')).toBeVisible();
    expect(screen.queryByText(/gwj_secret/)).toBeNull();
  });

  it('reports that the token could not be read, and retries', async () => {
    server.use(failNetwork(getGatewayToken));
    const { user, queryClient } = renderRoute(path, { me });
    queryClient.setDefaultOptions({ queries: { retry: false } });
    await screen.findByRole('alert');
    server.use(
      respond(getGatewayToken, {
        token: 'gwj_secret',
        grpc_url: 'https://vpn.example.com:50055',
        loopback: false,
        package: null,
      }),
    );
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(/gwj_secret/)).toBeVisible();
  });
});

describe('the page of a gateway', () => {
  const devices = [givenNetwork.locationDevice({ is_active: true })];
  const pageOf = ({ uid }: typeof north) => `${path}/${uid}`;

  beforeEach(() => {
    server.use(
      respond(listGateways, [north, south]),
      respond(listLocationDevices, ({ query }) =>
        query.get('connected_through') === north.uid
          ? { data: devices, total_items: devices.length }
          : { data: [], total_items: 0 },
      ),
      respond(listActivity, ({ query }) => {
        const isAbout = query.get('location') === 'Warsaw' && query.get('search') === 'North';
        const entry = givenActivity.row({ event: 'gateway_connected', names: { gateway: 'North' } });
        return givenActivity.page(isAbout ? [entry] : []);
      }),
    );
  });

  it('shows what it serves, who is connected through it and what happened', async () => {
    renderRoute(pageOf(north), { me });
    expect(await screen.findByRole('heading', { level: 1, name: 'North' })).toBeVisible();
    expect(await screen.findByText('vpn.example.com:51820')).toBeVisible();
    const connected = await screen.findByRole('list', { name: 'Connected devices' });
    expect(connected).toHaveTextContent('LaptopAda Lovelace10.1.0.2 · 203.0.113.9');
    expect(screen.getByText('1 device')).toBeVisible();
    expect(await screen.findByRole('list', { name: 'Recent activity' })).toHaveTextContent('North');
    expect(screen.queryByText('Is it running?')).toBeNull();
  });

  it('says since when it is down and what to check', async () => {
    const { user } = renderRoute(pageOf(south), { me });
    const alert = await screen.findByRole('alert', { name: 'South is not connected' });
    expect(alert).toHaveTextContent('sudo systemctl status gatewarden-gateway');
    await user.click(within(alert).getByRole('button', { name: 'Copy Is it running?' }));
    expect(await navigator.clipboard.readText()).toBe('sudo systemctl status gatewarden-gateway');
    expect(await screen.findByText('No devices are connected through this gateway.')).toBeVisible();
  });

  it('shows the command that turns on forwarding, and claims nothing about an agent that does not report it', async () => {
    let gateways = [{ ...north, forwarding_off: ['ipv4' as const] }, south];
    server.use(respond(listGateways, () => gateways));
    const { unmount } = renderRoute(pageOf(north), { me });
    const alert = await screen.findByRole('alert', { name: 'North does not forward IPv4' });
    expect(alert).toHaveTextContent('net.ipv4.ip_forward=1');
    expect(alert).not.toHaveTextContent('net.ipv6');
    expect(screen.getByText('Off (IPv4)')).toBeVisible();
    unmount();
    gateways = [{ ...north, forwarding_off: [] }, south];
    const { unmount: unmountSecond } = renderRoute(pageOf(north), { me });
    expect(await screen.findByText('On')).toBeVisible();
    unmountSecond();
    server.use(respond(listGateways, [{ ...north, forwarding_off: null }]));
    renderRoute(pageOf(north), { me });
    expect(await screen.findByText('Not reported')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is left when the gateway is deleted', async () => {
    let gateways = [north, south];
    server.use(
      respond(listGateways, () => gateways),
      respond(deleteGateway, ({ params }) => {
        gateways = gateways.filter(({ uid }) => uid !== params.gatewayId);
        return null;
      }),
    );
    const { user, router } = renderRoute(pageOf(south), { me });
    await user.click(await screen.findByRole('button', { name: 'Actions for South' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete gateway' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete gateway' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(path));
    expect(await screen.findByText('South was deleted')).toBeVisible();
  });

  it('says that there is no such gateway', async () => {
    renderRoute(`${path}/0198c5f0-0000-7000-8000-00000000000f`, { me });
    expect(await screen.findByRole('heading', { name: 'Gateway not found' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'View gateways' })).toHaveAttribute('href', path);
  });

  it('opens from the list, which also shows its summary', async () => {
    const { user, router } = renderRoute(path, { me });
    await user.click(await screen.findByRole('button', { name: 'Actions for North' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Quick view' }));
    const summary = await screen.findByRole('region', { name: 'North' });
    expect(await within(summary).findByText('vpn.example.com:51820')).toBeVisible();
    await user.click(within(summary).getByRole('link', { name: 'Open' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(pageOf(north)));
  });
});

describe('the gateways of a location', () => {
  const openMenu = async (user: ReturnType<typeof renderRoute>['user'], name: string) =>
    user.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
  const items = async () => (await screen.findAllByRole('menuitem')).map((item) => item.textContent);

  beforeEach(() => {
    server.use(respond(listGateways, [north, south]));
  });

  it('are revoked after confirmation', async () => {
    const revoked: string[] = [];
    server.use(
      respond(listGateways, () => [{ ...north, revoked: revoked.length > 0, connected: revoked.length === 0 }]),
      respond(revokeGateway, ({ params }) => {
        revoked.push(params.gatewayId);
        return null;
      }),
    );
    const { user } = renderRoute(path, { me });
    await openMenu(user, 'North');
    expect(await items()).toEqual(['Quick view', 'Revoke gateway']);
    await user.click(screen.getByRole('menuitem', { name: 'Revoke gateway' }));
    const dialog = await screen.findByRole('dialog', { name: 'Revoke North?' });
    expect(dialog).toHaveTextContent('The gateway is disconnected immediately');
    await user.click(within(dialog).getByRole('button', { name: 'Revoke gateway' }));
    expect(await screen.findByText('North was revoked')).toBeVisible();
    expect(revoked).toEqual([north.uid]);
    expect(await screen.findByRole('row', { name: /North Revoked/ })).toBeVisible();
  });

  it('are deleted when they are disconnected', async () => {
    let gateways = [north, south];
    const reported = Promise.withResolvers<void>();
    server.use(
      respond(listGateways, () => gateways),
      // the row is removed while the location is still requested
      respond(getLocation, async () => {
        if (gateways.length === 1) await reported.promise;
        return givenNetwork.location();
      }),
      respond(deleteGateway, ({ params }) => {
        gateways = gateways.filter(({ uid }) => uid !== params.gatewayId);
        return null;
      }),
    );
    const { user } = renderRoute(path, { me });
    await openMenu(user, 'South');
    expect(await items()).toEqual(['Quick view', 'Revoke gateway', 'Delete gateway']);
    await user.click(screen.getByRole('menuitem', { name: 'Delete gateway' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete gateway' }));
    expect(await screen.findByText('South was deleted')).toBeVisible();
    reported.resolve();
    await waitFor(() => expect(screen.queryByRole('row', { name: /South/ })).toBeNull());
  });

  it('remain when the server refuses, with the reason', async () => {
    server.use(refuse(deleteGateway, 409, 'gateway_connected'));
    const { user } = renderRoute(path, { me });
    await openMenu(user, 'South');
    await user.click(await screen.findByRole('menuitem', { name: 'Delete gateway' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete gateway' }));
    expect(await screen.findByText('The gateway is connected. Stop or revoke it first.')).toBeVisible();
  });

  it('are followed by the rejected connections', async () => {
    server.use(
      respond(listGatewayRefusals, [
        givenNetwork.refusal({ reason: 'credential_revoked', gateway: 'East', hostname: 'edge-3' }),
        givenNetwork.refusal({ reason: 'authority_refused', hostname: null }),
      ]),
    );
    renderRoute(path, { me });
    const table = await screen.findByRole('table', { name: 'Rejected connections' });
    const [, first, second] = within(table).getAllByRole('row');
    expect(first).toHaveTextContent(/^East, 203\.0\.113\.7.*The credential was revoked\.$/);
    expect(second).toHaveTextContent(/^203\.0\.113\.7.*The gateway does not trust this server’s certificate/);
  });

  it('report a failure to load, and retry', async () => {
    server.use(failNetwork(listGateways));
    const { user, queryClient } = renderRoute(path, { me });
    queryClient.setDefaultOptions({ queries: { retry: false } });
    await screen.findByRole('alert');
    server.use(respond(listGateways, [north]));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('row', { name: /North/ })).toBeVisible();
  });
});
