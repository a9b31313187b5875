import {
  addDevice,
  type DeviceConfig,
  deleteDevice,
  getDeviceConfig,
  restoreDevice,
  updateDevice,
} from '@gatewarden/contract/devices';
import { listUserAccess, type UserAccess } from '@gatewarden/contract/locations';
import { proveWithPassword } from '@gatewarden/contract/mfa';
import { getEnterpriseSettings } from '@gatewarden/contract/settings';
import { getUser } from '@gatewarden/contract/users';
import { decodeBase64 } from '@gatewarden/net/base64';
import { act, screen, waitFor, within } from '@testing-library/react';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { given } from '../../../test/given.ts';
import { givenNetwork } from '../../../test/given-network.ts';
import { recordDownloads } from '../../../test/record-downloads.ts';
import { renderRoute } from '../../../test/render-route.tsx';
import { refuse, respond } from '../../../test/respond.ts';
import { server } from '../../../test/server.ts';
import { libraryKeyGenerator } from './key-generators.ts';

const me = given.user();
const template = '[Interface]\nPrivateKey = YOUR_PRIVATE_KEY\nAddress = 10.1.0.2\n';
const publicKey = 'hSDwCYkwp1R0i33ctD73Wg2/Og0mOBr066SpjqqbTmo=';
const config = {
  network_id: 1,
  network_name: 'Warsaw',
  config: template,
  address: ['10.1.0.2'],
  endpoint: 'vpn.example.com:51820',
  allowed_ips: ['10.1.0.0/24'],
  pubkey: publicKey,
  dns: null,
  keepalive_interval: 25,
  location_mfa_mode: 'disabled' as const,
  masquerade: false,
};
type User = ReturnType<typeof renderRoute>['user'];

/** Records all requests as text. */
function recordRequests(): string[] {
  const sent: string[] = [];
  server.events.on('request:start', ({ request }) => {
    void request
      .clone()
      .text()
      .then((body) => sent.push(`${request.method} ${request.url} ${body}`));
  });
  return sent;
}

async function enterName(user: User, name = 'Tablet') {
  const field = await screen.findByLabelText('Name');
  await user.clear(field);
  await user.type(field, name);
}

const addIt = (user: User) => user.click(screen.getByRole('button', { name: 'Add device' }));

async function enterOwnKey(user: User, key = publicKey) {
  await user.click(screen.getByText('Use your own key'));
  await user.type(screen.getByLabelText(/^Public key/), key);
}

describe('adding a device', () => {
  const created = { id: 41, name: 'Tablet' };
  const added = (configs: DeviceConfig[] = [config]) =>
    respond(addDevice, ({ body }) => ({ device: given.device({ ...created, ...body }), configs }));
  const owned = (...devices: ReturnType<typeof given.device>[]) =>
    respond(getUser, ({ params }) =>
      given.details(params.username === 'bob' ? given.user({ username: 'bob', first_name: 'Bob' }) : me, devices),
    );

  it('can be canceled', async () => {
    server.use(owned());
    const { user, router } = renderRoute('/users/bob/devices/new', { me: given.user({ is_admin: true }) });
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/users/bob/devices'));
  });

  it('suggests a name that tells the device from the others, for the chosen platform', async () => {
    server.use(owned(given.device({ name: 'Ada’s Linux PC' })));
    const { user } = renderRoute('/me/devices/new', { me });
    expect(await screen.findByLabelText('Name')).toHaveValue('Ada’s Linux PC 2');
    expect(screen.getByRole('radio', { name: 'Linux' })).toBeChecked();
    await user.click(screen.getByRole('radio', { name: 'iPhone, iPad' }));
    expect(screen.getByLabelText('Name')).toHaveValue('Ada’s iPhone');
    await user.type(screen.getByLabelText('Name'), ' Pro');
    await user.click(screen.getByRole('radio', { name: 'Windows' }));
    expect(screen.getByLabelText('Name')).toHaveValue('Ada’s iPhone Pro');
  });

  it('fills the private key into the file and never sends it', async () => {
    const sent = recordRequests();
    const files = recordDownloads();
    server.use(owned(), added());
    const { user } = renderRoute('/me/devices/new', { me });
    await enterName(user);
    await addIt(user);
    await user.click(await screen.findByRole('button', { name: 'Download file' }));

    const text = (await files[0]?.text) ?? '';
    const privateKey = /PrivateKey = (\S{43}=)/.exec(text)?.[1] ?? '';
    expect(files[0]?.name).toMatch(/^Warsaw-Tablet\.conf$/);
    await user.click(screen.getByText('Show QR code'));
    expect(screen.getByRole('img', { name: 'QR code with the configuration for Warsaw' })).toBeVisible();
    const own = await libraryKeyGenerator.publicKeyOf(new Uint8Array(decodeBase64(privateKey) ?? []));
    const posted = sent.find((request) => request.startsWith('POST')) ?? '';
    expect(posted).toContain(JSON.stringify({ name: 'Tablet', wireguard_pubkey: btoa(String.fromCharCode(...own)) }));
    expect(sent.join('\n')).not.toContain(privateKey);
  });

  it('waits for the first connection and shows its address', async () => {
    server.use(owned(), added());
    const { user, queryClient } = renderRoute('/me/devices/new', { me });
    await enterName(user);
    await addIt(user);
    expect(await screen.findByText('Waiting for the first connection…')).toBeVisible();
    const network = given.assignment({ is_active: true, last_connected_ip: '10.99.0.66' });
    server.use(owned(given.device({ ...created, networks: [network] })));
    await act(() => queryClient.invalidateQueries({ queryKey: ['devices'] }));
    expect(await screen.findByText('Connected from 10.99.0.66')).toBeVisible();
    expect(screen.queryByText('Waiting for the first connection…')).toBeNull();
  });

  it('downloads the files of all locations as one archive', async () => {
    const files = recordDownloads();
    const seoulConfig = { ...config, network_id: 2, network_name: 'Seoul' };
    server.use(owned(), added([config, seoulConfig, { ...seoulConfig, network_id: 3 }]));
    const { user } = renderRoute('/me/devices/new', { me });
    await enterName(user);
    await addIt(user);
    await user.click(await screen.findByRole('button', { name: 'Download all locations (.zip)' }));
    await waitFor(() => expect(files).toHaveLength(1));
    expect(files[0]?.name).toBe('vpn-Tablet.zip');
    const archive = unzipSync((await files[0]?.bytes) ?? new Uint8Array());
    expect(Object.keys(archive)).toEqual(['Warsaw-Tablet.conf', 'Seoul-Tablet.conf', 'Seoul-Tablet-2.conf']);
    const [warsaw, seoul] = Object.values(archive).map((file) => strFromU8(file));
    expect(warsaw).toMatch(/PrivateKey = \S{43}=/);
    expect(seoul).toBe(warsaw);
  });

  it('shows the command for the location that is chosen', async () => {
    server.use(owned(), added([config, { ...config, network_id: 2, network_name: 'Seoul' }]));
    const { user } = renderRoute('/me/devices/new', { me });
    await enterName(user);
    await addIt(user);
    expect(await screen.findByText('Command')).toBeVisible();
    expect(screen.getByText(/wg-quick up Warsaw-Tablet$/)).toHaveTextContent('-m 600 Warsaw-Tablet.conf ');
    await user.click(screen.getByRole('tab', { name: 'Seoul' }));
    expect(screen.getByText(/wg-quick up Seoul-Tablet$/)).toHaveTextContent('-m 600 Seoul-Tablet.conf ');
    expect(screen.queryByText(/Warsaw-Tablet/)).toBeNull();
  });

  it('marks locations with two-factor authentication, and leads to the page that authorizes the device', async () => {
    const seoul = { ...config, network_id: 2, network_name: 'Seoul', location_mfa_mode: 'internal' as const };
    server.use(owned(), added([config, seoul]));
    const { user } = renderRoute('/me/devices/new', { me });
    await enterName(user);
    await addIt(user);
    const marked = await screen.findByRole('tab', { name: /^Seoul ?Requires two-factor authentication$/ });
    expect(screen.getByRole('tab', { name: 'Warsaw' })).toHaveAttribute('aria-selected', 'true');
    expect(screen.queryByRole('link', { name: 'authorize the device' })).toBeNull();
    await user.click(marked);
    expect(screen.getByRole('link', { name: 'authorize the device' })).toHaveAttribute('href', '/connect');
  });

  it('tells administrators that the owner authorizes the device', async () => {
    server.use(owned(), added([{ ...config, location_mfa_mode: 'external' }]));
    const { user } = renderRoute('/users/bob/devices/new', { me: given.user({ is_admin: true }) });
    await screen.findByLabelText('Name');
    await addIt(user);
    expect(await screen.findByText(/: Bob Lovelace authorizes the device before connecting\.$/)).toBeVisible();
    expect(screen.queryByRole('link', { name: 'authorize the device' })).toBeNull();
  });

  it('reauthenticates when a device of another user requires it, and then sends the same key', async () => {
    const sent = recordRequests();
    const proof = respond(proveWithPassword, () => {
      server.use(added());
      return {};
    });
    server.use(owned(), refuse(addDevice, 403, 'proof_required'), proof);
    const { user } = renderRoute('/users/bob/devices/new', { me: given.user({ is_admin: true }) });
    await enterName(user);
    await addIt(user);
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }));
    await user.type(dialog.getByLabelText('Password'), 'Correct-horse-7');
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByRole('button', { name: 'Download file' })).toBeVisible();
    const [first, second] = sent.filter((request) => request.includes('wireguard_pubkey'));
    expect(second).toBe(first);
  });

  it('names the owner of the private key when an administrator adds the device', async () => {
    server.use(owned(), added());
    const { user } = renderRoute('/users/bob/devices/new', { me: given.user({ is_admin: true }) });
    expect(await screen.findByLabelText('Name')).toHaveValue('Bob’s Linux PC');
    expect(screen.getByText('Connect a laptop or phone of Bob Lovelace with WireGuard.')).toBeVisible();
    await addIt(user);
    expect(await screen.findByText(/^This is Bob Lovelace’s private key\./)).toBeVisible();
  });

  it('asks before the page with the private key is left, but not after Done', async () => {
    server.use(owned(), added());
    const { user, router } = renderRoute('/me/devices/new', { me });
    await enterName(user);
    await addIt(user);
    await screen.findByText(/^The private key exists only on this page/);
    void router.navigate({ to: '/me' });
    const question = await screen.findByRole('dialog', { name: 'Leave without saving the private key?' });
    await user.click(within(question).getByRole('button', { name: 'Stay' }));
    expect(router.state.location.pathname).toBe('/me/devices/new');
    await user.click(screen.getByRole('button', { name: 'Done' }));
    expect(await screen.findByRole('heading', { name: 'No locations yet' })).toBeVisible();
    expect(router.history.length).toBe(1);
  });

  it('does not ask once every file was downloaded', async () => {
    recordDownloads();
    server.use(owned(), added([config, { ...config, network_id: 2, network_name: 'Seoul' }]));
    const { user, router } = renderRoute('/me/devices/new', { me });
    await enterName(user);
    await addIt(user);
    await user.click(await screen.findByRole('button', { name: 'Download file' }));
    void router.navigate({ to: '/me' });
    const question = await screen.findByRole('dialog', { name: 'Leave without saving the private key?' });
    await user.click(within(question).getByRole('button', { name: 'Stay' }));
    await user.click(screen.getByRole('tab', { name: 'Seoul' }));
    await user.click(screen.getByRole('button', { name: 'Download file' }));
    void router.navigate({ to: '/me' });
    expect(await screen.findByRole('heading', { name: 'No locations yet' })).toBeVisible();
  });

  it('rejects the name of another device before it sends anything', async () => {
    const sent = recordRequests();
    server.use(owned(given.device({ name: 'Tablet' })));
    const { user } = renderRoute('/me/devices/new', { me });
    await enterName(user);
    await addIt(user);
    expect(await screen.findByText('A device with this name already exists. Choose another name.')).toBeVisible();
    expect(screen.getByLabelText('Name')).toBeInvalid();
    expect(sent.filter((request) => request.startsWith('POST'))).toEqual([]);
  });

  it('shows at the name that the server has it already, and retains the own key', async () => {
    server.use(owned(), refuse(addDevice, 409, 'device_name_taken', { field: 'name' }));
    const { user } = renderRoute('/me/devices/new', { me });
    await enterName(user);
    await enterOwnKey(user);
    await addIt(user);
    expect(await screen.findByText('A device with this name already exists. Choose another name.')).toBeVisible();
    expect(screen.getByLabelText('Name')).toHaveFocus();
    expect(screen.getByLabelText('Name')).toHaveValue('Tablet');
    expect(screen.getByLabelText(/^Public key/)).toHaveValue(publicKey);
  });

  it('moves the focus to what is left to do for the device', async () => {
    server.use(owned(), added());
    const { user } = renderRoute('/me/devices/new', { me });
    await enterName(user);
    await addIt(user);
    expect(await screen.findByRole('heading', { name: 'Connect Tablet' })).toHaveFocus();
  });

  it('shows at the own key that another device has it, in the section that was closed meanwhile', async () => {
    server.use(owned(), refuse(addDevice, 400, 'public_key_taken', { field: 'wireguard_pubkey' }));
    const { user } = renderRoute('/me/devices/new', { me });
    await enterName(user);
    await enterOwnKey(user);
    await user.click(screen.getByText('Use your own key'));
    expect(screen.getByLabelText(/^Public key/)).not.toBeVisible();
    await addIt(user);
    expect(await screen.findByText(/^Another device uses this key\./)).toBeVisible();
    expect(screen.getByLabelText(/^Public key/)).toBeInvalid();
    await waitFor(() => expect(screen.getByLabelText(/^Public key/)).toHaveFocus());
  });

  it('rejects text that is not a public key', async () => {
    server.use(owned());
    const { user } = renderRoute('/me/devices/new', { me });
    await enterName(user);
    await enterOwnKey(user, 'short=');
    await addIt(user);
    expect(await screen.findByText(/^Enter a WireGuard public key/)).toBeVisible();
  });

  it.each([
    ['address_pool_exhausted', /^The location has no free addresses/],
    ['no_location', /^No location is available/],
  ] as const)('shows in the form why the device cannot be added: %s', async (code, sentence) => {
    server.use(owned(), refuse(addDevice, 409, code));
    const { user } = renderRoute('/me/devices/new', { me });
    await enterName(user);
    await addIt(user);
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
    expect(screen.getByRole('button', { name: 'Add device' })).toBeEnabled();
  });

  it('shows a placeholder and no QR code when only the user has the private key', async () => {
    server.use(owned(), added());
    const { user } = renderRoute('/me/devices/new', { me });
    await enterName(user);
    await enterOwnKey(user);
    await addIt(user);
    expect(await screen.findByText(/PrivateKey = YOUR_PRIVATE_KEY/)).toBeVisible();
    expect(screen.queryByRole('img', { name: /QR code/ })).toBeNull();
  });
});

describe('the list of devices', () => {
  const from = { last_connected_ip: '203.0.113.9', last_connected_gateway: 'gw-1' };
  const seen = given.assignment({ network_id: 2, network_name: 'Seoul', last_connected_at: '2020-01-01T00:00:00' });
  const laptop = given.device({ networks: [given.assignment({ is_active: true, ...from }), seen] });
  const devices = respond(getUser, given.details(me, [laptop]));

  it('shows addresses, origin, gateway and connection by location, and the creation time', async () => {
    server.use(devices);
    renderRoute('/me', { me });
    const [warsaw, seoul] = within(await screen.findByRole('article', { name: 'Laptop' })).getAllByRole('listitem');
    expect(warsaw).toHaveTextContent('Warsaw10.1.0.2From 203.0.113.9 · Through gw-1Connected now');
    expect(seoul).toHaveTextContent(/^Seoul10\.1\.0\.2Last seen \d+ years ago$/);
    expect(screen.getByRole('article', { name: 'Laptop' })).toHaveTextContent(/^LaptopAdded /);
  });

  it('says that a device without a client may have no configuration for a location it never used', async () => {
    const networks = [
      given.assignment({ is_active: true }),
      given.assignment({ network_id: 2, network_name: 'Seoul' }),
    ];
    const polling = { id: 8, name: 'Phone', last_polled_at: '2030-01-01T00:00:00', networks };
    server.use(respond(getUser, given.details(me, [given.device({ id: 7, networks }), given.device(polling)])));
    renderRoute('/me', { me });
    const [warsaw, seoul] = within(await screen.findByRole('article', { name: 'Laptop' })).getAllByRole('listitem');
    const link = await within(seoul as HTMLElement).findByRole('link', { name: 'configuration' });
    expect(link).toHaveAttribute('href', '/me/devices/7');
    expect(seoul).toHaveTextContent('If the WireGuard app has no tunnel for it, add its configuration.');
    expect(warsaw).not.toHaveTextContent('no tunnel');
    expect(screen.getByRole('article', { name: 'Phone' })).not.toHaveTextContent('no tunnel');
  });

  it('says in locations with two-factor authentication how to connect, and until when the device can', async () => {
    const until = '2030-02-01T13:30:00';
    const networks = [
      given.assignment({ can_authorize: true }),
      given.assignment({ network_id: 2, network_name: 'Seoul', can_authorize: true, mfa_expires_at: until }),
      given.assignment({ network_id: 3, network_name: 'Oslo', can_authorize: true }),
    ];
    server.use(
      respond(getUser, given.details(me, [given.device({ networks })])),
      respond(listUserAccess, [givenNetwork.access({ location_id: 3, obstacle: 'second_factor_required' })]),
    );
    renderRoute('/me', { me });
    const [warsaw, seoul, oslo] = within(await screen.findByRole('article', { name: 'Laptop' })).getAllByRole(
      'listitem',
    );
    expect(within(warsaw as HTMLElement).getByRole('link', { name: 'Authorize for a session' })).toHaveAttribute(
      'href',
      '/connect',
    );
    await waitFor(() => expect(seoul).toHaveTextContent('Two-factor authentication valid until 02/01/2030, '));
    expect(within(seoul as HTMLElement).queryByRole('link', { name: 'Authorize for a session' })).toBeNull();
    const setUp = await within(oslo as HTMLElement).findByRole('link', { name: 'Set up two-factor authentication' });
    expect(setUp).toHaveAttribute('href', '/me/security');
  });

  it('offers nothing for two-factor authentication until it is known what the owner lacks', async () => {
    const access = Promise.withResolvers<UserAccess[]>();
    const networks = [given.assignment({ can_authorize: true })];
    server.use(
      respond(getUser, given.details(me, [given.device({ networks })])),
      respond(listUserAccess, () => access.promise),
    );
    renderRoute('/me', { me });
    const laptop = within(await screen.findByRole('article', { name: 'Laptop' }));
    expect(await laptop.findByRole('link', { name: 'configuration' })).toBeVisible();
    expect(laptop.queryByRole('link', { name: 'Authorize for a session' })).toBeNull();
    access.resolve([givenNetwork.access({ obstacle: 'second_factor_required' })]);
    expect(await laptop.findByRole('link', { name: 'Set up two-factor authentication' })).toBeVisible();
  });

  it('shows administrators the session of a device, and nothing to authorize', async () => {
    const networks = [
      given.assignment({ can_authorize: true, mfa_expires_at: '2030-02-01T13:30:00' }),
      given.assignment({ network_id: 2, network_name: 'Seoul', can_authorize: true }),
    ];
    const bob = given.user({ username: 'bob' });
    server.use(respond(getUser, given.details(bob, [given.device({ networks })])));
    renderRoute('/users/bob/devices', { me: given.admin() });
    expect(await screen.findByRole('button', { name: 'End session of Laptop' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Authorize for a session' })).toBeNull();
  });

  it('shows before a removal how many locations the device loses', async () => {
    const removed: unknown[] = [];
    server.use(
      devices,
      respond(deleteDevice, ({ params }) => {
        removed.push(params.id);
        return null;
      }),
    );
    const { user } = renderRoute('/me', { me });
    await user.click(await screen.findByRole('button', { name: 'Actions for Laptop' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Remove' }));
    expect(await screen.findByText(/^It loses access to 2 locations immediately/)).toBeVisible();
    server.use(respond(getUser, given.details(me)));
    await user.click(screen.getByRole('button', { name: 'Remove device' }));
    expect(await screen.findByText('Laptop was removed')).toBeVisible();
    const title = await screen.findByRole('heading', { name: 'No locations yet' });
    // the card with the menu, and the list around it, are gone
    await waitFor(() => expect(title).toHaveFocus());
    expect(removed).toEqual(['1']);
  });

  it.each([
    [[], undefined],
    [['Seoul', 'Warsaw'], 'Its previous address in Seoul and Warsaw is taken. Download the configuration again.'],
  ])('restores a removed device on request, and says where its address changed: %s', async (readdressed, warning) => {
    const restored: unknown[] = [];
    server.use(
      devices,
      respond(deleteDevice, null),
      respond(restoreDevice, ({ params }) => {
        restored.push(params.id);
        return { device: given.device(), readdressed_locations: readdressed };
      }),
    );
    const { user } = renderRoute('/me', { me });
    await user.click(await screen.findByRole('button', { name: 'Actions for Laptop' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Remove' }));
    server.use(respond(getUser, given.details(me)));
    await user.click(await screen.findByRole('button', { name: 'Remove device' }));
    await screen.findByRole('heading', { name: 'No locations yet' });
    server.use(devices);
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Laptop was restored')).toBeVisible();
    expect(await screen.findByRole('article', { name: 'Laptop' })).toBeVisible();
    if (warning) expect(screen.getByText(warning)).toBeVisible();
    expect(restored).toEqual(['1']);
  });

  it('says that a removal can no longer be undone', async () => {
    server.use(devices, respond(deleteDevice, null), refuse(restoreDevice, 404, 'undo_expired'));
    const { user } = renderRoute('/me', { me });
    await user.click(await screen.findByRole('button', { name: 'Actions for Laptop' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Remove' }));
    await user.click(await screen.findByRole('button', { name: 'Remove device' }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('“Undo” failed')).toBeVisible();
    expect(screen.getByText('This can no longer be undone.')).toBeVisible();
  });

  it('shows the configuration again, without the private key', async () => {
    server.use(
      devices,
      respond(getDeviceConfig, ({ params }) => `${template}# ${params.networkId}\n`),
    );
    const { user } = renderRoute('/me', { me });
    await user.click(await screen.findByRole('button', { name: 'Show configuration' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText(/# 1/)).toBeVisible();
    await user.click(dialog.getByRole('tab', { name: 'Seoul' }));
    expect(await dialog.findByText(/# 2/)).toBeVisible();
    expect(dialog.queryByRole('img')).toBeNull();
  });

  it('changes the name and clears an emptied description', async () => {
    const sent: unknown[] = [];
    server.use(
      respond(getUser, given.details(me, [{ ...laptop, description: 'old' }])),
      respond(updateDevice, ({ body }) => {
        sent.push(body);
        return laptop;
      }),
    );
    const { user } = renderRoute('/me', { me });
    await user.click(await screen.findByRole('button', { name: 'Actions for Laptop' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText('Name'), ' 2');
    await user.clear(dialog.getByLabelText(/^Description/));
    await user.click(dialog.getByRole('button', { name: 'Save changes' }));
    await waitFor(() =>
      expect(sent).toEqual([{ name: 'Laptop 2', description: null, wireguard_pubkey: laptop.wireguard_pubkey }]),
    );
  });
});

describe('the device limit', () => {
  const restrictions = { admin_device_management: false, disable_all_traffic: false, only_client_activation: false };

  const limitedTo = (devices_per_user: number) =>
    server.use(
      respond(getEnterpriseSettings, { ...restrictions, devices_per_user, mail_configured: true }),
      respond(getUser, given.details(me, [given.device()])),
    );

  it('is shown before a device is added', async () => {
    limitedTo(2);
    renderRoute('/me/devices/new', { me });
    expect(await screen.findByText('You have 1 of 2 devices.')).toBeVisible();
    expect(await screen.findByLabelText('Name')).toBeEnabled();
  });

  it('replaces the form once it is reached, with a link to the devices', async () => {
    limitedTo(1);
    renderRoute('/me/devices/new', { me });
    const text = 'You have reached the limit of 1 device. Remove it first, or contact an administrator.';
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.queryByLabelText('Name')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Add device' })).toBeNull();
    expect(screen.getByRole('link', { name: 'View my devices' })).toHaveAttribute('href', '/me');
  });
});

describe('a configuration with a loopback endpoint', () => {
  const warning = /^Only the gateway’s own machine can reach/;

  async function showConfig(reader: typeof me, endpoint: string) {
    const laptop = given.device({ networks: [given.assignment()] });
    server.use(
      respond(getUser, given.details(me, [laptop])),
      respond(getDeviceConfig, `${template}\n[Peer]\nEndpoint = ${endpoint}\n`),
    );
    const { user } = renderRoute('/me', { me: reader });
    await user.click(await screen.findByRole('button', { name: 'Show configuration' }));
    return within(await screen.findByRole('dialog'));
  }

  it.each(['localhost:51820', '127.0.0.1:51820', '[::1]:51820'])('warns about %s', async (endpoint) => {
    const dialog = await showConfig(me, endpoint);
    expect(await dialog.findByText(warning)).toBeVisible();
    expect(dialog.getByText(/^Ask an administrator to change the endpoint/)).toBeVisible();
    expect(dialog.queryByRole('link')).toBeNull();
  });

  it('links administrators to the location', async () => {
    const dialog = await showConfig({ ...me, is_admin: true }, 'localhost:51820');
    const link = await dialog.findByRole('link', { name: 'Change the endpoint of the location' });
    expect(link).toHaveAttribute('href', '/locations/1');
  });

  it('does not warn about an address that devices can reach', async () => {
    const dialog = await showConfig(me, 'vpn.example.com:51820');
    expect(await dialog.findByText(/vpn\.example\.com/)).toBeVisible();
    expect(dialog.queryByText(warning)).toBeNull();
  });
});
