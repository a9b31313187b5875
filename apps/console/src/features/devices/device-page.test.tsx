import { listActivity } from '@gatewarden/contract/activity-log';
import { deleteDevice, getDeviceConfig, updateDevice } from '@gatewarden/contract/devices';
import { endLocationSession } from '@gatewarden/contract/location-mfa';
import { listUserAccess } from '@gatewarden/contract/locations';
import { getEnterpriseSettings } from '@gatewarden/contract/settings';
import { listUserConnections } from '@gatewarden/contract/traffic';
import { getUser } from '@gatewarden/contract/users';
import { encodeBase64 } from '@gatewarden/net/base64';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { given } from '../../../test/given.ts';
import { givenNetwork } from '../../../test/given-network.ts';
import { renderRoute } from '../../../test/render-route.tsx';
import { refuse, respond } from '../../../test/respond.ts';
import { server } from '../../../test/server.ts';
import { libraryKeyGenerator } from './key-generators.ts';

const me = given.user();
const admin = given.admin({ id: 2, username: 'root' });
const warsaw = given.assignment({
  is_active: true,
  last_connected_ip: '203.0.113.9',
  last_connected_gateway: 'gw-1',
  last_connected_at: '2030-01-31T12:00:00',
});
const seoul = given.assignment({
  network_id: 2,
  network_name: 'Seoul',
  device_wireguard_ips: ['10.2.0.2'],
  last_connected_at: '2020-01-01T00:00:00',
});
const laptop = given.device({ id: 7, description: 'Office', networks: [warsaw, seoul] });

function givenDevices(...devices: ReturnType<typeof given.device>[]) {
  server.use(
    respond(getUser, given.details(me, devices)),
    respond(listUserAccess, [
      givenNetwork.access(),
      givenNetwork.access({ location_id: 2, location_name: 'Seoul', gateway: 'disconnected' }),
    ]),
  );
}

const places = async () =>
  within(await screen.findByRole('list', { name: 'Locations' })).getAllByRole('listitem', { name: /^(Warsaw|Seoul)$/ });

describe('the page of a device', () => {
  it('shows the client and when it last asked for the configuration, if it has one', async () => {
    givenDevices({ ...laptop, client: 'gatewarden-cli/1.2.3', last_polled_at: '2020-01-01T00:00:00' });
    renderRoute('/me/devices/7', { me });
    expect(await screen.findByText('gatewarden-cli/1.2.3')).toBeVisible();
    expect(screen.getByText('Last configuration check')).toBeVisible();
  });

  it('says where it is connected and since when, with addresses, gateways and the key', async () => {
    givenDevices(laptop, given.device({ id: 8, name: 'Phone' }));
    const connection = {
      device_id: 7,
      device_name: 'Laptop',
      location_id: 1,
      location_name: 'Warsaw',
      connected_since: '2020-01-01T00:00:00',
      public_ip: null,
      upload: 1_200_000_000,
      download: 30_000_000,
    };
    server.use(respond(listUserConnections, [{ ...connection, device_id: 8, upload: 5 }, connection]));
    renderRoute('/me/devices/7', { me });
    const title = await screen.findByRole('heading', { level: 1, name: 'Laptop' });
    const header = within(title.closest('header') ?? document.body);
    expect(await header.findByText(/^Connected to Warsaw/)).toBeVisible();
    expect(await header.findByText(/\d+ years ago/)).toBeVisible();
    const [first, second] = await places();
    expect(first).toHaveTextContent(/^WarsawConnected now10\.1\.0\.2/);
    await waitFor(() => expect(first).toHaveTextContent('Gateway connectedFrom 203.0.113.9 · Through gw-1'));
    expect(first).toHaveTextContent(/Download1\.2 GBUpload30 MBin 24 hours/);
    expect(second).not.toHaveTextContent('24 hours');
    expect(second).toHaveTextContent(/^SeoulLast seen \d+ years ago10\.2\.0\.2/);
    expect(second).toHaveTextContent('Gateway not connected');
    expect(screen.getByText(laptop.wireguard_pubkey)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Copy Public key' })).toBeVisible();
    expect(screen.queryByText('Owner')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Warsaw' })).toBeNull();
  });

  it.each(['/me/devices/7', '/users/ada/devices/7'])(
    'at %s, says until when it can connect, and disconnects it',
    async (path) => {
      const sent: unknown[] = [];
      const until = '2030-02-01T13:30:00';
      const networks = [
        { ...warsaw, mfa_expires_at: until },
        { ...seoul, mfa_expires_at: until },
      ];
      givenDevices({ ...laptop, networks });
      server.use(
        respond(endLocationSession, ({ params }) => {
          sent.push([params.id, params.deviceId]);
          givenDevices({ ...laptop, networks: [warsaw, networks[1] ?? seoul] });
          return {};
        }),
      );
      const { user } = renderRoute(path, { me: path.startsWith('/me') ? me : admin });
      const connected = await screen.findByText(/^Connected with two-factor authentication until 02\/01\/2030, /);
      expect(screen.getByText(/^Two-factor authentication valid until 02\/01\/2030, /)).toBeVisible();
      expect(screen.getByRole('button', { name: 'End session of Laptop' })).toBeVisible();
      await user.click(screen.getByRole('button', { name: 'Disconnect Laptop' }));
      await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Disconnect' }));
      await waitFor(() => expect(connected).not.toBeInTheDocument());
      expect(sent).toEqual([['1', '7']]);
    },
  );

  it('tells administrators whose it is, and links to what it uses', async () => {
    givenDevices(laptop);
    renderRoute('/users/ada/devices/7', { me: admin });
    expect(await screen.findByRole('heading', { level: 1, name: 'Laptop' })).toBeVisible();
    const owners = await screen.findAllByRole('link', { name: 'Ada Lovelace' });
    expect(owners.map((link) => link.getAttribute('href'))).toEqual(['/users/ada/devices', '/users/ada']);
    expect(screen.getByRole('link', { name: 'Warsaw' })).toHaveAttribute('href', '/locations/1');
  });

  it('says beside the configuration of a location it never used that the device may lack it', async () => {
    givenDevices({ ...laptop, networks: [warsaw, { ...seoul, last_connected_at: null }] });
    renderRoute('/me/devices/7', { me });
    const hint = 'If the WireGuard app has no tunnel for it, add its configuration.';
    await waitFor(async () => expect((await places())[1]).toHaveTextContent(hint));
    expect((await places())[0]).not.toHaveTextContent(hint);
  });

  it('shows the configuration of one location', async () => {
    givenDevices(laptop);
    server.use(respond(getDeviceConfig, ({ params }) => `[Interface]\n# ${params.networkId}\n`));
    const { user } = renderRoute('/me/devices/7', { me });
    await user.click(await screen.findByRole('button', { name: 'Configuration for Seoul' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText(/# 2/)).toBeVisible();
    expect(dialog.queryByRole('tab')).toBeNull();
  });

  it.each([
    { what: 'can only be removed if clients configure devices', onlyClients: true, actions: ['Remove'] },
    {
      what: 'shows its configuration if administrators manage devices',
      onlyClients: false,
      actions: ['Show configuration'],
    },
  ])('$what', async ({ onlyClients, actions }) => {
    const restricted = { admin_device_management: !onlyClients, only_client_activation: onlyClients };
    const others = { disable_all_traffic: false, devices_per_user: 0, mail_configured: true };
    server.use(respond(getEnterpriseSettings, { ...restricted, ...others }));
    givenDevices(laptop);
    const { user } = renderRoute('/me/devices/7', { me });
    await user.click(await screen.findByRole('button', { name: 'Actions for Laptop' }));
    const items = await screen.findAllByRole('menuitem');
    expect(items.map((item) => item.textContent)).toEqual(actions);
    expect(screen.queryByRole('button', { name: 'Edit' })).not.toBeInTheDocument();
    expect(screen.queryAllByRole('button', { name: /^Configuration for / })).toHaveLength(onlyClients ? 0 : 2);
  });

  it('shows a changed name at once', async () => {
    givenDevices(laptop);
    server.use(
      respond(updateDevice, ({ body }) => {
        const renamed = { ...laptop, name: body.name };
        givenDevices(renamed);
        return renamed;
      }),
    );
    const { user } = renderRoute('/me/devices/7', { me });
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    await user.type(within(await screen.findByRole('dialog')).getByLabelText('Name'), ' 2');
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Laptop 2' })).toBeVisible();
  });

  it('generates a new key in the browser, sends the public one, and shows the new configuration once', async () => {
    const sent: string[] = [];
    const one = { ...laptop, networks: [warsaw] };
    givenDevices(one);
    server.use(
      respond(getDeviceConfig, '[Interface]\nPrivateKey = YOUR_PRIVATE_KEY'),
      respond(updateDevice, ({ body }) => {
        sent.push(JSON.stringify(body));
        return one;
      }),
    );
    const { user, router } = renderRoute('/me/devices/7', { me });
    await user.click(await screen.findByRole('button', { name: 'Actions for Laptop' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Generate new key' }));
    const question = within(await screen.findByRole('dialog', { name: 'Generate a new key for Laptop?' }));
    expect(question.getByText(/^Its configuration for 1 location stops working immediately/)).toBeVisible();
    await user.click(question.getByRole('button', { name: 'Generate key' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New configuration of Laptop' }));
    await user.click(dialog.getByText('Show as text'));
    const [, privateKey = ''] = /PrivateKey = (\S+)/.exec(dialog.getByText(/PrivateKey = /).textContent) ?? [];
    const secret = Uint8Array.from(atob(privateKey), (character) => character.charCodeAt(0));
    const publicKey = encodeBase64(await libraryKeyGenerator.publicKeyOf(secret));
    expect(sent).toEqual([JSON.stringify({ name: 'Laptop', description: 'Office', wireguard_pubkey: publicKey })]);
    await user.keyboard('{Escape}');
    void router.navigate({ to: '/me' });
    const leaving = within(await screen.findByRole('dialog', { name: 'Leave without saving the private key?' }));
    await user.click(leaving.getByRole('button', { name: 'Stay' }));
    await user.click(dialog.getByRole('checkbox', { name: 'I have saved it' }));
    await user.click(dialog.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('keeps the key when the configuration cannot be loaded', async () => {
    const sent: unknown[] = [];
    // one location: a second request could arrive after the test
    givenDevices({ ...laptop, networks: [warsaw] });
    server.use(
      refuse(getDeviceConfig, 503, 'database_unavailable'),
      respond(updateDevice, ({ body }) => {
        sent.push(body);
        return laptop;
      }),
    );
    const { user } = renderRoute('/me/devices/7', { me });
    await user.click(await screen.findByRole('button', { name: 'Actions for Laptop' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Generate new key' }));
    await user.click(await screen.findByRole('button', { name: 'Generate key' }));
    expect(await within(screen.getByRole('dialog')).findByRole('alert')).toBeVisible();
    expect(sent).toEqual([]);
  });

  it.each([
    ['/me/devices/7', '/me', me],
    ['/users/ada/devices/7', '/users/ada/devices', admin],
  ])('leaves %s once the device is removed, and offers to undo it', async (path, list, reader) => {
    givenDevices(laptop);
    server.use(
      respond(deleteDevice, () => {
        givenDevices();
        return null;
      }),
    );
    const { user, router } = renderRoute(path, { me: reader });
    await user.click(await screen.findByRole('button', { name: 'Actions for Laptop' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Remove' }));
    await user.click(await screen.findByRole('button', { name: 'Remove device' }));
    expect(await screen.findByRole('button', { name: 'Undo' })).toBeVisible();
    await waitFor(() => expect(router.state.location.pathname).toBe(list));
  });

  it('asks the log for the connections and changes of this device only', async () => {
    givenDevices(laptop);
    const asked: unknown[] = [];
    server.events.on('request:start', ({ request }) => {
      const { pathname, searchParams } = new URL(request.url);
      if (pathname.endsWith('/activity_log'))
        asked.push(`${searchParams.get('search')} ${searchParams.get('username')}`);
    });
    server.use(
      respond(listActivity, {
        data: [],
        pagination: {
          current_page: 1,
          page_size: 50,
          total_items: 0,
          total_pages: 0,
          next_page: null,
          is_estimate: false,
        },
      }),
    );
    renderRoute('/me/devices/7', { me });
    const links = await screen.findAllByRole('link', { name: 'View all' });
    expect(links.map((link) => new URL(link.getAttribute('href') ?? '', 'http://x').pathname)).toEqual([
      '/me/activity',
      '/me/activity',
    ]);
    await waitFor(() => expect(asked.toSorted()).toEqual(['Device Laptop at location ada', 'Laptop of ada null']));
  });

  it.each([
    ['switched off', given.device({ id: 7, stopped_at: '2030-01-31T12:00:00' }), 'Turned off'],
    ['that never connected', given.device({ id: 7 }), 'Never connected'],
  ])('says the state of a device %s, and that it has no location', async (_, device, state) => {
    givenDevices(device);
    renderRoute('/me/devices/7', { me });
    const title = await screen.findByRole('heading', { level: 1, name: 'Laptop' });
    expect(within(title.closest('header') ?? document.body).getByText(state)).toBeVisible();
    expect(screen.getByText('No location')).toBeVisible();
  });

  it.each([
    ['/me/devices/9', '/me', me],
    ['/users/ada/devices/9', '/users/ada/devices', admin],
  ])('says that %s does not exist', async (path, list, reader) => {
    givenDevices(laptop);
    renderRoute(path, { me: reader });
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getByText('Device not found')).toBeVisible();
    expect(alert.getByRole('link', { name: 'View devices' })).toHaveAttribute('href', list);
  });

  it('says that nothing was found for an owner who does not exist', async () => {
    server.use(refuse(getUser, 404, 'user_not_found'));
    renderRoute('/users/missing/devices/7', { me: admin });
    expect(await screen.findByText('Device not found')).toBeVisible();
  });

  it('is linked from the card of the device', async () => {
    givenDevices(laptop);
    const { user } = renderRoute('/me', { me });
    await user.click(await screen.findByRole('link', { name: 'Laptop' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Laptop' })).toBeVisible();
  });
});
