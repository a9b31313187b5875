import { switchOnDevice } from '@gatewarden/contract/devices';
import { listLocations } from '@gatewarden/contract/locations';
import {
  addNetworkDevice,
  checkNetworkDeviceIps,
  deleteNetworkDevice,
  getNetworkDeviceConfig,
  listNetworkDevices,
  restartNetworkDevice,
  startNetworkDevice,
  suggestNetworkDeviceIps,
  updateNetworkDevice,
} from '@gatewarden/contract/network-devices';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setWindowWidth } from '../../../test/browser-stubs.ts';
import { given } from '../../../test/given.ts';
import { givenNetwork } from '../../../test/given-network.ts';
import { renderRoute } from '../../../test/render-route.tsx';
import { refuse, respond } from '../../../test/respond.ts';
import { server } from '../../../test/server.ts';

const me = given.admin();
const second = givenNetwork.splitIp({ ip: 'fd00:1::2', network_prefix: '64' });

/** jsdom has no layout; a virtualized list needs a height. */
beforeEach(() => {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(320);
  server.use(
    respond(listNetworkDevices, [givenNetwork.networkDevice()]),
    respond(listLocations, [givenNetwork.location(), givenNetwork.location({ id: 2, name: 'Oslo' })]),
    respond(suggestNetworkDeviceIps, [givenNetwork.splitIp(), second]),
    respond(checkNetworkDeviceIps, ({ body }) =>
      body.ips.map((ip) => ({ available: !ip.endsWith('.66'), valid: ip !== '192.0.2.1' })),
    ),
  );
});

describe('a new network device', () => {
  it('gets the suggested addresses and a generated key, and its configuration is shown once', async () => {
    const sent: unknown[] = [];
    server.use(
      respond(addNetworkDevice, ({ body }) => {
        const { wireguard_pubkey: key, ...rest } = body;
        sent.push({ ...rest, hasKey: /^[A-Za-z0-9+/]{43}=$/.test(key) });
        return {
          device: givenNetwork.networkDevice({ name: body.name }),
          config: {
            ...{
              network_id: 1,
              network_name: 'Warsaw',
              config: 'PrivateKey = YOUR_PRIVATE_KEY',
              address: ['10.1.0.2'],
            },
            ...{ endpoint: 'vpn.example.com:51820', allowed_ips: [], pubkey: '', dns: null, keepalive_interval: 25 },
            location_mfa_mode: 'disabled' as const,
          },
        };
      }),
    );
    const { user, router } = renderRoute('/network-devices/new', { me });
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Printer 2');
    await user.click(screen.getByRole('combobox', { name: 'Location' }));
    await user.click(await screen.findByRole('option', { name: 'Warsaw' }));
    expect(await screen.findByRole('textbox', { name: 'Address in 10.1.0.0/24' })).toHaveValue('10.1.0.2');
    expect(screen.getByRole('textbox', { name: 'Address in fd00:1::/64' })).toHaveValue('fd00:1::2');
    await user.click(screen.getByRole('button', { name: 'Add network device' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Set up Printer 2' }));
    expect(sent).toEqual([
      { name: 'Printer 2', description: null, location_id: 1, assigned_ips: ['10.1.0.2', 'fd00:1::2'], hasKey: true },
    ]);
    expect(dialog.getByText(/The private key is shown only once/)).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Done' })).toBeDisabled();
    await user.click(dialog.getByRole('checkbox', { name: 'I have saved the configuration' }));
    await user.click(dialog.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/network-devices'));
  });

  it('is added without a key for a command-line client, whose command is shown once', async () => {
    const sent: unknown[] = [];
    server.use(
      respond(startNetworkDevice, ({ body }) => {
        sent.push(body);
        return { enrollment_token: 'secret-token', enrollment_url: 'https://enroll.example.com/' };
      }),
    );
    const { user, router } = renderRoute('/network-devices/new', { me });
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Server 2');
    await user.click(screen.getByRole('combobox', { name: 'Location' }));
    await user.click(await screen.findByRole('option', { name: 'Warsaw' }));
    expect(await screen.findByRole('textbox', { name: 'Address in 10.1.0.0/24' })).toHaveValue('10.1.0.2');
    await user.click(screen.getByRole('radio', { name: 'Command-line client' }));
    expect(screen.queryByText('Use an existing key')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Add network device' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Connect Server 2' }));
    expect(
      dialog.getByText('npm run device -- join --url https://enroll.example.com --token secret-token'),
    ).toBeVisible();
    expect(dialog.getByText(/^The device needs/)).toHaveTextContent(
      'The device needs Debian or Ubuntu with Node.js 20 or newer. Missing packages, such as wireguard-tools, are installed.',
    );
    expect(sent).toEqual([
      { name: 'Server 2', description: null, location_id: 1, assigned_ips: ['10.1.0.2', 'fd00:1::2'] },
    ]);
    await user.click(dialog.getByRole('checkbox', { name: 'I have copied the command' }));
    await user.click(dialog.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/network-devices'));
  });

  it('says at the field why an address is not available, while it is typed', async () => {
    const { user } = renderRoute('/network-devices/new', { me });
    await user.click(await screen.findByRole('combobox', { name: 'Location' }));
    await user.click(await screen.findByRole('option', { name: 'Warsaw' }));
    const address = await screen.findByRole('textbox', { name: 'Address in 10.1.0.0/24' });
    const reasons = [
      ['10.1.0.66', 'Another device has the address 10.1.0.66.'],
      ['192.0.2.1', '192.0.2.1 is not an address of 10.1.0.0/24.'],
      ['10.1.0.1', '10.1.0.1 is the address of the gateway.'],
      ['10.1.0.255', '10.1.0.255 is the first or last address of 10.1.0.0/24, which no device can have.'],
    ] as const;
    for (const [text, reason] of reasons) {
      await user.clear(address);
      await user.type(address, text);
      await waitFor(() => expect(address).toHaveAccessibleDescription(reason));
      expect(address).toBeInvalid();
    }
    await user.clear(address);
    await user.type(address, '10.1.0.67');
    await waitFor(() => expect(address).toBeValid());
  });

  it.each([
    ['300.1.1.1', '300.1.1.1 is not an IP address.'],
    ['abc', 'abc is not an IP address.'],
    ['', 'Required'],
  ])('says once that the address "%s" is invalid, and is not added', async (text, message) => {
    const { user } = renderRoute('/network-devices/new', { me });
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Printer 2');
    await user.click(screen.getByRole('combobox', { name: 'Location' }));
    await user.click(await screen.findByRole('option', { name: 'Warsaw' }));
    const address = await screen.findByRole('textbox', { name: 'Address in 10.1.0.0/24' });
    await user.clear(address);
    if (text) await user.type(address, text);
    await user.click(screen.getByRole('button', { name: 'Add network device' }));
    await waitFor(() => expect(address).toHaveAccessibleDescription(message));
    expect(screen.getAllByText(message)).toHaveLength(1);
    expect(screen.queryByText(/\{\{/)).toBeNull();
  });

  it('shows at the field that another device got the address meanwhile', async () => {
    server.use(refuse(addNetworkDevice, 400, 'device_address_unavailable', { details: { address: '10.1.0.2' } }));
    const { user } = renderRoute('/network-devices/new', { me });
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Printer 2');
    await user.click(screen.getByRole('combobox', { name: 'Location' }));
    await user.click(await screen.findByRole('option', { name: 'Warsaw' }));
    const address = await screen.findByRole('textbox', { name: 'Address in 10.1.0.0/24' });
    await user.click(screen.getByRole('button', { name: 'Add network device' }));
    await waitFor(() => expect(address).toHaveAccessibleDescription(/^10\.1\.0\.2 isn’t available/));
    expect(screen.getAllByText(/isn’t available/)).toHaveLength(1);
  });

  it('warns that it cannot connect where two-factor authentication is required', async () => {
    server.use(respond(listLocations, [givenNetwork.location({ location_mfa_mode: 'internal' })]));
    renderRoute('/network-devices/new', { me });
    expect(
      await screen.findByText(/requires two-factor authentication, so network devices can’t connect/),
    ).toBeVisible();
  });
});

describe('the list of network devices', () => {
  const openMenu = async (user: ReturnType<typeof renderRoute>['user'], item: string) => {
    await user.click(await screen.findByRole('button', { name: 'Actions for Printer' }));
    await user.click(await screen.findByRole('menuitem', { name: item }));
    return within(await screen.findByRole('dialog'));
  };

  it('shows location and addresses, and the configuration without the private key', async () => {
    server.use(respond(getNetworkDeviceConfig, '[Interface]\nPrivateKey = YOUR_PRIVATE_KEY'));
    const { user } = renderRoute('/network-devices', { me });
    const table = within(await screen.findByRole('table', { name: 'Network devices' }));
    expect(table.getByRole('row', { name: /Printer/ })).toHaveTextContent(/PrinterConfiguredWarsaw10\.1\.0\.2/);
    expect(table.getByRole('link', { name: 'Printer' })).toHaveAttribute('href', '/network-devices/1/traffic');
    const dialog = await openMenu(user, 'Show configuration');
    expect((await dialog.findAllByText(/YOUR_PRIVATE_KEY/))[0]).toBeVisible();
  });

  it('shows on a phone with an icon that a device is not configured', async () => {
    setWindowWidth(360);
    server.use(respond(listNetworkDevices, [givenNetwork.networkDevice({ configured: false })]));
    renderRoute('/network-devices', { me });
    const badge = (await screen.findByText('Not configured')).parentElement;
    expect(badge?.querySelector('svg')).not.toBeNull();
    expect(badge?.parentElement).toHaveTextContent('Not configured · Warsaw · 10.1.0.2');
  });

  it('shows that a device is turned off after an emergency stop, and turns it on', async () => {
    const switchedOn: string[] = [];
    server.use(
      respond(listNetworkDevices, [givenNetwork.networkDevice({ stopped_at: '2030-01-31T12:00:00' })]),
      respond(switchOnDevice, ({ params }) => {
        switchedOn.push(String(params.id));
        return given.device();
      }),
    );
    const { user } = renderRoute('/network-devices', { me });
    expect(await screen.findByText('Turned off')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Actions for Printer' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Turn on' }));
    expect(await screen.findByText('Turned on Printer')).toBeVisible();
    expect(switchedOn).toEqual(['1']);
  });

  it('changes name and address; what the server refuses stands beside the field', async () => {
    server.use(refuse(updateNetworkDevice, 409, 'device_name_taken', { field: 'name' }));
    const { user } = renderRoute('/network-devices', { me });
    const dialog = await openMenu(user, 'Edit');
    const name = dialog.getByRole('textbox', { name: 'Name' });
    await user.type(name, ' 2');
    await user.click(dialog.getByRole('button', { name: /^Save/ }));
    await waitFor(() => expect(name).toHaveAccessibleDescription(/already exists/));
  });

  it('deletes after it asks', async () => {
    const deleted: string[] = [];
    server.use(
      respond(deleteNetworkDevice, ({ params }) => {
        deleted.push(String(params.id));
        return null;
      }),
    );
    const { user } = renderRoute('/network-devices', { me });
    const dialog = await openMenu(user, 'Delete');
    expect(dialog.getByText('It is disconnected from Warsaw immediately.')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Delete network device' }));
    await waitFor(() => expect(deleted).toEqual(['1']));
  });

  it('marks a device without a key, which has no configuration, and issues a new token for its client', async () => {
    const issued: string[] = [];
    server.use(
      respond(listNetworkDevices, [givenNetwork.networkDevice({ configured: false })]),
      respond(restartNetworkDevice, ({ params }) => {
        issued.push(String(params.id));
        return { enrollment_token: 'new-token', enrollment_url: 'http://192.0.2.1:8080/' };
      }),
    );
    const { user } = renderRoute('/network-devices', { me });
    expect(await screen.findByText('Not configured')).toBeVisible();
    const dialog = await openMenu(user, 'New client token');
    expect(screen.queryByRole('menuitem', { name: 'Show configuration' })).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Issue token' }));
    const command = within(await screen.findByRole('dialog', { name: 'Connect Printer' }));
    expect(command.getByText(/--token new-token --allow-http$/)).toBeVisible();
    expect(command.getByText(/could read the token/)).toBeVisible();
    expect(issued).toEqual(['1']);
  });
});
