import { getLocationUsage } from '@gatewarden/contract/devices';
import { getGatewayToken, listGatewayRefusals, listGateways } from '@gatewarden/contract/gateways';
import { listGroupNames } from '@gatewarden/contract/groups';
import { previewLocationMfa } from '@gatewarden/contract/location-mfa';
import { addLocation, getLocation, listLocations, previewAccess, updateLocation } from '@gatewarden/contract/locations';
import { listLocationStats } from '@gatewarden/contract/traffic';
import { getUser } from '@gatewarden/contract/users';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { given } from '../../../../test/given.ts';
import { givenNetwork } from '../../../../test/given-network.ts';
import { renderRoute } from '../../../../test/render-route.tsx';
import { failNetwork, refuse, respond } from '../../../../test/respond.ts';
import { server } from '../../../../test/server.ts';

const me = given.admin();
const warsaw = givenNetwork.location({ endpoint: 'localhost' });
const seoul = givenNetwork.location({ id: 2, name: 'Seoul', address: ['10.2.0.1/24'], endpoint: 'seoul.example.com' });
type User = ReturnType<typeof renderRoute>['user'];

const addresses = () => screen.findByRole('combobox', { name: 'VPN subnets' });
const routes = () => screen.getByRole('combobox', { name: /^Networks behind the gateway/ });

/** Opens the section with the fields that have defaults. */
const openAdvanced = async (user: User) => user.click(await screen.findByText('Advanced', { selector: 'summary' }));

/** Replaces all entries. */
async function replace(user: User, field: HTMLElement, ...entries: string[]) {
  await user.click(field);
  await user.keyboard('{Backspace>4/}');
  for (const entry of entries) await user.type(field, `${entry}{Enter}`);
}

beforeEach(() => {
  server.use(
    respond(listLocations, [warsaw, seoul]),
    respond(listGroupNames, { groups: ['Admins', 'Staff'] }),
    respond(getLocation, warsaw),
    respond(getLocationUsage, { users: 5, user_devices: 12, network_devices: 0 }),
    respond(listGateways, []),
    respond(listGatewayRefusals, []),
    // the page of the new location offers to add the first device
    respond(getUser, given.details(me)),
    respond(getGatewayToken, {
      token: 'gwj_token',
      grpc_url: 'https://vpn.example.com:50055',
      loopback: false,
      package: null,
    }),
  );
});

describe('adding a location', () => {
  it('asks for a name and an endpoint that devices reach, and continues with the first gateway', async () => {
    const sent: unknown[] = [];
    server.use(
      respond(addLocation, ({ body }) => {
        sent.push(body);
        return givenNetwork.location({ id: 3, name: body.name });
      }),
      respond(getLocation, givenNetwork.location({ id: 3, name: 'Kraków' })),
    );
    const { user, router } = renderRoute('/locations/new/manual', { me });
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Kraków');
    // the console is open at localhost, which other machines cannot reach
    const endpoint = screen.getByRole('textbox', { name: 'Hostname or IP address' });
    expect(endpoint).toHaveValue('localhost');
    expect(screen.getByText(/^Other devices can’t reach localhost\./)).toBeVisible();
    await user.clear(endpoint);
    await user.type(endpoint, 'krakow.example.com');
    expect(screen.queryByText('Room for 253 devices.')).not.toBeVisible();
    await openAdvanced(user);
    expect(screen.getByText('Room for 253 devices.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Add location' }));
    expect(await screen.findByText('Kraków was added')).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'Set up the first gateway' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/locations/3/gateways');
    expect(router.history.length).toBe(1);
    expect(sent).toEqual([
      {
        name: 'Kraków',
        address: '10.3.0.1/24',
        endpoint: 'krakow.example.com',
        port: 51821,
        allowed_ips: '10.3.0.0/24',
        dns: '',
        allowed_groups: [],
        keepalive_interval: 25,
        peer_disconnect_threshold: 300,
        acl_enabled: false,
        acl_default_allow: false,
        location_mfa_mode: 'disabled',
        masquerade: false,
      },
    ]);
  });

  it('notes that another location has the name', async () => {
    const { user } = renderRoute('/locations/new/manual', { me });
    const name = await screen.findByRole('textbox', { name: 'Name' });
    await user.type(name, 'seoul ');
    expect(screen.getByText(/^Another location is already named seoul/)).toBeVisible();
    await user.type(name, '{Backspace}2');
    expect(screen.queryByText(/^Another location is already named/)).toBeNull();
  });

  it('routes the networks behind the gateway and always those of the location itself', async () => {
    const sent: string[] = [];
    server.use(
      respond(addLocation, ({ body }) => {
        sent.push(body.allowed_ips ?? '');
        return givenNetwork.location({ id: 3 });
      }),
    );
    const { user } = renderRoute('/locations/new/manual', { me });
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Kraków');
    expect(screen.queryByText('10.3.0.0/24')).toBeNull();
    await replace(user, routes(), '192.168.0.0/16');
    await openAdvanced(user);
    await replace(user, await addresses(), '10.9.0.1/16', 'fd00:9::1/64');
    expect(screen.getByText('192.168.0.0/16')).toBeVisible();
    expect(screen.queryByText(/is not included/)).toBeNull();
    await user.click(screen.getByRole('radio', { name: 'All traffic' }));
    expect(screen.queryByRole('combobox', { name: /^Networks behind the gateway/ })).toBeNull();
    await user.click(screen.getByRole('radio', { name: 'Only the networks below' }));
    expect(screen.getByText('192.168.0.0/16')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Add location' }));
    await waitFor(() => expect(sent).toEqual(['192.168.0.0/16, 10.9.0.0/16, fd00:9::/64']));
  });

  it('routes all traffic of both families', async () => {
    const sent: string[] = [];
    server.use(
      respond(addLocation, ({ body }) => {
        sent.push(body.allowed_ips ?? '');
        return givenNetwork.location({ id: 3 });
      }),
    );
    const { user } = renderRoute('/locations/new/manual', { me });
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Kraków');
    await user.click(screen.getByRole('radio', { name: 'All traffic' }));
    await openAdvanced(user);
    await replace(user, await addresses(), '10.9.0.1/16');
    await user.click(screen.getByRole('button', { name: 'Add location' }));
    await waitFor(() => expect(sent).toEqual(['0.0.0.0/0, ::/0']));
  });

  it('suggests a name for the first location only', async () => {
    server.use(respond(listLocations, []));
    const { unmount } = renderRoute('/locations/new/manual', { me });
    expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveValue('Office');
    unmount();
    server.use(respond(listLocations, [warsaw]));
    renderRoute('/locations/new/manual', { me });
    expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveValue('');
  });

  it('does not close the section of a wrong field', async () => {
    const { user } = renderRoute('/locations/new/manual', { me });
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Kraków');
    await openAdvanced(user);
    await replace(user, await addresses(), '127.0.0.1/8');
    await openAdvanced(user);
    await user.click(screen.getByRole('button', { name: 'Add location' }));
    expect(await screen.findByText(/^127\.0\.0\.1\/8 is reserved/)).toBeVisible();
  });

  it('shows errors at the fields and sends nothing', async () => {
    const { user } = renderRoute('/locations/new/manual', { me });
    await openAdvanced(user);
    await replace(user, await addresses(), '10.9.0.1/16', 'nonsense');
    await user.type(screen.getByRole('textbox', { name: 'Hostname or IP address' }), ':51820');
    await user.click(screen.getByRole('button', { name: 'Add location' }));
    const list = await screen.findByRole('alert', { name: '3 fields need your attention' });
    expect(list).toHaveFocus();
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription('Required');
    const { getByText } = within(screen.getByRole('main'));
    for (const text of [/^nonsense: Enter the gateway’s address/, /^Enter only the hostname or IP address, without/]) {
      expect(within(list).getByText(text)).toBeVisible();
      expect(getByText(text, { ignore: 'li' })).toBeVisible();
    }
  });

  it.each([
    [['10.9.0.1/16', '10.9.1.1/24'], '10.9.0.1/16 and 10.9.1.1/24 overlap. Networks of a location can’t overlap.'],
    [['10.9.0.255/24'], /^10\.9\.0\.255\/24 can’t be the gateway’s address/],
    [['127.0.0.1/8'], /^127\.0\.0\.1\/8 is reserved/],
  ])('rejects %j before submission', async (entries, sentence) => {
    const { user } = renderRoute('/locations/new/manual', { me });
    await openAdvanced(user);
    await replace(user, await addresses(), ...entries);
    await user.tab();
    expect(await screen.findByText(sentence)).toBeVisible();
  });

  it('warns about an overlap with another location, and about a loopback endpoint', async () => {
    const { user } = renderRoute('/locations/new/manual', { me });
    await openAdvanced(user);
    await replace(user, await addresses(), '10.2.0.9/16');
    expect(
      screen.getByText(
        '10.2.0.0/16 overlaps with 10.2.0.0/24 of Seoul. A device that uses both can reach only one of them.',
      ),
    ).toBeVisible();
    expect(
      screen.getByText('Other devices can’t reach localhost. Enter the public hostname or IP address of the gateway.'),
    ).toBeVisible();
  });

  it('warns about a public network, and shows the option that allows it', async () => {
    const { user } = renderRoute('/locations/new/manual', { me });
    await openAdvanced(user);
    await replace(user, await addresses(), '192.0.2.1/24', '10.3.0.1/24');
    expect(
      await screen.findByText(
        '192.0.2.0/24 is a public network. Gateways reject it unless each of them is started with --allow-networks 192.0.2.0/24.',
      ),
    ).toBeVisible();
    expect(screen.queryByText(/^10\.3\.0\.0\/24 is public/)).toBeNull();
  });

  it('is open to everyone, or to groups, of which it then needs one', async () => {
    const sent: unknown[] = [];
    server.use(
      respond(addLocation, ({ body }) => {
        sent.push(body.allowed_groups);
        return givenNetwork.location({ id: 3 });
      }),
    );
    const { user } = renderRoute('/locations/new/manual', { me });
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Kraków');
    const access = within(screen.getByRole('radiogroup', { name: 'Who can connect' }));
    expect(access.getByRole('radio', { name: 'Everyone' })).toBeChecked();
    expect(screen.queryByRole('combobox', { name: 'Groups' })).toBeNull();
    await user.click(access.getByRole('radio', { name: 'Only these groups' }));
    expect(screen.getByText('Members of these groups and administrators can connect.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Add location' }));
    await waitFor(() =>
      expect(screen.getByRole('combobox', { name: 'Groups' })).toHaveAccessibleDescription('Required'),
    );
    expect(sent).toEqual([]);
    await user.click(screen.getByRole('combobox', { name: 'Groups' }));
    await user.click(await screen.findByRole('option', { name: 'Staff' }));
    await user.click(screen.getByRole('button', { name: 'Add location' }));
    await waitFor(() => expect(sent).toEqual([['Staff']]));
  });

  it('asks before unsaved changes are discarded', async () => {
    server.use(respond(listLocationStats, []));
    const { user, router } = renderRoute('/locations/new/manual', { me });
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Kraków');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Leave without saving' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/locations'));
  });
});

describe('editing a location', () => {
  it('names an invalid entry of a list as soon as it is completed', async () => {
    const { user } = renderRoute('/locations/1/settings', { me });
    await user.type(await addresses(), '999.1.1.1/44{Enter}');
    expect(await screen.findByText(/^999\.1\.1\.1\/44: /)).toBeVisible();
    expect(await addresses()).toBeInvalid();
  });

  it('shows an error of the server at its field', async () => {
    server.use(
      refuse(updateLocation, 400, 'network_too_small', {
        field: 'address',
        details: { network: '10.1.0.0/29', devices: 12 },
      }),
    );
    const { user } = renderRoute('/locations/1/settings', { me });
    await replace(user, await addresses(), '10.1.0.1/29');
    expect(screen.getByText(/^10\.1\.0\.0\/29 has room for 5, but the location has 12 devices/)).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Save changes' }));
    expect(
      await screen.findByText(/^10\.1\.0\.0\/29 has fewer addresses than this location has devices/),
    ).toBeVisible();
    expect(screen.getByText('Unsaved changes')).toBeVisible();
  });

  it('shows the effect of changes on devices, and saves them without access rules', async () => {
    const sent: unknown[] = [];
    let location = givenNetwork.location({ acl_enabled: true, acl_default_allow: true, allowed_groups: ['Staff'] });
    server.use(
      respond(getLocation, () => location),
      respond(updateLocation, ({ body }) => {
        sent.push(body);
        location = { ...location, port: body.port };
        return location;
      }),
    );
    const { user } = renderRoute('/locations/1/settings', { me });
    const port = await screen.findByRole('textbox', { name: 'UDP port' });
    await user.clear(port);
    await user.type(port, '51999');
    expect(await screen.findByText('12 devices will stop working until they get the new configuration.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText('Location saved')).toBeVisible();
    expect(sent).toMatchObject([
      { port: 51999, address: '10.1.0.1/24', allowed_groups: ['Staff'], acl_enabled: true, acl_default_allow: true },
    ]);
    await waitFor(() => expect(screen.queryByText('Unsaved changes')).toBeNull());
  });

  it('takes a change of its groups back, and nothing that changed since', async () => {
    const sent: unknown[] = [];
    let location = givenNetwork.location({ allowed_groups: ['Staff', 'Interns'] });
    server.use(
      respond(getLocation, () => location),
      respond(listGroupNames, { groups: ['Interns', 'Staff'] }),
      respond(updateLocation, ({ body }) => {
        sent.push(body);
        // another administrator changes the port
        location = { ...location, allowed_groups: body.allowed_groups, port: 51_999 };
        return location;
      }),
    );
    const { user } = renderRoute('/locations/1/access', { me });
    await user.click(await screen.findByRole('combobox', { name: /^Groups/ }));
    await user.keyboard('{Backspace}');
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Groups restored')).toBeVisible();
    expect(sent).toMatchObject([
      { allowed_groups: ['Staff'], port: 51_820 },
      { allowed_groups: ['Staff', 'Interns'], port: 51_999 },
    ]);
  });

  it('asks before people lose access, with their number', async () => {
    const sent: unknown[] = [];
    server.use(
      respond(listGroupNames, { groups: ['Interns', 'Staff'] }),
      respond(previewAccess, { people_lost: 62, people_gained: 1, devices_lost: 93, devices_connected: 2 }),
      respond(updateLocation, ({ body }) => {
        sent.push(body.allowed_groups);
        return givenNetwork.location({ allowed_groups: body.allowed_groups });
      }),
    );
    const { user } = renderRoute('/locations/1/access', { me });
    await user.click(await screen.findByRole('radio', { name: 'Only these groups' }));
    await user.click(await screen.findByRole('combobox', { name: /^Groups/ }));
    await user.click(await screen.findByRole('option', { name: 'Interns' }));
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change who can use Warsaw?' }));
    expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '62 people lose access.',
      '93 devices can no longer connect.',
      '2 devices that are connected now are disconnected immediately.',
      '1 person gains access.',
    ]);
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(sent).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await user.click(await screen.findByRole('button', { name: 'Change access' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('opens a location to everyone, and limits it again to the groups it had', async () => {
    const sent: unknown[] = [];
    let location = givenNetwork.location({ allowed_groups: ['Staff'] });
    server.use(
      respond(getLocation, () => location),
      respond(updateLocation, ({ body }) => {
        sent.push(body.allowed_groups);
        location = { ...location, allowed_groups: body.allowed_groups };
        return location;
      }),
    );
    const { user } = renderRoute('/locations/1/access', { me });
    const groups = () => screen.queryByRole('combobox', { name: 'Groups' });
    expect(await screen.findByRole('radio', { name: 'Only these groups' })).toBeChecked();
    await user.click(screen.getByRole('radio', { name: 'Everyone' }));
    expect(groups()).toBeNull();
    expect(screen.getByText('Users who lose access are disconnected immediately.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Groups restored')).toBeVisible();
    expect(sent).toEqual([[], ['Staff']]);
    await waitFor(() => expect(groups()).toBeVisible());
  });

  it('discards changes', async () => {
    const { user } = renderRoute('/locations/1/settings', { me });
    const name = await screen.findByRole('textbox', { name: 'Name' });
    await user.type(name, ' and around');
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    expect(name).toHaveValue('Warsaw');
    expect(screen.queryByText('Unsaved changes')).toBeNull();
  });

  const preview = {
    ...{ people: 3, without_factor: 2, names: ['emma', 'jan'], network_devices: 1 },
    ...{ without_provider: 1, names_without_provider: ['ola'], has_provider: true },
  };

  it('says who could not connect with a second factor, and turns it on', async () => {
    const sent: unknown[] = [];
    server.use(
      respond(getLocation, givenNetwork.location()),
      respond(previewLocationMfa, preview),
      respond(updateLocation, ({ body }) => {
        sent.push([body.location_mfa_mode, body.mfa_session_hours]);
        return givenNetwork.location({ location_mfa_mode: 'internal', mfa_session_hours: 8 });
      }),
    );
    const { user } = renderRoute('/locations/1/access', { me });
    await user.click(await screen.findByRole('combobox', { name: 'Two-factor authentication' }));
    await user.click(await screen.findByRole('option', { name: 'Required (this instance)' }));
    expect(await screen.findByText(/^2 of 3 people can’t connect .*: emma, jan$/)).toBeVisible();
    expect(screen.getByText('1 network device can’t connect.')).toBeVisible();
    expect(screen.getByText(/^All devices are disconnected when you save/)).toBeVisible();
    const hours = screen.getByRole('textbox', { name: 'Ask again after' });
    await user.clear(hours);
    await user.type(hours, '8');
    await user.click(await screen.findByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(sent).toEqual([['internal', 8]]));
  });

  it('says who could not sign in at a provider, and turns it on', async () => {
    const sent: unknown[] = [];
    server.use(
      respond(getLocation, givenNetwork.location()),
      respond(previewLocationMfa, preview),
      respond(updateLocation, ({ body }) => {
        sent.push(body.location_mfa_mode);
        return givenNetwork.location({ location_mfa_mode: 'external' });
      }),
    );
    const { user } = renderRoute('/locations/1/access', { me });
    await user.click(await screen.findByRole('combobox', { name: 'Two-factor authentication' }));
    await user.click(await screen.findByRole('option', { name: 'Required (identity provider)' }));
    expect(await screen.findByText(/^1 of 3 people can’t connect .* linked account .*: ola$/)).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(sent).toEqual(['external']));
  });

  it('says that a required sign-in needs a provider, and turns it off', async () => {
    const sent: unknown[] = [];
    server.use(
      respond(getLocation, givenNetwork.location({ location_mfa_mode: 'external' })),
      respond(previewLocationMfa, { ...preview, has_provider: false }),
      respond(updateLocation, ({ body }) => {
        sent.push(body.location_mfa_mode);
        return givenNetwork.location();
      }),
    );
    const { user } = renderRoute('/locations/1/access', { me });
    expect(await screen.findByText(/^No OpenID provider is turned on/)).toBeVisible();
    await user.click(screen.getByRole('combobox', { name: 'Two-factor authentication' }));
    await user.click(await screen.findByRole('option', { name: 'Not required' }));
    await user.click(await screen.findByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(sent).toEqual(['disabled']));
  });

  it('says when the groups cannot be loaded', async () => {
    server.use(failNetwork(listGroupNames), respond(getLocation, givenNetwork.location({ allowed_groups: ['Staff'] })));
    const { queryClient } = renderRoute('/locations/1/access', { me });
    queryClient.setDefaultOptions({ queries: { retry: false } });
    expect(await screen.findByText('Can’t reach the server. Check your connection and try again.')).toBeVisible();
  });

  it('works when other locations and usage cannot be loaded', async () => {
    server.use(failNetwork(listLocations), failNetwork(getLocationUsage));
    const { queryClient } = renderRoute('/locations/1/settings', { me });
    queryClient.setDefaultOptions({ queries: { retry: false } });
    expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveValue('Warsaw');
    expect(within(screen.getByRole('main')).getByText('Room for 253 devices.')).toBeVisible();
  });
});
