import { startDesktop } from '@gatewarden/contract/enrollment';
import { getEnterpriseSettings } from '@gatewarden/contract/settings';
import { getUser, type UserInfo } from '@gatewarden/contract/users';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { given } from '../../../test/given.ts';
import { renderRoute } from '../../../test/render-route.tsx';
import { refuse, respond } from '../../../test/respond.ts';
import { server } from '../../../test/server.ts';

const issued = { enrollment_token: 'T0ken', enrollment_url: 'https://enroll.example.com/' };
const listening = given.essentials({ password_reset_url: 'https://enroll.example.com/password-reset' });
const admin = given.admin();
const user = given.user();

interface Situation {
  me?: UserInfo;
  restrictions?: { admin_device_management?: boolean; only_client_activation?: boolean };
  essentials?: typeof listening;
  search?: string;
}

function openPage({ me = user, restrictions = {}, essentials = listening, search = '' }: Situation = {}) {
  const none = { admin_device_management: false, only_client_activation: false, disable_all_traffic: false };
  server.use(
    respond(getUser, given.details(me)),
    respond(getEnterpriseSettings, { ...none, devices_per_user: 0, mail_configured: true, ...restrictions }),
  );
  return renderRoute(`/me/devices/new${search}`, { me, essentials });
}

const startButton = () =>
  waitFor(() => {
    // found again each time, as the page can still replace it
    const button = screen.getByRole('button', { name: 'Create link' });
    expect(button).toBeEnabled();
    return button;
  });
const form = () => screen.findByRole('textbox', { name: 'Name' });

describe('adding an own device', () => {
  it('starts with the VPN client, and shows link, code and token until the device appears', async () => {
    const sent: unknown[] = [];
    server.use(
      respond(startDesktop, ({ params, body }) => {
        sent.push([params.username, body]);
        return issued;
      }),
    );
    const { user: person, queryClient } = openPage();
    await person.click(await startButton());
    const link = await screen.findByRole('link', { name: 'Open the VPN client' });
    const url = encodeURIComponent(issued.enrollment_url);
    expect(link).toHaveAttribute('href', `defguard://addinstance?token=T0ken&url=${url}`);
    expect(screen.getByRole('img', { name: 'QR code for the VPN client', hidden: true })).toBeInTheDocument();
    expect(screen.getByText(/It expires/)).toHaveTextContent(/in 24 hours|tomorrow|in 1 day/);
    expect(screen.getByText('Waiting for the device')).toBeVisible();
    expect(sent).toEqual([['ada', { send_enrollment_notification: false, email: null, default_language: 'en' }]]);
    server.use(respond(getUser, given.details(user, [given.device({ id: 9, name: 'Phone' })])));
    await queryClient.invalidateQueries({ queryKey: ['devices'] });
    expect(await screen.findByText('Phone was added.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'View device' })).toHaveAttribute('href', '/me/devices/9');
  });

  it('offers the WireGuard app as well', async () => {
    const { user: person } = openPage();
    await startButton();
    await person.click(screen.getByRole('radio', { name: 'WireGuard app' }));
    expect(await form()).toBeVisible();
    expect(screen.getByRole('radio', { name: 'WireGuard app' })).toBeChecked();
  });

  it('keeps the chosen way in the address', async () => {
    openPage({ search: '?way=wireguard' });
    expect(await form()).toBeVisible();
    expect(screen.getByRole('radio', { name: 'WireGuard app' })).toBeChecked();
  });

  it('links to the page from which the client is installed', async () => {
    const client_download_url = 'https://example.com/vpn';
    openPage({ essentials: { ...listening, client_download_url } });
    const link = await screen.findByRole('link', { name: 'Get the VPN client' });
    expect(link).toHaveAttribute('href', client_download_url);
  });

  it('leads administrators to the setting, and others to them, while it is unknown where to get the client', async () => {
    const { unmount } = openPage({ me: admin });
    const link = await screen.findByRole('link', { name: 'Set where people get the VPN client' });
    expect(link).toHaveAttribute('href', '/settings/enrollment');
    unmount();
    openPage();
    expect(await screen.findByText(/Ask an administrator where to get it/)).toBeVisible();
  });

  it('says why no link was created', async () => {
    server.use(refuse(startDesktop, 409, 'edge_disabled'));
    const { user: person } = openPage();
    await person.click(await startButton());
    expect(await screen.findByText(/Set GATEWARDEN_EDGE_PORT/)).toBeVisible();
  });

  it('offers only the WireGuard app while the server does not listen for clients', async () => {
    openPage({ essentials: given.essentials() });
    expect(await form()).toBeVisible();
    expect(screen.queryByRole('radio', { name: 'VPN client' })).not.toBeInTheDocument();
  });

  it.each([
    ['only the client if only clients are allowed', { only_client_activation: true }, startButton],
    [
      'nothing if administrators manage devices',
      { admin_device_management: true },
      () => screen.findByText(/^Only administrators can add devices/),
    ],
  ])('offers %s', async (_, restrictions, find) => {
    openPage({ restrictions });
    expect(await find()).toBeVisible();
    expect(screen.queryByRole('radio', { name: 'WireGuard app' })).not.toBeInTheDocument();
  });

  it('restricts administrators in nothing', async () => {
    openPage({ me: admin, restrictions: { admin_device_management: true, only_client_activation: true } });
    await startButton();
    expect(screen.getByRole('radio', { name: 'WireGuard app' })).toBeInTheDocument();
  });
});
