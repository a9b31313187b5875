import { listUserAccess, type UserAccess } from '@gatewarden/contract/locations';
import { getEnterpriseSettings } from '@gatewarden/contract/settings';
import { type Connection, listUserConnections } from '@gatewarden/contract/traffic';
import { getUser, type UserDevice } from '@gatewarden/contract/users';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { given } from '../../../test/given.ts';
import { givenNetwork } from '../../../test/given-network.ts';
import { renderRoute } from '../../../test/render-route.tsx';
import { refuse, respond } from '../../../test/respond.ts';
import { server } from '../../../test/server.ts';

const me = given.user({ mfa_enabled: false });
const warsaw = givenNetwork.access({ location_id: 1, location_name: 'Warsaw' });
const stopped = '2030-01-31T12:00:00';

const connection = (overrides: Partial<Connection> = {}): Connection => ({
  device_id: 1,
  device_name: 'Laptop',
  location_id: 1,
  location_name: 'Warsaw',
  connected_since: '2030-01-31T12:00:00',
  public_ip: '203.0.113.9',
  upload: 1_200_000_000,
  download: 30_000_000,
  ...overrides,
});

interface Answers {
  devices?: UserDevice[];
  connections?: Connection[];
  access?: UserAccess[];
}

async function open({ devices = [], connections = [], access = [] }: Answers, who = me) {
  server.use(
    respond(getUser, given.details(who, devices)),
    respond(listUserConnections, connections),
    respond(listUserAccess, access),
  );
  const rendered = renderRoute('/me', { me: who });
  const title = await screen.findByRole('heading', { level: 1 });
  return { ...rendered, title };
}

describe('own connection', () => {
  it('says where the user is connected, with which device and how much traffic', async () => {
    const { title } = await open({ devices: [given.device()], connections: [connection()], access: [warsaw] });
    expect(title).toHaveTextContent('You’re connected to Warsaw');
    expect(screen.getByText(/1\.2 GB/)).toHaveTextContent('Download1.2 GB');
    expect(screen.getByText(/30 MB/)).toHaveTextContent('Upload30 MB');
  });

  it('names each location once when several devices are connected', async () => {
    const seoul = { device_id: 2, device_name: 'Phone', location_id: 2, location_name: 'Seoul' };
    const more = [3, 4, 5].map((id) => connection({ device_id: id, device_name: `Device ${id}` }));
    const { title } = await open({
      devices: [given.device()],
      connections: [connection(), connection(seoul), ...more],
    });
    expect(title).toHaveTextContent('You’re connected to Warsaw and Seoul');
    expect(screen.getByText('Phone · Seoul')).toBeVisible();
    expect(screen.getByText('and 1 more connection')).toBeVisible();
  });

  it('offers the first device, and says what it is for', async () => {
    const { title } = await open({ access: [warsaw, { ...warsaw, location_id: 2, location_name: 'Seoul' }] });
    expect(title).toHaveTextContent('Connect your first device');
    expect(screen.getByText(/^Get secure access to Warsaw and Seoul/)).toBeVisible();
    expect(screen.getAllByRole('link', { name: 'Add device' })).toHaveLength(1);
    expect(screen.getByRole('link', { name: 'Add device' })).toHaveAttribute('href', '/me/devices/new');
  });

  it('says who adds devices if users cannot', async () => {
    const none = { disable_all_traffic: false, only_client_activation: false, devices_per_user: 0 };
    server.use(respond(getEnterpriseSettings, { ...none, admin_device_management: true, mail_configured: true }));
    await open({ access: [warsaw] });
    expect(await screen.findByText(/Only administrators add devices here/)).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Add device' })).not.toBeInTheDocument();
  });

  it('says how to connect with a device that is not, and that all devices are switched off', async () => {
    const first = await open({ devices: [given.device()], access: [warsaw] });
    expect(first.title).toHaveTextContent('You’re not connected');
    expect(screen.getByText(/^Turn on the tunnel/)).toBeVisible();
    first.unmount();
    await open({ devices: [given.device({ stopped_at: stopped })], access: [warsaw] });
    expect(screen.getByText(/^All your devices are turned off/)).toBeVisible();
  });

  it.each([
    [
      'without a location',
      [{ ...warsaw, reasons: [], obstacle: 'not_in_group' as const }],
      false,
      'No locations yet',
      0,
    ],
    [
      'whose locations require 2FA',
      [{ ...warsaw, obstacle: 'second_factor_required' as const }],
      false,
      'Two-factor authentication required',
      2,
    ],
    [
      'with 2FA, which devices do not support',
      [{ ...warsaw, obstacle: 'second_factor_required' as const }],
      true,
      'Two-factor authentication required',
      0,
    ],
  ])('offers no device to users %s', async (_, access, mfa_enabled, expected, offers) => {
    const { title } = await open({ access }, given.user({ mfa_enabled }));
    expect(title).toHaveTextContent(expected);
    expect(screen.queryByRole('link', { name: 'Add device' })).not.toBeInTheDocument();
    const links = screen.queryAllByRole('link', { name: 'Set up 2FA' });
    // the second is the offer below, which is about the account
    expect(links.length).toBe(offers || (mfa_enabled ? 0 : 1));
    for (const link of links) expect(link).toHaveAttribute('href', '/me/security');
  });

  it('marks locations of a device that cannot be used now', async () => {
    const networks = ['Warsaw', 'Seoul', 'Berlin'].map((network_name, index) =>
      given.assignment({ network_id: index + 1, network_name }),
    );
    await open({
      devices: [given.device({ networks })],
      access: [
        warsaw,
        { ...warsaw, location_id: 2, location_name: 'Seoul', gateway: 'disconnected' },
        { ...warsaw, location_id: 3, location_name: 'Berlin', gateway: 'none' },
      ],
    });
    const rows = within(await screen.findByRole('article', { name: 'Laptop' })).getAllByRole('listitem');
    expect(rows.map((row) => /Gateway not connected|No gateway yet/.exec(row.textContent)?.[0])).toEqual([
      undefined,
      'Gateway not connected',
      'No gateway yet',
    ]);
  });

  it('says that the connection could not be loaded, and tries again', async () => {
    server.use(
      respond(getUser, given.details(me, [given.device()])),
      refuse(listUserConnections, 404, 'user_not_found'),
    );
    const { user } = renderRoute('/me', { me });
    expect(await screen.findByText('Couldn’t load your connection')).toBeVisible();
    server.use(respond(listUserConnections, [connection()]));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('You’re connected to Warsaw');
  });

  it('offers two-factor authentication until the offer is closed', async () => {
    const { user, unmount } = await open({ devices: [given.device()] });
    await user.click(await screen.findByRole('button', { name: 'Not now' }));
    expect(screen.queryByText('Protect your account')).not.toBeInTheDocument();
    unmount();
    await open({ devices: [given.device()] });
    expect(screen.queryByText('Protect your account')).not.toBeInTheDocument();
  });
});
