import { listGatewayRefusals, listGateways } from '@gatewarden/contract/gateways';
import { importLocation, previewLocationImport } from '@gatewarden/contract/location-import';
import { getLocation, listLocations } from '@gatewarden/contract/locations';
import { listUsers } from '@gatewarden/contract/users';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { given } from '../../../../test/given.ts';
import { givenPeer, givenPreview } from '../../../../test/given-import.ts';
import { givenNetwork } from '../../../../test/given-network.ts';
import { renderRoute } from '../../../../test/render-route.tsx';
import { refuse, respond } from '../../../../test/respond.ts';
import { server } from '../../../../test/server.ts';

const me = given.admin();
const una = given.user({ id: 7, username: 'una', first_name: 'Una', last_name: 'Weir' });
const suggestion = { user_id: 7, username: 'una', first_name: 'Una', last_name: 'Weir', reason: 'username' } as const;
const preview = givenPreview({
  name: 'Office',
  peers: [
    givenPeer(5, { name: 'una-laptop', suggestions: [suggestion], is_certain: true }),
    givenPeer(9, { wireguard_ips: [] }),
    givenPeer(13, { device: { id: 3, name: 'Phone', username: 'una' } }),
  ],
  notes: [{ line: 4, key: 'PostUp', value: null, note: 'setting_ignored' }],
  note_count: 1,
});
const {
  connected: _,
  gateways: __,
  allowed_groups: ___,
  ...network
} = givenNetwork.location({ id: 4, name: 'Office' });

beforeEach(() => {
  // a virtualized list needs a height
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(640);
  server.use(
    respond(listLocations, []),
    respond(listUsers, [me, una]),
    respond(previewLocationImport, preview),
    respond(getLocation, givenNetwork.location({ id: 4, name: 'Office' })),
    // of the page that opens after the import
    respond(listGateways, []),
    respond(listGatewayRefusals, []),
  );
});

const press = (user: UserEvent, name: string) => user.click(screen.getByRole('button', { name }));

async function openFile(text = '[[Interface]') {
  const rendered = renderRoute('/locations/new/import', { me });
  const { user } = rendered;
  await user.type(await screen.findByLabelText('Or paste the text'), text);
  await press(user, 'Check file');
  return rendered;
}

async function openDevices() {
  const rendered = await openFile();
  await screen.findByText('Content of the file');
  await press(rendered.user, 'Continue');
  expect(await screen.findByLabelText('Name')).toHaveValue('Office');
  await press(rendered.user, 'Continue');
  await screen.findByRole('table', { name: 'Assign peers' });
  return rendered;
}

it('leads from the welcome page to the form and to the import', async () => {
  renderRoute('/locations/new', { me });
  expect(await screen.findByRole('link', { name: 'Set up manually' })).toHaveAttribute('href', '/locations/new/manual');
  expect(screen.getByRole('link', { name: 'Import a file' })).toHaveAttribute('href', '/locations/new/import');
});

describe('importing a WireGuard file', () => {
  it('shows the errors of the file by line, and does not continue', async () => {
    server.use(
      respond(previewLocationImport, {
        ...preview,
        problems: [
          { line: 3, problem: 'invalid', key: 'Address', value: '10.8.0.300/24', other_line: null },
          { line: 9, problem: 'repeated_key', key: 'PublicKey', value: null, other_line: 5 },
        ],
        problem_count: 120,
      }),
    );
    await openFile();
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getByText('The file has 120 errors')).toBeVisible();
    expect(alert.getByText('Line 3').nextElementSibling).toHaveTextContent('Address is not valid 10.8.0.300/24');
    expect(alert.getByText('Line 9').nextElementSibling).toHaveTextContent(
      'The peer in line 5 has the same public key',
    );
    expect(alert.getByText('and 118 more')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
  });

  it('shows unfolded what is lost, and what to do about commands that set up NAT', async () => {
    await openFile();
    expect(await screen.findByText('PostUp is not imported')).toBeVisible();
    expect(
      screen.getByText(/^Commands such as PostUp are not imported.*“Hide device addresses behind the gateway \(NAT\)”/),
    ).toBeVisible();
  });

  it('folds notes on where values are from', async () => {
    const note = { line: 4, key: 'Address', value: null, note: 'address_from_comment' as const };
    server.use(respond(previewLocationImport, { ...preview, notes: [note] }));
    await openFile();
    expect(await screen.findByText('The address is read from a comment')).not.toBeVisible();
    expect(screen.queryByText(/^Commands such as PostUp/)).toBeNull();
  });

  it('reports the line of a binary file without sending it', async () => {
    const { user } = renderRoute('/locations/new/import', { me });
    await screen.findByLabelText('Or paste the text');
    const file = new File([new Uint8Array([0x5b, 0x0a, 0x89, 0x00, 0xff])], 'wg0.conf');
    const input = document.querySelector<HTMLInputElement>('input[type="file"]');
    if (!input) throw new Error('no input');
    await user.upload(input, file);
    await press(user, 'Check file');
    expect(await screen.findByRole('alert')).toHaveTextContent('Line 2This is not a text file');
  });

  it('asks for the interface of a backup that has several, and sends it with the import', async () => {
    const interfaces = [
      { line: 8, name: 'Office' },
      { line: 30, name: null },
    ];
    const choose = { line: 8, problem: 'interface_not_chosen', key: null, value: null, other_line: null } as const;
    const sent: unknown[] = [];
    server.use(
      respond(previewLocationImport, ({ body }) =>
        body.interface_line === undefined
          ? givenPreview({ interfaces, problems: [choose], problem_count: 1 })
          : { ...preview, interfaces },
      ),
      respond(importLocation, ({ body }) => {
        sent.push(body);
        return { network, devices: [] };
      }),
    );
    const { user } = await openFile('<pfsense>');
    await user.click(await screen.findByRole('combobox', { name: 'Interface' }));
    expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
    await user.click(await screen.findByRole('option', { name: 'Line 30' }));
    await screen.findByText('Content of the file');
    await press(user, 'Continue');
    await screen.findByLabelText('Name');
    await press(user, 'Continue');
    await screen.findByRole('table', { name: 'Assign peers' });
    await press(user, 'Continue');
    await user.click(await screen.findByRole('button', { name: 'Add location' }));
    await waitFor(() => expect(sent).toMatchObject([{ config: '<pfsense>', interface_line: 30 }]));
  });

  it('adds the location with the assigned devices in one call, and opens its gateways', async () => {
    const sent: unknown[] = [];
    server.use(
      respond(importLocation, ({ body }) => {
        sent.push(body);
        return { network, devices: [] };
      }),
    );
    const { user, router } = await openDevices();
    expect(screen.getByRole('group', { name: 'Devices' })).toHaveFocus();
    expect(screen.getByText('Already Phone of una')).toBeVisible();
    expect(screen.getByRole('combobox', { name: 'User of una-laptop' })).toHaveValue('Una Weir (una)');
    expect(screen.getByRole('status')).toHaveTextContent('1 of 2 peers assigned');
    const name = screen.getByRole('textbox', { name: 'Device name of una-laptop' });
    await user.clear(name);
    await press(user, 'Continue');
    expect(await screen.findByRole('alert')).toHaveTextContent('Enter a name for each assigned device.');
    await user.type(name, 'Laptop');
    await press(user, 'Continue');
    expect(await screen.findByText('1 for 1 user')).toBeVisible();
    // the console is open at localhost
    expect(screen.getByText(/^Other devices can’t reach localhost/)).toBeVisible();
    expect(sent).toEqual([]);
    const add = screen.getByRole('button', { name: 'Add location' });
    act(() => {
      add.click();
      add.click();
    });
    await waitFor(() => expect(router.state.location.pathname).toBe('/locations/4/gateways'));
    expect(sent).toEqual([
      {
        name: 'Office',
        address: '10.8.0.1/24',
        endpoint: 'localhost',
        port: 51_820,
        allowed_ips: '10.8.0.0/24',
        dns: '',
        allowed_groups: [],
        keepalive_interval: 25,
        peer_disconnect_threshold: 300,
        acl_enabled: false,
        acl_default_allow: false,
        location_mfa_mode: 'disabled',
        config: '[Interface]',
        devices: [{ user_id: 7, name: 'Laptop', wireguard_pubkey: 'key5' }],
      },
    ]);
  });

  it('assigns a skipped peer to a user, and skips an assigned one', async () => {
    const { user } = await openDevices();
    await user.click(screen.getByRole('combobox', { name: 'User of Peer in line 9' }));
    await user.click(await screen.findByRole('option', { name: 'Una Weir (una)' }));
    expect(screen.getByRole('status')).toHaveTextContent('2 of 2 peers assigned');
    expect(screen.getByRole('textbox', { name: 'Device name of Peer in line 9' })).toHaveValue('Peer in line 9');
    await user.click(screen.getByRole('combobox', { name: 'User of una-laptop' }));
    await user.click(await screen.findByRole('option', { name: 'Skip' }));
    expect(screen.getByRole('status')).toHaveTextContent('1 of 2 peers assigned');
  });

  it('makes a peer without a user a network device', async () => {
    const sent: unknown[] = [];
    server.use(
      respond(importLocation, ({ body }) => {
        sent.push(body.devices);
        return { network, devices: [] };
      }),
    );
    const { user } = await openDevices();
    await user.click(screen.getByRole('combobox', { name: 'User of Peer in line 9' }));
    await user.click(await screen.findByRole('option', { name: 'Network device' }));
    const name = screen.getByRole('textbox', { name: 'Device name of Peer in line 9' });
    await user.clear(name);
    await user.type(name, 'Printer');
    await press(user, 'Continue');
    const value = (label: string) => screen.getByText(label).nextElementSibling;
    expect(await screen.findByText('New network devices')).toBeVisible();
    expect(value('New network devices')).toHaveTextContent('1 peer');
    expect(value('New devices of users')).toHaveTextContent('1 for 1 user');
    await press(user, 'Add location');
    await waitFor(() =>
      expect(sent).toEqual([
        [
          { user_id: 7, name: 'una-laptop', wireguard_pubkey: 'key5' },
          { user_id: null, name: 'Printer', wireguard_pubkey: 'key9' },
        ],
      ]),
    );
  });

  it('retains everything when the user goes back, with the button or that of the browser', async () => {
    const { user, router } = await openDevices();
    const name = screen.getByRole('textbox', { name: 'Device name of una-laptop' });
    await user.clear(name);
    await user.type(name, 'Mine');
    await press(user, 'Back');
    expect(await screen.findByLabelText('Name')).toHaveValue('Office');
    await user.type(screen.getByLabelText('Name'), ' 2');
    act(() => router.history.back());
    expect(await screen.findByRole('textbox', { name: 'Device name of una-laptop' })).toHaveValue('Mine');
    await press(user, 'Back');
    expect(await screen.findByLabelText('Name')).toHaveValue('Office 2');
    await press(user, 'Back');
    expect(await screen.findByLabelText('Or paste the text')).toHaveValue('[Interface]');
  });

  it('asks before the page is left', async () => {
    const { user } = await openFile();
    await screen.findByText('Content of the file');
    await user.click(screen.getByRole('link', { name: 'Add a location' }));
    expect(await screen.findByRole('dialog')).toBeVisible();
  });

  it('begins with the file when a later step is opened directly', async () => {
    renderRoute('/locations/new/import?step=review', { me });
    expect(await screen.findByLabelText('Or paste the text')).toHaveValue('');
  });

  it('shows why the import was refused, and that nothing was changed', async () => {
    const details = { name: 'una-laptop', username: 'una' };
    server.use(refuse(importLocation, 409, 'device_name_taken', { details }));
    const { user } = await openDevices();
    await press(user, 'Continue');
    await screen.findByText('1 for 1 user');
    await press(user, 'Add location');
    expect(await screen.findByText(/una already has a device named una-laptop/)).toBeVisible();
  });

  it('shows the error when another location got the key meanwhile', async () => {
    const details = { line: 2, problem: 'key_of_location', key: 'PrivateKey', count: 1 };
    server.use(refuse(importLocation, 422, 'import_file_invalid', { details }));
    const { user } = await openDevices();
    await press(user, 'Continue');
    await screen.findByText('1 for 1 user');
    await press(user, 'Add location');
    expect(await screen.findByText('Line 2')).toBeVisible();
    expect(screen.getByText('A location already has this key')).toBeVisible();
  });

  it('checks the addresses of peers against the entered networks', async () => {
    const problem = {
      line: 7,
      problem: 'address_unusable',
      key: 'AllowedIPs',
      value: '10.9.0.1/32',
      other_line: null,
    } as const;
    const asked: unknown[] = [];
    server.use(
      respond(previewLocationImport, ({ body }) => {
        asked.push(body.address);
        return body.address === undefined ? preview : { ...preview, problems: [problem], problem_count: 1 };
      }),
    );
    const { user } = await openFile();
    await screen.findByText('Content of the file');
    await press(user, 'Continue');
    await screen.findByLabelText('Name');
    await press(user, 'Continue');
    expect(await screen.findByText('The file has 1 error')).toBeVisible();
    expect(screen.getByLabelText('Name')).toBeVisible();
    expect(asked).toEqual([undefined, '10.8.0.1/24']);
  });
});
